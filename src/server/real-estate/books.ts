import { z } from 'zod'
import type { AnyRecord } from '#contract/books/field.ts'
import { realEstateBook, type RealEstateRecord } from '#contract/books/real-estate.ts'
import { formatRequiredError } from '#contract/books/record-schema.ts'
import { caseBookListSchema, unitListSchema } from '#contract/real-estate/real-estate.ts'
import { idSchema } from '#contract/records/values.ts'
import { buildCaseBookFileNames, caseBookSheet } from '#domain/sheets/book-sheets.ts'
import { normalizeName } from '#domain/text/search-text.ts'
import type { ServedBook, ServedSheet } from '#server/books/served-book.ts'
import { matchIfGiven } from '#server/db/lists/list-description.ts'
import { formatCell } from '#server/documents/import/read-field.ts'
import type { FieldReaders } from '#server/documents/import/sheet-row.ts'
import { withoutEmpty } from '#server/trail/write-trail.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import { caseBookList, type GroupRow, readGroups } from './list-case-book.ts'
import { unitList } from './list-units.ts'
import { writableRealEstateBook, writableUnitBook } from './writable-books.ts'

const [groupField] = realEstateBook.fields

/** Reads the group of a cell by its name or id. */
function createGroupReader(groups: readonly GroupRow[]): FieldReaders[string] {
  const ids = groupIds(groups)
  return (cell) => {
    const name = formatCell(cell).trim()
    if (name === '') return { message: formatRequiredError(groupField) }
    const id = ids.get(normalizeName(name)) ?? ids.get(name)
    return id === undefined
      ? { message: `등록되지 않은 사업구간(그룹)입니다: ${name}`, isMissing: true }
      : { value: id }
  }
}

/** Of two groups with the same name the newer one counts, as in the list of unique fields. */
function groupIds(groups: readonly GroupRow[]): Map<string, string> {
  // Ids of version 7 increase with time.
  const oldestFirst = groups.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return new Map(oldestFirst.flatMap(({ id, name }) => [[normalizeName(name), id] as const, [id, id] as const]))
}

/** Every row of the sheet with the values of its group. */
const sheet: ServedSheet = {
  ...caseBookSheet,
  async createRowMapper(db) {
    const groupsById = new Map((await readGroups(db)).map((group) => [group.id, group]))
    return (record: RealEstateRecord) => caseBookSheet.toCells({ record, group: groupsById.get(record.group_id) })
  },
  fileNames: buildCaseBookFileNames,
  taskName: 'case-book-export',
}

/** The case book 사건부. */
const caseBook: ServedBook = {
  book: writableRealEstateBook,
  list: caseBookList,
  listSchema: caseBookListSchema,
  sheet,
  importSettings: {
    exampleTitles: '사업구간(그룹), 소유자, 등기목적',
    sharedKeys: ['group_id', 'owner'],
    words: { book: '사건부', record: '사건' },
    fieldReaders: async (db) => ({ group_id: createGroupReader(await readGroups(db)) }),
  },
}

/** The units 세대. */
const units: ServedBook = {
  book: writableUnitBook,
  list: unitList,
  listSchema: unitListSchema,
  importSettings: {
    exampleTitles: '사업구간, 동호수, 소유자',
    sharedKeys: ['group_id', 'dongho'],
    words: { book: '세대 목록', record: '세대' },
  },
}

const unitFilter = { group_data_id: z.union([z.literal(''), idSchema]).optional() }

/**
 * Lands, owners and mortgages of a unit: `/land/list`, `/owner/list` and `/mortgage/list` with
 * `group_data_id` return a plain array in print order. Numbers are masked; a masked number sent
 * back leaves the stored one unchanged.
 */
function buildPartBook(
  name: 'unit-lands' | 'unit-owners' | 'unit-mortgages',
  numberKey?: string,
): ServedBook<typeof unitFilter> {
  const book = createWritableBook(name)
  return {
    book,
    list: {
      book,
      defaultOrder: 'place',
      filters: (_db, { group_data_id }) => matchIfGiven('unit_id', group_data_id, 'uuid'),
    },
    paramsShape: unitFilter,
    listSchema: z.array(z.looseObject({ id: idSchema })),
    isWhole: true,
    selectForTrail: withoutEmpty,
    ...(numberKey !== undefined && {
      toResponse: (record: AnyRecord) => ({ ...record, [numberKey]: record['num_masked'] ?? null }),
    }),
  }
}

const partBooks = [
  buildPartBook('unit-lands'),
  buildPartBook('unit-owners', 'owner_num'),
  buildPartBook('unit-mortgages', 'num'),
]

export const realEstateBooks = [caseBook, units, ...partBooks]
