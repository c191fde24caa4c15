import type { Office } from '#domain/office-words.ts'

const texts = [
  ...['name', 'letter_mark', 'scrivener_title', 'scrivener', 'registration_number', 'address', 'telephone', 'fax'],
  ...['email', 'hours', 'account', 'seal_letters'],
]

/** Whether an answer is what contract/office-settings.ts describes. By hand: visitors load no zod; office-shape.test.ts holds the two together. */
export function isOffice(data: unknown): data is Office {
  if (typeof data !== 'object' || data === null) return false
  const facts: Readonly<Record<string, unknown>> = { ...data }
  const { version, seal_image: image, seal_strokes: strokes } = facts
  return (
    Number(version) > 0 &&
    Number.isInteger(version) &&
    texts.every((key) => typeof facts[key] === 'string') &&
    (image === null || typeof image === 'string') &&
    Array.isArray(strokes) &&
    strokes.every((stroke) => typeof stroke === 'string')
  )
}
