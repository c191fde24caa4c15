import type { CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord, RecordDescription } from '#contract/records/field.ts'
import {
  idInBlock,
  indexInBlock,
  recordInBlock,
  unpackColumns,
  type RecordBlock,
  type UnpackedColumn,
} from '../store/record-block.ts'

/**
 * The records of one collection in memory, by slot. A slot is given to a record once and for all: records of blocks have slots in the order of their ids, records that
 * came later have the slots after that. What the mirror confirmed and what the user sees on top of it (`setSeen`) are kept apart; queries are asked of what is seen.
 */
export interface RecordTable {
  readonly collection: CollectionName
  readonly description: RecordDescription
  readonly segments: readonly Segment[]
  /** Slots in use, whether shown or not. */
  size(): number
  /** Raised by every change; what is derived from another collection's records is thrown away when this moved. */
  revision(): number
  addBlock(block: RecordBlock): void
  slotOf(id: string): number
  idAt(slot: number): string
  /** What the server confirmed; null when there is no such record (any more). */
  confirmedAt(slot: number): AnyRecord | null
  /** Version of the confirmed record or of its deletion; 0 when nothing was ever confirmed. */
  confirmedVersion(id: string): number
  /** The record as the user should see it; null when it is gone or hidden. */
  seenAt(slot: number): AnyRecord | null
  isShown(slot: number): boolean
  /** True when the slot's record no longer is the one of its block. */
  isReplaced(slot: number): boolean
  replacedSlots(): Iterable<number>
  /** Takes a confirmed change unless its version is not newer. Answers the slot, or -1 when nothing changed. */
  confirm(id: string, version: number, row: AnyRecord | null): number
  /** Lays the user's view over a record: another record, `null` to hide it, `undefined` to show what is confirmed. */
  setSeen(id: string, seen: AnyRecord | null | undefined): number
  /** Called after a slot's seen record changed, with every block that was added as well. */
  onChange(listener: TableListener): void
}

export interface TableListener {
  slotChanged(slot: number): void
  grown(): void
}

export interface Segment {
  readonly start: number
  readonly block: RecordBlock
}

interface LoadedSegment extends Segment {
  columns: UnpackedColumn[] | null
}

export function createRecordTable(description: RecordDescription): RecordTable {
  const segments: LoadedSegment[] = []
  const lateSlots = new Map<string, number>()
  const lateIds = new Map<number, string>()
  /** Slots of blocks whose record had come earlier under a slot of its own. */
  const aliases = new Set<number>()
  const confirmed = new Map<number, { version: number; row: AnyRecord | null }>()
  const seen = new Map<number, AnyRecord | null>()
  const listeners: TableListener[] = []
  let size = 0
  let revision = 0

  function addBlock(block: RecordBlock): void {
    const segment: LoadedSegment = { start: size, block, columns: null }
    segments.push(segment)
    size += block.count
    revision += 1
    for (const [id, slot] of lateSlots) adopt(segment, id, slot)
    for (const listener of listeners) listener.grown()
  }

  /** A record that was made here, or changed while it was copied, arrives with its block as well: its first slot stays the one. */
  function adopt(segment: LoadedSegment, id: string, slot: number): void {
    const index = indexInBlock(segment.block, id)
    if (index === -1) return
    aliases.add(segment.start + index)
    const version = segment.block.versions[index] ?? 0
    if (version > (confirmed.get(slot)?.version ?? 0)) confirmed.set(slot, { version, row: fromBlock(segment, index) })
  }

  function slotOf(id: string): number {
    const late = lateSlots.get(id)
    if (late !== undefined) return late
    const segment = lastNotAfter(segments, (each) => each.block.first <= id)
    const index = segment ? indexInBlock(segment.block, id) : -1
    return segment && index !== -1 ? segment.start + index : -1
  }

  function segmentAt(slot: number): LoadedSegment | null {
    const segment = lastNotAfter(segments, (each) => each.start <= slot)
    return segment && slot < segment.start + segment.block.count ? segment : null
  }

  function idAt(slot: number): string {
    const late = lateIds.get(slot)
    if (late !== undefined) return late
    const segment = segmentAt(slot)
    return segment ? idInBlock(segment.block, slot - segment.start) : ''
  }

  function fromBlock(segment: LoadedSegment, index: number): AnyRecord {
    segment.columns ??= unpackColumns(description, segment.block)
    return recordInBlock(segment.block, segment.columns, index)
  }

  function confirmedAt(slot: number): AnyRecord | null {
    const later = confirmed.get(slot)
    if (later) return later.row
    const segment = segmentAt(slot)
    return segment ? fromBlock(segment, slot - segment.start) : null
  }

  function versionAt(slot: number): number {
    const later = confirmed.get(slot)
    if (later) return later.version
    const segment = segmentAt(slot)
    return segment?.block.versions[slot - segment.start] ?? 0
  }

  function isShown(slot: number): boolean {
    if (aliases.has(slot)) return false
    const own = seen.get(slot)
    if (own !== undefined) return own !== null
    const later = confirmed.get(slot)
    return later ? later.row !== null : segmentAt(slot) !== null
  }

  function seenAt(slot: number): AnyRecord | null {
    const own = seen.get(slot)
    return own === undefined ? confirmedAt(slot) : own
  }

  function slotFor(id: string): number {
    const known = slotOf(id)
    if (known !== -1) return known
    const slot = size
    size += 1
    lateSlots.set(id, slot)
    lateIds.set(slot, id)
    for (const listener of listeners) listener.grown()
    return slot
  }

  function changed(slot: number): number {
    revision += 1
    for (const listener of listeners) listener.slotChanged(slot)
    return slot
  }

  return {
    collection: description.name as CollectionName,
    description,
    segments,
    size: () => size,
    revision: () => revision,
    addBlock,
    slotOf,
    idAt,
    confirmedAt,
    confirmedVersion: (id) => {
      const slot = slotOf(id)
      return slot === -1 ? 0 : versionAt(slot)
    },
    seenAt,
    isShown,
    isReplaced: (slot) => seen.has(slot) || confirmed.has(slot),
    replacedSlots: () => new Set([...confirmed.keys(), ...seen.keys()]),
    confirm(id, version, row) {
      const known = slotOf(id)
      if (known !== -1 && version <= versionAt(known)) return -1
      const slot = slotFor(id)
      confirmed.set(slot, { version, row })
      return changed(slot)
    },
    setSeen(id, record) {
      if (record === undefined) {
        const slot = slotOf(id)
        return slot !== -1 && seen.delete(slot) ? changed(slot) : -1
      }
      const slot = slotFor(id)
      seen.set(slot, record)
      return changed(slot)
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

/** The last of an ascending list for which the test holds; the test must hold for a beginning of the list only. */
export function lastNotAfter<T>(list: readonly T[], holds: (item: T) => boolean): T | null {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = list[middle]
    if (item !== undefined && holds(item)) low = middle + 1
    else high = middle
  }
  return list[low - 1] ?? null
}
