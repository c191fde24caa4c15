import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { EntryView } from '#mirror/offline-copy.ts'
import { type Account, type ModelChange, type ServerState, userIdByAccount } from './office.ts'

/** One instruction a person gave the app, recorded independently of the app's own storage. */
export interface Wish {
  readonly number: number
  readonly outboxName: string
  readonly account: Account
  readonly collection: CollectionName
  readonly recordId: string
  readonly kind: 'create' | 'update' | 'delete'
  /** Wanted values; a field is removed when the person accepts the other's value. */
  readonly values: Map<string, FieldValue>
  /** Previous values of these fields on the screen. */
  readonly previousValues: ReadonlyMap<string, FieldValue>
  /**
   * Values by others that the screen showed for these fields; a person who types over a conflict
   * has seen them.
   */
  readonly theirs: ReadonlyMap<string, FieldValue>
  /** Fields whose value is unique in the run, so that it identifies its author. */
  readonly unique: ReadonlySet<string>
  /**
   * `kept`: the app confirmed it. `unknown`: the tab died before answering. `not_kept`: the app
   * reported a failure.
   */
  readonly result: 'kept' | 'unknown' | 'not_kept'
  /** Seq of the outbox entry that holds it; null when there is none. */
  readonly seq: number | null
  /** Replaces a refused value and takes its place in the order. */
  readonly isFix: boolean
}

export interface Owed {
  readonly wishes: Wish[]
  /**
   * `<record>/<field>` or `<record>` that several parties wrote, so that any of their values may be
   * the last.
   */
  readonly contested: Set<string>
  /** `<outbox> <record>/<field>` where the person saw the other's value and chose their own. */
  readonly insisted: Set<string>
  /**
   * `<outbox> <record>/<field>=<value>` of discarded edits, both old and new values. They may have
   * been sent before, or discarding may have failed on a full disk, so such a value may be in the
   * database and known to its author.
   */
  readonly discarded: Set<string>
  lastNumber: number
}

export function createOwed(): Owed {
  return { wishes: [], contested: new Set(), insisted: new Set(), discarded: new Set(), lastNumber: 0 }
}

/** The person discarded this entry and, for a create, everything after it. */
export function forgetEntry(owed: Owed, outboxName: string, entry: EntryView): void {
  for (const wish of owed.wishes) {
    if (wish.outboxName !== outboxName || wish.recordId !== entry.recordId) continue
    for (const field of wish.values.keys()) owed.contested.add(`${wish.recordId}/${field}`)
    owed.contested.add(wish.recordId)
  }
  const isGone = (wish: Wish) =>
    wish.outboxName === outboxName &&
    wish.recordId === entry.recordId &&
    (wish.seq === entry.seq || (entry.kind === 'create' && (wish.seq ?? 0) >= entry.seq))
  for (const wish of owed.wishes.filter(isGone)) {
    for (const [field, value] of [...wish.values, ...wish.previousValues])
      owed.discarded.add(createValueKey(wish, field, value))
  }
  owed.wishes.splice(0, owed.wishes.length, ...owed.wishes.filter((wish) => !isGone(wish)))
}

/** The person accepted the other's value for these fields. */
export function yieldFields(
  owed: Owed,
  outboxName: string,
  refusal: { entry: EntryView; fields: readonly string[] },
): void {
  for (const wish of owed.wishes) {
    if (wish.outboxName !== outboxName || wish.recordId !== refusal.entry.recordId) continue
    owed.contested.add(wish.recordId)
    for (const field of refusal.fields) {
      owed.contested.add(`${wish.recordId}/${field}`)
      if (wish.seq === refusal.entry.seq) wish.values.delete(field)
    }
  }
}

/** Entries that still wait on a device after everything has settled. */
export type WaitingEntries = ReadonlyMap<string, readonly EntryView[]>

/** One line per wanted value that is neither in the database nor visibly waiting. */
export function findUnpaid(owed: Owed, server: ServerState, waiting: WaitingEntries): string[] {
  const unpaid: string[] = []
  for (const wishes of byLane(owed.wishes).values()) {
    const [first] = wishes
    if (!first) continue
    const lane: RecordLedger = {
      wishes,
      userId: userIdByAccount[first.account],
      changes: server.changes.filter((change) => change.recordId === first.recordId),
      entries: (waiting.get(first.outboxName) ?? []).filter((entry) => entry.recordId === first.recordId),
      isThere: server.rows[first.collection].has(first.recordId),
      repeated: findRepeatedValues(owed.wishes.filter((wish) => wish.recordId === first.recordId)),
    }
    unpaid.push(
      ...findUnpaidInLane(lane),
      ...findKeptDespiteFailure(lane),
      ...findOutOfOrder(lane),
      ...findUnseenOverwrites(owed, lane),
    )
  }
  return [...unpaid, ...findWrongEnds(owed, server, waiting)]
}

interface RecordLedger {
  readonly wishes: readonly Wish[]
  readonly userId: string
  readonly changes: readonly ModelChange[]
  readonly entries: readonly EntryView[]
  readonly isThere: boolean
  /**
   * `<field>=<value>` that somebody wrote again by going back to it, so that it no longer
   * identifies its author.
   */
  readonly repeated: ReadonlySet<string>
}

function findRepeatedValues(wishes: readonly Wish[]): Set<string> {
  return new Set(
    wishes.flatMap((wish) =>
      [...wish.values]
        .filter(([field]) => !wish.unique.has(field))
        .map(([field, value]) => `${field}=${String(value)}`),
    ),
  )
}

function byLane(wishes: readonly Wish[]): Map<string, Wish[]> {
  return Map.groupBy(wishes, (wish) => `${wish.outboxName} ${wish.recordId}`)
}

function findUnpaidInLane(lane: RecordLedger): string[] {
  const promised = lane.wishes.filter((wish) => wish.result !== 'not_kept')
  const lastDelete = promised.findLastIndex((wish) => wish.kind === 'delete' && wish.result === 'kept')
  const unpaid: string[] = []
  const deletion = promised[lastDelete]
  if (deletion && !isDeletePaid(lane)) unpaid.push(`${describeWish(deletion)}: the record is still there`)
  if (promised.some((wish) => wish.kind === 'delete')) return unpaid
  const creation = promised.find((wish) => wish.kind === 'create' && wish.result === 'kept')
  if (creation && !isCreatePaid(lane)) unpaid.push(`${describeWish(creation)}: the record was never made`)
  for (const field of new Set(promised.flatMap((wish) => [...wish.values.keys()]))) {
    const writing = promised.filter((wish) => wish.values.has(field))
    const lastKept = writing.findLastIndex((wish) => wish.result === 'kept')
    const last = writing[lastKept]
    if (!last || writing.slice(lastKept).some((wish) => isValuePaid(lane, wish, field))) continue
    unpaid.push(`${describeWish(last)}: ${field} = ${String(last.values.get(field))} is nowhere`)
  }
  return unpaid
}

function isDeletePaid({ isThere, entries }: RecordLedger): boolean {
  return !isThere || entries.some((entry) => entry.kind === 'delete')
}

function isCreatePaid({ changes, entries, userId }: RecordLedger): boolean {
  return (
    changes.some((change) => change.kind === 'create' && change.userId === userId) ||
    entries.some((entry) => entry.kind === 'create')
  )
}

function isValuePaid(lane: RecordLedger, wish: Wish, field: string): boolean {
  const value = wish.values.get(field) ?? null
  if (lane.entries.some((entry) => (entry.changes[field]?.new ?? null) === value && field in entry.changes)) return true
  if (!wish.unique.has(field)) {
    return value === null || lane.changes.some((change) => (change.fields[field]?.new ?? null) === value)
  }
  return lane.changes.some((change) => change.userId === lane.userId && change.fields[field]?.new === value)
}

/** An edit reported as not kept must not be stored. */
function findKeptDespiteFailure(lane: RecordLedger): string[] {
  const denied = lane.wishes.filter((wish) => wish.result === 'not_kept')
  return denied.flatMap((wish) =>
    [...wish.unique]
      .filter((field) => isValuePaid(lane, wish, field))
      .map((field) => `${describeWish(wish)}: ${field} was stored although the app reported a failure`),
  )
}

/** Per record, a person's values reached the database in the order written. */
function findOutOfOrder({ wishes, changes, userId, repeated }: RecordLedger): string[] {
  const numbers = new Map<unknown, number>()
  for (const wish of wishes) {
    if (wish.isFix) continue
    for (const field of wish.unique) numbers.set(`${field}=${String(wish.values.get(field))}`, wish.number)
  }
  const breaches: string[] = []
  let newest = 0
  for (const change of changes) {
    if (change.userId !== userId) continue
    const written = Object.entries(change.fields).flatMap(([field, { new: value }]) => {
      const key = `${field}=${String(value)}`
      return repeated.has(key) ? [] : (numbers.get(key) ?? [])
    })
    if (written.length === 0) continue
    const oldest = Math.min(...written)
    if (oldest <= newest) breaches.push(`wish ${oldest} reached the database after wish ${newest} of the same record`)
    newest = Math.max(newest, ...written)
  }
  return breaches
}

/** Nobody overwrote a value they had not seen, unless they were shown it and insisted. */
function findUnseenOverwrites({ insisted, discarded }: Owed, { wishes, changes, repeated }: RecordLedger): string[] {
  // A create overwrites nothing, regardless of what its author saw on the device.
  const overwriting = changes.filter(({ kind }) => kind !== 'create')
  return overwriting.flatMap((change) =>
    Object.entries(change.fields).flatMap(([field, { old, new: value }]) => {
      const wish = wishes.find(
        (candidate) =>
          candidate.kind === 'update' && candidate.unique.has(field) && candidate.values.get(field) === value,
      )
      if (
        !wish ||
        repeated.has(`${field}=${String(value)}`) ||
        insisted.has(`${wish.outboxName} ${wish.recordId}/${field}`)
      )
        return []
      const known = wishes.flatMap((candidate) =>
        [candidate.previousValues, candidate.values, candidate.theirs].map((values) => values.get(field) ?? null),
      )
      if (known.some((knownValue) => knownValue === old) || discarded.has(createValueKey(wish, field, old))) return []
      return [`${describeWish(wish)}: ${field} went over ${String(old)}, which the person never saw`]
    }),
  )
}

function createValueKey(wish: Wish, field: string, value: unknown): string {
  return `${wish.outboxName} ${wish.recordId}/${field}=${String(value)}`
}

/** Where only one person on one device wrote, their last value is the stored one. */
function findWrongEnds(owed: Owed, server: ServerState, waiting: WaitingEntries): string[] {
  const wrong: string[] = []
  for (const wishes of Map.groupBy(owed.wishes, (wish) => wish.recordId).values()) {
    const [first] = wishes
    if (!first || owed.contested.has(first.recordId) || !hasSingleAuthor(wishes)) continue
    const row = server.rows[first.collection].get(first.recordId)
    const entries = (waiting.get(first.outboxName) ?? []).filter((entry) => entry.recordId === first.recordId)
    if (!row || entries.length > 0) continue
    for (const field of new Set(wishes.flatMap((wish) => [...wish.values.keys()]))) {
      if (owed.contested.has(`${first.recordId}/${field}`)) continue
      const last = wishes.findLast((wish) => wish.values.has(field))
      const value = last?.values.get(field) ?? null
      if (last && (row[field] ?? null) !== value) {
        wrong.push(`${describeWish(last)}: ${field} ended as ${String(row[field])} and not as ${String(value)}`)
      }
    }
  }
  return wrong
}

function hasSingleAuthor(wishes: readonly Wish[]): boolean {
  const kept = wishes.every((wish) => wish.result === 'kept' && wish.kind !== 'delete')
  return kept && new Set(wishes.map((wish) => wish.outboxName)).size === 1
}

function describeWish(wish: Wish): string {
  return `wish ${wish.number} (${wish.outboxName} ${wish.kind} ${wish.recordId.slice(-6)})`
}
