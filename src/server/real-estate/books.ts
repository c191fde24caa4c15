import { caseBookListSchema, unitListSchema } from '#contract/real-estate/real-estate.ts'
import { type RealEstateRecord, realEstateDescription } from '#contract/books/real-estate.ts'
import { caseBookFileNames, caseBookSheet } from '#domain/sheets/case-book-sheet.ts'
import type { ServedBook, ServedSheet } from '../books/served-book.ts'
import { realEstateCollection, unitCollection } from './collections.ts'
import { caseBookList, readGroups, type GroupRow } from './list-case-book.ts'
import { partyBooks } from './party-books.ts'
import { unitList } from './list-units.ts'
import { requiredFault } from '#contract/books/record-schema.ts'
import { plainName } from '#domain/text/search-text.ts'
import { shownText } from '../documents/import/read-field.ts'
import type { FieldReaders } from '../documents/import/sheet-row.ts'

const [groupField] = realEstateDescription.fields

/** Reads the group of a cell by its name or id. */
function readGroupOfCell(groups: readonly GroupRow[]): FieldReaders[string] {
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

/** Of two groups with the same name the newer one counts, as in the list of unique fields. */
function groupIds(groups: readonly GroupRow[]): Map<string, string> {
  // Ids of version 7 increase with time.
  const oldestFirst = groups.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return new Map(oldestFirst.flatMap(({ id, name }) => [[plainName(name), id] as const, [id, id] as const]))
}

/** Every row of the sheet with the values of its group. */
const sheet: ServedSheet = {
  ...caseBookSheet,
  async rowsBy(db) {
    const groupsById = new Map((await readGroups(db)).map((group) => [group.id, group]))
    return (record: RealEstateRecord) => caseBookSheet.rowOf({ record, group: groupsById.get(record.group_id) })
  },
  fileNames: caseBookFileNames,
  taskName: 'case-book-export',
}

/** The case book 사건부. */
const caseBook: ServedBook = {
  collection: realEstateCollection,
  list: caseBookList,
  answer: caseBookListSchema,
  sheet,
  imported: {
    exampleTitles: '사업구간(그룹), 소유자, 등기목적',
    sharedKeys: ['group_id', 'owner'],
    words: { book: '사건부', record: '사건' },
    fieldReaders: async (db) => ({ group_id: readGroupOfCell(await readGroups(db)) }),
  },
}

/** The units 세대. */
const units: ServedBook = {
  collection: unitCollection,
  list: unitList,
  answer: unitListSchema,
  imported: {
    exampleTitles: '사업구간, 동호수, 소유자',
    sharedKeys: ['group_id', 'dongho'],
    words: { book: '세대 목록', record: '세대' },
  },
}

export const realEstateBooks = [caseBook, units, ...partyBooks]
