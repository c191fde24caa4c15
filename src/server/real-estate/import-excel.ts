import { realEstateDescription } from '#contract/books/real-estate.ts'
import { requiredFault } from '#contract/books/record-schema.ts'
import { plainName } from '#domain/search-text.ts'
import { shownText } from '../documents/import/read-field.ts'
import type { FieldReaders } from '../documents/import/sheet-row.ts'
import type { GroupRow } from './list-case-book.ts'

const [groupField] = realEstateDescription.fields

/** Reads the group of an entry by its name, or by its id. */
export function readGroupOfCell(groups: readonly GroupRow[]): FieldReaders[string] {
  const ids = groupIds(groups)
  return (cell) => {
    const name = shownText(cell).trim()
    if (name === '') return { message: requiredFault(groupField) }
    const id = ids.get(plainName(name)) ?? ids.get(name)
    return id === undefined
      ? { message: `등록되지 않은 사업구간(그룹)입니다: ${name}`, isMissing: true }
      : { value: id }
  }
}

/** A name borne by two groups means the newer one, as in the list of unique fields. */
function groupIds(groups: readonly GroupRow[]): Map<string, string> {
  // Ids of version 7 rise with time.
  const oldestFirst = groups.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return new Map(oldestFirst.flatMap(({ id, name }) => [[plainName(name), id] as const, [id, id] as const]))
}
