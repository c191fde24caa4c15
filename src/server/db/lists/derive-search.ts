import type { RecordDescription } from '#contract/books/field.ts'
import { searchText } from '#domain/search-text.ts'
import { gramsOf } from './search-grams.ts'

/** The columns `search_text` and `search_grams` of a record, from the fields that its description calls searched. */
export function deriveSearch(
  { fields }: RecordDescription,
  record: Readonly<Record<string, unknown>>,
): { search_text: string; search_grams: number[] } {
  const values = fields.filter(({ searched }) => searched).map(({ key }) => record[key])
  const text = searchText(values.map((value) => (typeof value === 'string' ? value : null)))
  return { search_text: text, search_grams: gramsOf(text) }
}
