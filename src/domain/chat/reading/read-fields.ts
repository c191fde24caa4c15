import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Book, Field } from '#contract/books/field.ts'
import { blankOut } from './blank-out.ts'
import { buildFlexiblePattern, fieldWords } from './field-words.ts'

/** A field named in a question, with its position and its path in each book that has it. */
export interface NamedField {
  readonly word: string
  readonly at: number
  readonly end: number
  /** Path by book. */
  readonly paths: ReadonlyMap<CollectionName, string>
}

/** A named field in one book. */
export interface NamedBookField extends NamedField {
  readonly path: string
}

/**
 * The fields a question names by label, sheet title or colloquial word, in the question's order,
 * and the question without them.
 */
export function readFields(question: string): { fields: readonly NamedField[]; rest: string } {
  const fields: NamedField[] = []
  let rest = question
  for (const { word, pattern, paths } of fieldWords) {
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      fields.push({ word, at: match.index, end: match.index + match[0].length, paths })
      rest = blankOut(rest, match.index, match[0].length)
    }
  }
  const inOrder = fields.toSorted((a, b) => a.at - b.at)
  const values = inOrder.filter(
    (field, index) =>
      isValueAfterField(question, inOrder[index - 1], field) || isEnding(question, inOrder[index - 1], field),
  )
  for (const { at, end } of values) rest = rest.slice(0, at) + question.slice(at, end) + rest.slice(end)
  return { fields: inOrder.filter((field) => !values.includes(field)), rest }
}

/** Whether the word is an ending and not a field, as 인지 in 누구 담당인지. */
function isEnding(question: string, before: NamedField | undefined, { at, word }: NamedField): boolean {
  return word.startsWith('인') && before?.end === at && /[가-힣]/.test(question[at - 1] ?? '')
}

/** Whether the word is a value of the field before it: 수령방법이 우편인. */
function isValueAfterField(question: string, before: NamedField | undefined, { at, end }: NamedField): boolean {
  return before !== undefined && /^[이가]\s*$/.test(question.slice(before.end, at)) && /^인\s/.test(question.slice(end))
}

/** Whether the field's value is asked for, and nothing is said about it: 수용개시일은, 보수료 얼마야. */
export function isAskedField(text: string, { end }: NamedField): boolean {
  return askedAfter.test(text.slice(end))
}

const askedAfter =
  /^(?:[은는이가을를의도]|[와과랑]|이랑|하고)?\s*(?:(?:총|모두|전부|다)\s*)?(?:[,?？]|얼마|뭐|무엇|언제|며칠|어디|누구|몇|알려|보여|합계|평균|총액|포함|$)/

/** The field whose label or sheet title ends a question, and where it begins: 해든은행 본점 주소 알려 줘. */
export function findAskedLabel(book: CollectionName, text: string): { path: string; index: number } | null {
  const found = (askedLabels.get(book) ?? []).flatMap(({ path, pattern }) => {
    const match = pattern.exec(text)
    return match ? [{ path, index: match.index }] : []
  })
  return found.toSorted((a, b) => a.index - b.index)[0] ?? null
}

const askedEnding = String.raw`(?:이?야|예요|[은는이가을를도지])? ?(?:좀 ?)?(?:(?:뭐|무엇|언제|어디|어느|누구|얼마|몇|알려|보여|어떻게|어때|궁금)[가-힣 ]{0,8})?[?？]?$`

const askedLabels: ReadonlyMap<CollectionName, readonly { path: string; pattern: RegExp }[]> = new Map(
  collectionNames.map((name) => {
    const { fields, importTitles = {} }: Pick<Book, 'fields' | 'importTitles'> = getBook(name)
    const words = fields.flatMap(({ key: path, label, kind }) =>
      kind === 'secret'
        ? []
        : [label.replace(/\([^()]*\)/, ''), ...(importTitles[path] ?? [])].map((word) => ({ path, word })),
    )
    const patterns = words.map(({ path, word }) => ({
      path,
      pattern: new RegExp(`(?<=\\s)${buildFlexiblePattern(word)}${askedEnding}`),
    }))
    return [name, patterns]
  }),
)

/** The path of the field whose label is all that a text says: 이메일, 제목 알려 줘. */
export function findLabelPath(book: CollectionName, text: string): string | null {
  const word = text
    .replace(/[?？!.\s]/g, '')
    .replace(/(?:은|는|이|가|을|를)?(?:얼마|뭐|무엇|언제|어디|누구|알려|보여)[가-힣]{0,8}$/, '')
  const { fields }: { fields: readonly Field[] } = getBook(book)
  return fields.find(({ label, kind }) => kind !== 'secret' && label.replace(/\s/g, '') === word)?.key ?? null
}
