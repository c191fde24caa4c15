import { sql } from 'kysely'
import { getBook } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { idSchema } from '#contract/records/values.ts'
import { parseExcelDay } from '#domain/dates/office-date.ts'
import { readSheetMark, type SheetCell, type SheetColumn } from '#domain/sheets/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import { tableByCollection } from '#server/schema/tables/tables.ts'
import type { RecordState, WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { readReferenceNames, type ReferenceNames } from '../export/described-columns.ts'
import type { ParsedCell } from '../xlsx/sheet.ts'
import type { BookOfRecords } from './filter-duplicates.ts'
import { type KnownTitles, resolveTitleKeys } from './header-row.ts'
import { formatCell } from './read-field.ts'
import { getCell, type ImportError, isDataRow, type RowMark, type SheetContext, type SheetMarks } from './sheet-row.ts'

/** How a book is exported. */
export interface ExportedSheet {
  readonly columns: readonly SheetColumn[]
  createRowMapper(db: Database): Promise<(record: never) => SheetCell[]>
}

export interface MarkedBook extends BookOfRecords, Omit<KnownTitles, 'book' | 'mapping'> {
  readonly sheet: ExportedSheet
}

interface FoundMark {
  readonly row: number
  readonly id: string
  readonly baseVersion: number
}

/**
 * Matches rows of a sheet to existing records by the hidden columns of our own sheets. A row with
 * an unknown mark is an error, because its meaning is uncertain.
 */
export async function readSheetMarks(
  rows: readonly (readonly ParsedCell[])[],
  {
    context,
    imported,
    db,
    writes,
  }: { context: SheetContext; imported: MarkedBook; db: Database; writes: WritePipeline },
): Promise<SheetMarks> {
  const { found, errors } = findMarks(rows, context)
  if (found.length === 0) return { marked: new Map(), errors }
  const unique = dropRepeats(found, errors)
  const states = await writes.readStates(imported.book, unique)
  const missing = unique.filter(({ id }) => !states.has(id))
  const locations = await findOutsideBooks(db, missing)
  for (const { row, id } of missing)
    errors.set(row, createImportError(row, id, describeMissing(imported, locations.get(id))))
  const toExportedView = await createExportedView(db, imported)
  const marked = unique.flatMap((mark): [number, RowMark][] => {
    const known = states.get(mark.id)
    return known ? [[mark.row, { ...mark, state: known, ...toExportedView(known) }]] : []
  })
  return { marked: new Map(marked), errors }
}

function findMarks(rows: readonly (readonly ParsedCell[])[], context: SheetContext) {
  const found: FoundMark[] = []
  const errors = new Map<number, ImportError>()
  const getText = (cells: readonly ParsedCell[], key: string) => formatCell(getCell(cells, context.header, key)).trim()
  for (const [index, cells] of rows.entries()) {
    if (!isDataRow(cells, index, context)) continue
    const row = index + 1
    const [idText, base] = [getText(cells, 'id'), getText(cells, 'base')]
    const id = idSchema.safeParse(idText)
    // Not our marks: another program's row numbers, or a row typed below ours.
    if (idText === '' || (!id.success && base === '')) continue
    const baseVersion = id.success ? readSheetMark(id.data, base) : null
    if (id.success && baseVersion !== null) found.push({ row, id: id.data, baseVersion })
    else errors.set(row, createImportError(row, idText, base === '' ? noBase : changedMark))
  }
  return { found, errors }
}

const noBase = `숨겨진 '내보낸 기준' 컬럼이 없어 언제 내보낸 행인지 알 수 없습니다. 다시 내보낸 파일에서 고쳐 주세요.`
const changedMark = `숨겨진 '번호'와 '내보낸 기준' 셀이 바뀌어 어느 자료인지 알 수 없습니다. 다시 내보낸 파일에서 고쳐 주세요.`

/** Several rows marked as the same record are errors: it is unclear which one counts. */
function dropRepeats(found: readonly FoundMark[], errors: Map<number, ImportError>): readonly FoundMark[] {
  const rowsById = Map.groupBy(found, ({ id }) => id)
  return found.filter(({ row, id }) => {
    const others = rowsById.get(id)?.filter((mark) => mark.row !== row) ?? []
    const named = others.map((mark) => `${mark.row}행`).join(', ')
    const message = `${named}과 같은 자료입니다. 복사해서 만든 새 행이면 숨겨진 '번호' 셀을 비워 주세요.`
    if (others.length > 0) errors.set(row, createImportError(row, id, message))
    return others.length === 0
  })
}

function describeMissing({ words, book }: MarkedBook, location: string | undefined): string {
  if (location === 'deleted') return `그 사이 삭제된 ${words.record}입니다.`
  if (location !== undefined) return `다른 장부의 자료입니다: ${location}`
  return `${getBook(book.name).label}에 없는 번호입니다.`
}

/** Where missing ids are instead: the label of another book, or `deleted`. */
async function findOutsideBooks(db: Database, missing: readonly FoundMark[]): Promise<ReadonlyMap<string, string>> {
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
async function createExportedView(db: Database, imported: MarkedBook) {
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
  return ({ base, current }: RecordState): Pick<RowMark, 'exported' | 'names'> => ({
    exported: { base: readCells(base), current: readCells(current) },
    names: { base: resolveNames(base, names), current: resolveNames(current, names) },
  })
}

function resolveNames(record: AnyRecord, names: ReferenceNames): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).map(([key, known]) => {
      const id = record[key]
      return [key, typeof id === 'string' ? (known.get(id) ?? id) : '']
    }),
  )
}

/** A written cell as the import reads it. */
function toReadCell(cell: SheetCell, { kind }: SheetColumn): ParsedCell {
  if (kind !== 'day' || typeof cell !== 'number') return cell === '' ? null : cell
  const day = parseExcelDay(cell)
  return { day, shown: day ?? '' }
}

function createImportError(row: number, value: string, message: string): ImportError {
  return { row, field: 'id', value, message }
}
