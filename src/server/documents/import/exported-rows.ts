import { sql } from 'kysely'
import { getBook } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { idSchema } from '#contract/records/values.ts'
import { parseExcelDay, parseExcelTime } from '#domain/dates/office-date.ts'
import { readExportedVersion, type SheetCell, type SheetColumn } from '#domain/sheets/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import { tableByCollection } from '#server/schema/tables/tables.ts'
import type { RecordState, WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { readReferenceNames, type ReferenceNames } from '../export/described-columns.ts'
import type { ParsedCell } from '../xlsx/sheet.ts'
import type { BookOfRecords } from './filter-duplicates.ts'
import { type KnownTitles, resolveTitleKeys } from './header-row.ts'
import { formatCell } from './read-field.ts'
import {
  type ExportedRecord,
  type ExportedRows,
  getCell,
  type ImportError,
  isDataRow,
  type SheetContext,
} from './sheet-row.ts'

/** How a book is exported. */
export interface ExportedSheet {
  readonly columns: readonly SheetColumn[]
  createRowMapper(db: Database): Promise<(record: never) => SheetCell[]>
}

export interface ExportedBook extends BookOfRecords, Omit<KnownTitles, 'book' | 'mapping'> {
  readonly sheet: ExportedSheet
}

interface FoundRow {
  readonly row: number
  readonly id: string
  readonly baseVersion: number
}

/**
 * Matches rows of a sheet to existing records by the hidden columns of our own sheets. A row whose
 * hidden cells name no record is an error, because its meaning is uncertain.
 */
export async function readExportedRows(
  rows: readonly (readonly ParsedCell[])[],
  {
    context,
    imported,
    db,
    writes,
  }: { context: SheetContext; imported: ExportedBook; db: Database; writes: WritePipeline },
): Promise<ExportedRows> {
  const { foundRows, errors } = findExportedRows(rows, context)
  if (foundRows.length === 0) return { records: new Map(), errors }
  const unique = dropRepeats(foundRows, errors)
  const states = await writes.readStates(imported.book, unique)
  const missing = unique.filter(({ id }) => !states.has(id))
  const locations = await findOutsideBooks(db, missing)
  for (const { row, id } of missing)
    errors.set(row, createImportError(row, id, describeMissing(imported, locations.get(id))))
  const toExportedView = await createExportedView(db, imported)
  const records = unique.flatMap((candidate): [number, ExportedRecord][] => {
    const state = states.get(candidate.id)
    return state ? [[candidate.row, { ...candidate, state, ...toExportedView(state) }]] : []
  })
  return { records: new Map(records), errors }
}

function findExportedRows(rows: readonly (readonly ParsedCell[])[], context: SheetContext) {
  const foundRows: FoundRow[] = []
  const errors = new Map<number, ImportError>()
  const getText = (cells: readonly ParsedCell[], key: string) => formatCell(getCell(cells, context.header, key)).trim()
  for (const [index, cells] of rows.entries()) {
    if (!isDataRow(cells, index, context)) continue
    const row = index + 1
    const [idText, base] = [getText(cells, 'id'), getText(cells, 'base')]
    const id = idSchema.safeParse(idText)
    // Not written by our export: another program's row numbers, or a row typed below ours.
    if (idText === '' || (!id.success && base === '')) continue
    const baseVersion = id.success ? readExportedVersion(id.data, base) : null
    if (id.success && baseVersion !== null) foundRows.push({ row, id: id.data, baseVersion })
    else errors.set(row, createImportError(row, idText, base === '' ? noBase : changedRowId))
  }
  return { foundRows, errors }
}

const noBase = `숨겨진 '내보낸 기준' 컬럼이 없어 언제 내보낸 행인지 알 수 없습니다. 다시 내보낸 파일에서 고쳐 주세요.`
const changedRowId = `숨겨진 '번호'와 '내보낸 기준' 셀이 바뀌어 어느 자료인지 알 수 없습니다. 다시 내보낸 파일에서 고쳐 주세요.`

/** Several rows with the id of one record are errors: it is unclear which one counts. */
function dropRepeats(foundRows: readonly FoundRow[], errors: Map<number, ImportError>): readonly FoundRow[] {
  const rowsById = Map.groupBy(foundRows, ({ id }) => id)
  return foundRows.filter(({ row, id }) => {
    const sameIdRows = rowsById.get(id)?.filter((other) => other.row !== row) ?? []
    const named = sameIdRows.map((other) => `${other.row}행`).join(', ')
    const message = `${named}과 같은 자료입니다. 복사해서 만든 새 행이면 숨겨진 '번호' 셀을 비워 주세요.`
    if (sameIdRows.length > 0) errors.set(row, createImportError(row, id, message))
    return sameIdRows.length === 0
  })
}

function describeMissing({ words, book }: ExportedBook, location: string | undefined): string {
  if (location === 'deleted') return `그 사이 삭제된 ${words.record}입니다.`
  if (location !== undefined) return `다른 장부의 자료입니다: ${location}`
  return `${getBook(book.name).label}에 없는 번호입니다.`
}

/** Where missing ids are instead: the label of another book, or `deleted`. */
async function findOutsideBooks(db: Database, missing: readonly FoundRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = missing.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const lookups = Object.entries(tableByCollection).map(
    ([name, table]) => sql`select id, ${name}::text as name from ${sql.table(table)} where id = any(${ids}::uuid[])`,
  )
  const states = await sql<{
    id: string
    name: keyof typeof tableByCollection
  }>`${sql.join(lookups, sql` union all `)}`.execute(db)
  const deleted = await db
    .selectFrom('change')
    .select('record_id')
    .distinct()
    .where('collection', 'in', Object.keys(tableByCollection))
    .where('record_id', 'in', ids)
    .where('kind', '=', 'delete')
    .execute()
  return new Map([
    ...deleted.map(({ record_id: id }) => [id, 'deleted'] as const),
    ...states.rows.map(({ id, name }) => [id, getBook(name).label] as const),
  ])
}

/** What the export writes for a record, by the keys under which the import reads the columns. */
async function createExportedView(db: Database, imported: ExportedBook) {
  const { columns } = imported.sheet
  const toRowCells = (await imported.sheet.createRowMapper(db)) as (record: AnyRecord) => SheetCell[]
  const keys = resolveTitleKeys(
    columns.map(({ header }) => header),
    imported,
  )
  const names = await readReferenceNames(db, imported.book)
  const readCells = (record: AnyRecord) =>
    new Map(
      toRowCells(record).flatMap((cell, index): [string, ParsedCell][] => {
        const [key, column] = [keys[index], columns[index]]
        return key && column ? [[key, toReadCell(cell ?? null, column)]] : []
      }),
    )
  return ({ base, current }: RecordState): Pick<ExportedRecord, 'cells' | 'names'> => ({
    cells: { base: readCells(base), current: readCells(current) },
    names: { base: resolveNames(base, names), current: resolveNames(current, names) },
  })
}

function resolveNames(record: AnyRecord, names: ReferenceNames): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).map(([key, nameById]) => {
      const id = record[key]
      return [key, typeof id === 'string' ? (nameById.get(id) ?? id) : '']
    }),
  )
}

/** A written cell as the import reads it. */
function toReadCell(cell: SheetCell, { kind }: SheetColumn): ParsedCell {
  if ((kind !== 'day' && kind !== 'instant') || typeof cell !== 'number') return cell === '' ? null : cell
  const day = parseExcelDay(cell)
  const time = kind === 'instant' ? parseExcelTime(cell) : null
  return { day, shown: [day, time?.slice(0, 5)].filter(Boolean).join(' '), ...(time !== null && { time }) }
}

function createImportError(row: number, value: string, message: string): ImportError {
  return { row, field: 'id', value, message }
}
