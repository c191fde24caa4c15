import { bookOf, collectionNames, referencesOf, type CollectionName } from '#contract/books/collections.ts'
import { collectionsOfSections } from '#contract/records/work-sections.ts'
import type { FieldKind } from '#contract/books/field.ts'
import type { GroupedRecords, Grouping } from '#contract/records/grouping.ts'
import { everyRecord, type Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { FoundRecord, FoundRecords, OfficeData } from '#domain/chat/office-data.ts'
import { hasStopped } from '#app/records/copy/stopped-records.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/**
 * Office data from this device's copy, including the user's unsent changes. Throws `NoCopyError` if
 * a book was never copied.
 */
export function deviceOfficeData(
  copy: OfflineCopy,
  { today, reader }: Pick<OfficeData, 'today' | 'reader'>,
): OfficeData {
  return {
    today,
    reader,
    collections: new Set(collectionNames),
    leavesOut: (collection) => Promise.resolve(hasStopped(copy, collection)),
    async find(collection, query, { limit, sums: sumFields }) {
      const [found, { sums }] = await Promise.all([
        findRows(copy, collection, { query, limit }),
        sumFields.length === 0 ? { sums: [] } : groupOnce(copy, collection, { query, sums: sumFields, by: null }),
      ])
      return { ...found, sums }
    },
    async record(collection, id) {
      const row = await copy.getRow(collection, id)
      return row && !row.stopped ? foundRecord(collection, row) : null
    },
    sum: (collection, query, { sums, by }) => groupOnce(copy, collection, { query, sums, by }),
    async words(collection, field) {
      const { groups } = await groupOnce(copy, collection, { query: everyRecord, sums: [], by: { field } })
      return groups.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
    },
    // Only the server knows the granted days.
    leaveLeft: () => Promise.resolve(null),
  }
}

/** This device has no copy of the requested records. */
export class NoCopyError extends Error {
  override readonly name = 'NoCopyError'
  /** The user chose not to keep these records on this device. */
  readonly isUnheld: boolean
  constructor(copy: OfflineCopy, collection: CollectionName) {
    super(`no copy of ${collection}`)
    const { held } = copy.getStatus()
    this.isUnheld = held !== null && !collectionsOfSections(held).has(collection)
  }
}

/** A list loads only rows around the visible ones; for more than this, all rows are read. */
const heldAtOnce = 100

async function findRows(
  copy: OfflineCopy,
  collection: CollectionName,
  { query, limit }: { query: Query; limit: number },
): Promise<Omit<FoundRecords, 'sums'>> {
  if (!hasStopped(copy, collection)) {
    const first = await firstRows(copy, collection, { query, limit: Math.min(limit, heldAtOnce) })
    if (first.rows.length === Math.min(limit, first.count)) return first
  }
  const rows: FoundRecord[] = []
  await copy.readAll(collection, query, (chunk) => {
    rows.push(...chunk.filter(({ stopped }) => !stopped).map((row) => foundRecord(collection, row)))
  })
  return { count: rows.length, rows: rows.slice(0, limit) }
}

async function firstRows(
  copy: OfflineCopy,
  collection: CollectionName,
  { query, limit }: { query: Query; limit: number },
): Promise<Omit<FoundRecords, 'sums'>> {
  const source = copy.openRows(collection, query)
  const found = Promise.withResolvers<Omit<FoundRecords, 'sums'>>()
  const check = () => {
    const { status, total, isComplete, isAtLeast } = source.getState()
    if (status === 'never_fetched' || status === 'error') found.reject(new NoCopyError(copy, collection))
    if (status !== 'ready' || !isComplete || isAtLeast) return
    const rows = Array.from({ length: Math.min(limit, total) }, (_, at) => source.rowAt(at))
    if (rows.every((row) => row !== undefined))
      found.resolve({ count: total, rows: rows.map((row) => foundRecord(collection, row)) })
  }
  const stop = source.subscribe(check)
  try {
    source.ensureRange(0, limit - 1)
    check()
    return await found.promise
  } finally {
    stop()
    source.close()
  }
}

function foundRecord(collection: CollectionName, { record, joined }: SourceRow): FoundRecord {
  const names = referencesOf(collection).map(({ key, name }) => [key, String(joined[key]?.[name] ?? '')])
  return { record, names: Object.fromEntries(names) }
}

async function groupOnce(
  copy: OfflineCopy,
  collection: CollectionName,
  { query, sums, by }: { query: Query; sums: readonly string[]; by: Grouping | null },
): Promise<GroupedRecords> {
  const result = Promise.withResolvers<GroupedRecords>()
  const order = { by: 'name', direction: 'asc' } as const
  const question = { query, sums, order, by: by ?? { field: plainField(collection) }, withoutStopped: true }
  const stop = copy.watchGroups(collection, question, ({ status, value }) => {
    if (value) result.resolve(value)
    else if (status === 'never_fetched') result.reject(new NoCopyError(copy, collection))
  })
  try {
    const value = await result.promise
    return by ? value : { ...value, groups: [] }
  } finally {
    stop()
  }
}

/** A field with few values, used for grouping when only totals are wanted. */
function plainField(collection: CollectionName): string {
  const kinds: readonly FieldKind[] = ['enum', 'date', 'reference', 'datetime', 'text']
  const { fields } = bookOf(collection)
  const first = kinds.map((kind) => fields.find((field) => field.kind === kind)).find((field) => field !== undefined)
  return first?.key ?? ''
}
