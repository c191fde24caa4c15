import type { Query } from '#contract/records/query.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import type { OutboxChange } from '../outbox/outbox-image.ts'
import type { StoredFirstPage } from '../store/mirror-database.ts'
import { slotsBetween, type LiveResult } from '../view/live-result.ts'
import { rowsPerReport } from './calls.ts'
import { listLocalCreates, rowInSlot, rowOfStored, type MirroredData } from './mirrored-data.ts'

/** A query with the first page shown until its collection is in memory. */
export interface FirstRows {
  readonly collection: CollectionName
  readonly query: Query
  /** From this device's last start or from the server. */
  readonly stored: StoredFirstPage | null
}

/** The rows with the user's edits applied, and the total. */
export function firstRows(
  data: MirroredData,
  firstPage: FirstRows,
): { rows: SourceRow[] } & Pick<RowSourceState, 'total' | 'isAtLeast'> {
  const { collection, stored } = firstPage
  if (!stored) return { rows: [], total: 0 }
  const referred = new Map(stored.referred.map((record) => [record.id, record]))
  const created = localCreateSlots(data, firstPage).map((slot) => rowInSlot(data, collection, { slot }))
  const rows = stored.rows.map((record) => rowOfStored(data, collection, { record, referred }))
  const { isAtLeast } = stored
  return {
    rows: [...created, ...rows].filter((row) => row !== null),
    total: stored.total + created.length,
    ...(isAtLeast && { isAtLeast }),
  }
}

/** Whether entries of these records affect rows of the first page. */
export function isOverlaid({ collection, stored }: FirstRows, entityKeys: OutboxChange['entityKeys']): boolean {
  if (!stored || entityKeys === 'all') return stored !== null
  return stored.rows.some(({ id }) => entityKeys.has(`${collection}/${id}`))
}

/** Whether the live result begins with other records than the first page. */
export function hasOtherFirstRows(data: MirroredData, { collection, stored }: FirstRows, live: LiveResult): boolean {
  const { table } = data.engine.collection(collection)
  const slots = slotsBetween(live, 0, (stored?.rows.length ?? 0) - 1)
  return stored?.rows.some(({ id }, index) => id !== table.idAt(slots[index] ?? -1)) ?? false
}

/**
 * Remembers where rows deleted by this user stood, so that an undone deletion returns them to their
 * place.
 */
export function rememberDeleted(data: MirroredData, { collection, stored }: FirstRows, live: LiveResult): void {
  const { table } = data.engine.collection(collection)
  for (const [index, { id }] of (stored?.rows ?? []).entries()) {
    const slot = table.slotOf(id)
    if (slot !== -1 && !table.isShown(slot)) live.formerIndexes.set(slot, index)
  }
}

/** The first page to store for the next start: confirmed records and the records they refer to. */
export function packFirstPage(
  data: MirroredData,
  { collection, query }: Omit<FirstRows, 'stored'>,
  live: LiveResult,
): StoredFirstPage {
  const { table } = data.engine.collection(collection)
  const rows: AnyRecord[] = []
  const referred = new Map<string, AnyRecord>()
  for (const slot of slotsBetween(live, 0, rowsPerReport - 1)) {
    const record = table.confirmedAt(slot)
    if (!record) continue
    rows.push(record)
    const row = rowInSlot(data, collection, { slot })
    for (const target of Object.values(row?.joined ?? {})) if (target) referred.set(target.id, target)
  }
  return { collection, query: JSON.stringify(query), total: live.order.length, rows, referred: [...referred.values()] }
}

/** Matching records created on this device, shown at the top like all new rows. */
function localCreateSlots(data: MirroredData, { collection, query, stored }: FirstRows): number[] {
  const { table } = data.engine.collection(collection)
  const known = new Set(stored?.rows.map(({ id }) => id))
  return listLocalCreates(data, collection).filter(
    (slot) => !known.has(table.idAt(slot)) && data.engine.matches(collection, query, slot),
  )
}
