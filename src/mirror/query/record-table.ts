import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, RecordDescription } from '#contract/books/field.ts'
import {
  findIndexInBlock,
  readIdInBlock,
  readRecordInBlock,
  type RecordBlock,
  unpackColumns,
  type UnpackedColumn,
} from '#mirror/store/record-block.ts'

/**
 * The records of one collection in memory, by slot. A record keeps its slot: records of blocks have
 * slots in id order, later records get the slots after them. Confirmed records and the user's view
 * on top (`setDisplayed`) are separate; queries run over the view.
 */
export interface RecordTable {
  readonly collection: CollectionName
  readonly description: RecordDescription
  readonly segments: readonly Segment[]
  /** Slots in use, whether shown or not. */
  size(): number
  /**
   * Raised by every change. Data derived from another collection's records is dropped when it
   * changes.
   */
  revision(): number
  addBlock(block: RecordBlock): void
  findSlot(id: string): number
  idAt(slot: number): string
  /** The record as the server confirmed it; null when there is none. */
  readConfirmed(slot: number): AnyRecord | null
  /** Version of the confirmed record or of its deletion; 0 when nothing was ever confirmed. */
  confirmedVersion(id: string): number
  /** Every confirmed record, for comparing with the server. */
  listVersions(): Iterable<{ id: string; version: number }>
  /** The record with the user's edits applied; null when it is deleted or hidden. */
  displayedAt(slot: number): AnyRecord | null
  isShown(slot: number): boolean
  /** Slots whose record differs from that of its block. */
  listReplacedSlots(): Iterable<number>
  /** Slots without a visible record: deleted, hidden, or known by another slot. */
  listHiddenSlots(): Iterable<number>
  /**
   * Stores a confirmed change if its version is newer. Returns the slot, or -1 when nothing
   * changed.
   */
  confirm(id: string, version: number, row: AnyRecord | null): number
  /**
   * Sets the user's view of a record: another record, `null` to hide it, `undefined` to show the
   * confirmed one.
   */
  setDisplayed(id: string, displayed: AnyRecord | null | undefined): number
  /**
   * `slotChanged` runs after a slot's displayed record changed, `sizeChanged` after a block or slot
   * was added.
   */
  onChange(listener: TableListener): void
}

export interface TableListener {
  slotChanged(slot: number): void
  sizeChanged(): void
}

export interface Segment {
  readonly start: number
  readonly block: RecordBlock
}

interface LoadedSegment extends Segment {
  columns: UnpackedColumn[] | null
}

interface TableState {
  readonly description: RecordDescription
  readonly segments: LoadedSegment[]
  /** Records that arrived after the blocks. */
  readonly lateSlots: Map<string, number>
  readonly lateIds: Map<number, string>
  /** Block slots whose record already had a slot when the block arrived. */
  readonly aliases: Set<number>
  readonly confirmed: Map<number, { version: number; row: AnyRecord | null }>
  readonly displayed: Map<number, AnyRecord | null>
  readonly listeners: TableListener[]
  size: number
  revision: number
}

export function createRecordTable(description: RecordDescription): RecordTable {
  const state: TableState = {
    description,
    segments: [],
    lateSlots: new Map(),
    lateIds: new Map(),
    aliases: new Set(),
    confirmed: new Map(),
    displayed: new Map(),
    listeners: [],
    size: 0,
    revision: 0,
  }
  return {
    collection: description.name as CollectionName,
    description,
    segments: state.segments,
    size: () => state.size,
    revision: () => state.revision,
    addBlock: (block) => addBlock(state, block),
    findSlot: (id) => findSlot(state, id),
    idAt: (slot) => idAt(state, slot),
    readConfirmed: (slot) => readConfirmed(state, slot),
    confirmedVersion(id) {
      const slot = findSlot(state, id)
      return slot === -1 ? 0 : versionAt(state, slot)
    },
    displayedAt(slot) {
      const override = state.displayed.get(slot)
      return override === undefined ? readConfirmed(state, slot) : override
    },
    listVersions: () => listVersions(state),
    isShown: (slot) => isShown(state, slot),
    listReplacedSlots: () => listReplacedSlots(state),
    listHiddenSlots: () => listHiddenSlots(state),
    confirm: (id, version, row) => confirmRecord(state, id, { version, row }),
    setDisplayed: (id, displayed) => setDisplayed(state, id, displayed),
    onChange: (listener) => void state.listeners.push(listener),
  }
}

function addBlock(state: TableState, block: RecordBlock): void {
  const segment: LoadedSegment = { start: state.size, block, columns: null }
  state.segments.push(segment)
  state.size += block.count
  state.revision += 1
  for (const [id, slot] of state.lateSlots) adopt(state, segment, { id, slot })
  for (const listener of state.listeners) listener.sizeChanged()
}

/**
 * A record created here, or changed during the copy, also arrives in its block; it keeps its first
 * slot.
 */
function adopt(state: TableState, segment: LoadedSegment, { id, slot }: { id: string; slot: number }): void {
  const index = findIndexInBlock(segment.block, id)
  if (index === -1) return
  state.aliases.add(segment.start + index)
  const version = segment.block.versions[index] ?? 0
  if (version <= (state.confirmed.get(slot)?.version ?? 0)) return
  state.confirmed.set(slot, { version, row: recordFrom(state, segment, index) })
}

function findSlot({ lateSlots, segments }: TableState, id: string): number {
  const lateSlot = lateSlots.get(id)
  if (lateSlot !== undefined) return lateSlot
  const segment = findLastInPrefix(segments, (candidate) => candidate.block.first <= id)
  const index = segment ? findIndexInBlock(segment.block, id) : -1
  return segment && index !== -1 ? segment.start + index : -1
}

function segmentAt({ segments }: TableState, slot: number): LoadedSegment | null {
  const segment = findLastInPrefix(segments, (candidate) => candidate.start <= slot)
  return segment && slot < segment.start + segment.block.count ? segment : null
}

function idAt(state: TableState, slot: number): string {
  const lateId = state.lateIds.get(slot)
  if (lateId !== undefined) return lateId
  const segment = segmentAt(state, slot)
  return segment ? readIdInBlock(segment.block, slot - segment.start) : ''
}

function recordFrom({ description }: TableState, segment: LoadedSegment, index: number): AnyRecord {
  segment.columns ??= unpackColumns(description, segment.block)
  return readRecordInBlock(segment.block, segment.columns, index)
}

function readConfirmed(state: TableState, slot: number): AnyRecord | null {
  const later = state.confirmed.get(slot)
  if (later) return later.row
  const segment = segmentAt(state, slot)
  return segment ? recordFrom(state, segment, slot - segment.start) : null
}

function versionAt(state: TableState, slot: number): number {
  const later = state.confirmed.get(slot)
  if (later) return later.version
  const segment = segmentAt(state, slot)
  return segment?.block.versions[slot - segment.start] ?? 0
}

function* listVersions(state: TableState): Generator<{ id: string; version: number }> {
  for (let slot = 0; slot < state.size; slot++) {
    const later = state.confirmed.get(slot)
    const hasRecord = later ? later.row !== null : segmentAt(state, slot) !== null
    if (hasRecord && !state.aliases.has(slot)) yield { id: idAt(state, slot), version: versionAt(state, slot) }
  }
}

function isShown(state: TableState, slot: number): boolean {
  if (state.aliases.has(slot)) return false
  const override = state.displayed.get(slot)
  if (override !== undefined) return override !== null
  const later = state.confirmed.get(slot)
  return later ? later.row !== null : segmentAt(state, slot) !== null
}

function listReplacedSlots({ confirmed, displayed }: TableState): ReadonlySet<number> {
  return new Set([...confirmed.keys(), ...displayed.keys()])
}

function listHiddenSlots(state: TableState): readonly number[] {
  return [...state.aliases, ...[...listReplacedSlots(state)].filter((slot) => !isShown(state, slot))]
}

function getOrAddSlot(state: TableState, id: string): number {
  const existingSlot = findSlot(state, id)
  if (existingSlot !== -1) return existingSlot
  const slot = state.size
  state.size += 1
  state.lateSlots.set(id, slot)
  state.lateIds.set(slot, id)
  for (const listener of state.listeners) listener.sizeChanged()
  return slot
}

function confirmRecord(state: TableState, id: string, change: { version: number; row: AnyRecord | null }): number {
  const existingSlot = findSlot(state, id)
  if (existingSlot !== -1 && change.version <= versionAt(state, existingSlot)) return -1
  const slot = getOrAddSlot(state, id)
  state.confirmed.set(slot, change)
  return notifyChanged(state, slot)
}

function setDisplayed(state: TableState, id: string, displayed: AnyRecord | null | undefined): number {
  if (displayed === undefined) {
    const slot = findSlot(state, id)
    return slot !== -1 && state.displayed.delete(slot) ? notifyChanged(state, slot) : -1
  }
  const slot = getOrAddSlot(state, id)
  state.displayed.set(slot, displayed)
  return notifyChanged(state, slot)
}

function notifyChanged(state: TableState, slot: number): number {
  state.revision += 1
  for (const listener of state.listeners) listener.slotChanged(slot)
  return slot
}

/** The last item for which the test holds. The test must hold for a prefix of the list. */
function findLastInPrefix<T>(items: readonly T[], predicate: (item: T) => boolean): T | null {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && predicate(item)) low = middle + 1
    else high = middle
  }
  return items[low - 1] ?? null
}
