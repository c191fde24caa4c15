import type { CollectionName } from '#contract/books/collections.ts'
import { namesState } from './continue-calls.ts'
import type { OfficeData } from './knowledge.ts'
import type { ReducedCall } from './planned-calls.ts'
import { caseBooks } from './reading/book-words.ts'
import { findPhrase } from './reading/field-phrases.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import type { ParsedQuestion } from './reading/read-question.ts'
import { createAnyDayFilter, findFieldByPath } from './record-filters.ts'

/**
 * The records that have a field, if it is all that a question names: 임대주택 등록일 언제, 사업구간 진행률.
 * Otherwise its words would be searched, and may also be a purpose. Only days and shares: amounts
 * are added up, and what a text field is may be a question to the public pages.
 */
export function planLoneField(parsed: ParsedQuestion, office: OfficeData): readonly ReducedCall[] {
  const [field, second] = parsed.fields
  if (!field || second || !fullLabel.test(field.word) || findPhrase(parsed.text, field) !== null) return []
  const { measure } = parsed
  const isPlain = measure.kind === 'list' && measure.order === null && measure.groupWord === null
  const isConditioned =
    parsed.days.length > 0 ||
    parsed.amount !== null ||
    parsed.choice !== null ||
    parsed.nameKind !== null ||
    parsed.isAboutReceivables ||
    parsed.isAboutDeadlines ||
    parsed.isOwnOnly ||
    listLeftoverWords(parsed.rest).length > 0
  if (!isPlain || isConditioned) return []
  // 진행률: of a section rather than of one of its lists; a case comes before both.
  const isOfSection =
    !parsed.namesBook && field.paths.has('projects') && !caseBooks.some((book) => field.paths.has(book))
  const books: readonly CollectionName[] = isOfSection ? ['projects'] : parsed.books
  return books.flatMap((collection): ReducedCall[] => {
    const path = field.paths.get(collection)
    const kind = path === undefined ? undefined : findFieldByPath(collection, path)?.kind
    if (
      path === undefined ||
      !office.collections.has(collection) ||
      (kind !== 'date' && kind !== 'number') ||
      namesState(parsed.rest, collection, office)
    )
      return []
    const filters = kind === 'date' ? [createAnyDayFilter(path)] : []
    const sort = [{ field: path, direction: 'desc' as const }]
    const input = { collection, filters, search: '', sort, limit: 10, show: [path], sums: [] }
    return [{ call: { tool: 'find_records', input }, dropped: '' }]
  })
}

/** A label as the books write it, and no word for what happened on the day: 접수, 입금. */
const fullLabel = /..(?:일|률|도)$/
