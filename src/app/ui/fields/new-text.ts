import type { Field } from '#contract/books/field.ts'
import { personName } from '#domain/text/person-name.ts'

/**
 * What to say of a text that the office has not used in this field so far, another spelling included. Null of an empty or a known text, and of the first one.
 * `noun`: of the records that the field names, where it names any.
 */
export function newTextNote(
  { isPerson }: Pick<Field, 'isPerson'>,
  text: string,
  { known, noun }: { known: readonly string[]; noun?: string | undefined },
): string | null {
  const spelling = (one: string) => (isPerson ? personName(one) : one.normalize('NFC').trim())
  const typed = spelling(text)
  if (typed === '' || known.some((one) => spelling(one) === typed)) return null
  if (noun !== undefined) return `등록되지 않은 ${noun}입니다.`
  return known.length === 0 ? null : '처음 쓰는 값입니다.'
}
