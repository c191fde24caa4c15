import type { Field } from '#contract/books/field.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'

/**
 * Note for a text not yet used in this field; another spelling counts as new. Null for an empty or
 * known text, and for the first text of a field. `noun` is what the field's records are called, if
 * it refers to records.
 */
export function describeNewText(
  { isPerson }: Pick<Field, 'isPerson'>,
  text: string,
  { knownTexts, noun }: { knownTexts: readonly string[]; noun?: string | undefined },
): string | null {
  const normalize = (name: string) => (isPerson ? removeJobTitle(name) : name.normalize('NFC').trim())
  const typed = normalize(text)
  if (typed === '' || knownTexts.some((name) => normalize(name) === typed)) return null
  if (noun !== undefined) return formatUnregistered(noun)
  return knownTexts.length === 0 ? null : '처음 쓰는 값입니다.'
}

export function formatUnregistered(noun: string): string {
  return `등록되지 않은 ${noun}입니다.`
}
