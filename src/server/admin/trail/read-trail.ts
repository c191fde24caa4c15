import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { countedExactly, type ListTotal } from '#contract/records/list-query.ts'
import { trailDescription, type TrailEntry } from '#contract/trail/trail.ts'
import { createFieldColumn, type SourcedColumn, toSheetRow } from '#domain/sheets/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import { buildBookLayout, rowsPerChunk, toSheetName } from '#server/documents/export/write-book.ts'
import { acquireSlot } from '#server/documents/warm-workers.ts'
import type { SheetChunk } from '#server/documents/xlsx/sheet.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'

/** A range of trail rows: those before row `newest`, after the last row of the previous page. */
interface TrailRange {
  readonly newest: number
  /** Undefined reads from the start. */
  readonly after?: Pick<TrailEntry, 'at' | 'seq'> | undefined
  readonly limit: number
}

interface FoundEntries {
  readonly entries: TrailEntry[]
  readonly hasMore: boolean
  /** Only on a first page. */
  readonly total?: ListTotal
}

/**
 * Rows that match `condition`, newest first, and whether there are more. Masks resident numbers
 * wherever they were typed.
 */
export async function readTrail(
  db: Database,
  condition: RawBuilder<boolean>,
  range: TrailRange,
): Promise<FoundEntries> {
  const { rows } = await selectTrailRows(condition, range).execute(db)
  return { entries: rows.slice(0, range.limit).map(maskNumbers), hasMore: rows.length > range.limit }
}

/**
 * Selects one row more than `limit` to detect a next page. A device's copy covers all books, so its
 * row names no collection.
 */
export function selectTrailRows(condition: RawBuilder<boolean>, { newest, after, limit }: TrailRange) {
  const below = after ? sql`(r.at, r.seq) < (${after.at}::timestamptz, ${after.seq}::bigint)` : sql`true`
  return sql<TrailEntry>`
    select r.seq, r.at, r.user_name, r.address, r.act, r.record_id, r.subject, r.detail,
      case when r.act <> 'copy' then r.collection end as collection
    from audit r where ${condition} and r.seq < ${newest}::bigint and ${below}
    order by r.at desc, r.seq desc limit ${limit + 1}`
}

/**
 * The first page and the total. Matching rows are collected once, in the fastest order; if they are
 * few enough for an exact count, the page is sorted from them. A rare word thus never scans the
 * whole trail twice.
 */
export async function readFirstTrailPage(
  db: Database,
  condition: RawBuilder<boolean>,
  { newest, limit }: Pick<TrailRange, 'newest' | 'limit'>,
): Promise<FoundEntries> {
  const { rows } = await sql<{ n: number; seqs: number[] | null }>`
    with found as materialized (
      select r.at, r.seq from audit r where ${condition} and r.seq < ${newest}::bigint limit ${sql.lit(countedExactly + 1)}
    ), counted as materialized (
      select count(*) as n from found
    )
    select n, case when n <= ${sql.lit(countedExactly)}
      then array(select seq from found order by at desc, seq desc limit ${limit}) end as seqs from counted`.execute(db)
  const { n, seqs } = rows[0] ?? { n: 0, seqs: null }
  if (n > countedExactly) {
    const total: ListTotal = { total_count: countedExactly, total_is_at_least: true }
    return { ...(await readTrail(db, condition, { newest, limit })), total }
  }
  const total: ListTotal = { total_count: n }
  const page = await readTrail(db, sql<boolean>`r.seq = any(${seqs ?? []}::bigint[])`, { newest, limit })
  return { ...page, hasMore: n > limit, total }
}

function maskNumbers(entry: TrailEntry): TrailEntry {
  const { subject, user_name } = entry
  return {
    ...entry,
    user_name: maskResidentNumbers(user_name),
    subject: subject && maskResidentNumbers(subject),
    detail: maskDeep(entry.detail),
  }
}

function maskDeep(value: unknown): unknown {
  if (typeof value === 'string') return maskResidentNumbers(value)
  if (Array.isArray(value)) return value.map(maskDeep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskDeep(inner)]))
}

/** An Excel sheet has at most 1,048,576 rows. */
const maxRows = 1_000_000
/** An Excel cell holds at most 32,767 characters. */
const maxCellLength = 32_000

/**
 * Rows of the trail before `newest` that match `condition`, as a sheet with the columns of the
 * screen plus all other known columns.
 */
export function exportTrail(db: Database, condition: RawBuilder<boolean>, newest: number): Readable {
  return writeSheet(
    buildBookLayout(toSheetName(trailDescription.label), columns),
    readChunks(db, { condition, newest }),
  )
}

const columns: readonly SourcedColumn<TrailEntry>[] = [
  ...trailDescription.fields.map((field: Field) =>
    createFieldColumn<TrailEntry>(field, (entry) => toText(entry[field.key as keyof TrailEntry])),
  ),
  { header: '상세', kind: 'text', width: 60, cell: ({ detail }) => formatDetail(detail) },
]

function toText(value: unknown): FieldValue {
  return typeof value === 'string' ? value : null
}

function formatDetail(detail: unknown): string | null {
  return detail === null ? null : JSON.stringify(detail).slice(0, maxCellLength)
}

async function* readChunks(
  db: Database,
  { condition, newest }: { condition: RawBuilder<boolean>; newest: number },
): AsyncGenerator<SheetChunk> {
  const releaseSlot = await acquireSlot('write')
  try {
    let after: TrailEntry | undefined
    for (let rowCount = 0; rowCount < maxRows; rowCount += rowsPerChunk) {
      const { entries, hasMore } = await readTrail(db, condition, { newest, after, limit: rowsPerChunk })
      yield { rows: entries.map((entry) => toSheetRow(columns, entry)) }
      after = entries.at(-1)
      if (!hasMore) break
    }
  } finally {
    releaseSlot()
  }
}
