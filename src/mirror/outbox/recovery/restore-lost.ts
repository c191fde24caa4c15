import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { problem } from '#contract/problem.ts'
import { findDependencies, listReferenceFields } from '../entries/enqueue-edits.ts'
import type { Outbox } from '../open-outbox.ts'
import type { SentRow } from '../outbox-database.ts'
import { isSameValue } from '../sending/settle-response.ts'
import {
  buildEntityKey,
  combineChanges,
  createEntry,
  isNeverSent,
  isRefused,
  isUnsettled,
  type NewEntry,
  type StoredEntry,
} from '../stored-entry.ts'
import { type OutboxWrite, writeOutbox } from '../write-outbox.ts'

/** Acknowledged edits and which of them the server still knows, gathered after a full copy. */
export interface LostEdits {
  /** All remembered edits that the server once acknowledged, in order. */
  readonly sent: readonly SentRow[]
  /** Whether the server still has the edit; false: lost in a restore. */
  isKnown(opId: string): boolean
  /** The record in the fresh copy, or null. */
  currentRecord(collection: CollectionName, id: string): AnyRecord | null
  /** Last values of records missing from the fresh copy, by `<collection>/<id>`. */
  readonly vanished: ReadonlyMap<string, AnyRecord>
}

/** Records per transaction, so that an edit never waits long for them. */
const recordsPerTransaction = 40

/**
 * Puts edits the server has lost back into the outbox, one entry per record, for the user to send
 * or discard. Nothing is sent automatically. One transaction adds the entry and forgets the edits
 * it restores, so a crash neither loses nor duplicates them. Returns false when aborted or when
 * some records wait for an entry in transit; call it again later.
 */
export async function restoreLost(outbox: Outbox, lostEdits: LostEdits, signal: AbortSignal): Promise<boolean> {
  const records = sortByDependency(groupByRecord(lostEdits))
  let isOver = true
  for (let from = 0; from < records.length && !signal.aborted; from += recordsPerTransaction) {
    const part = records.slice(from, from + recordsPerTransaction)
    const isPartOver = await writeOutbox(outbox, (write) => restorePart(outbox, write, { part, lostEdits }))
    isOver &&= isPartOver
  }
  return isOver && !signal.aborted
}

/** The remembered edits of one record. */
interface SentRecord {
  readonly entityKey: string
  readonly collection: CollectionName
  readonly recordId: string
  /** Edits the server doesn't know. */
  readonly lost: SentRow[]
  /** Known edits after the last lost one. */
  knownRows: SentRow[]
}

/** Groups the edits by record; only records with lost edits. */
function groupByRecord({ sent, isKnown }: LostEdits): Map<string, SentRecord> {
  const records = new Map<string, SentRecord>()
  for (const row of sent) {
    const { collection, recordId } = row
    const entityKey = buildEntityKey(collection, recordId)
    const record = records.get(entityKey) ?? { entityKey, collection, recordId, lost: [], knownRows: [] }
    if (isKnown(row.opId)) record.knownRows.push(row)
    else {
      record.lost.push(row)
      record.knownRows = []
    }
    records.set(entityKey, record)
  }
  for (const [entityKey, { lost }] of records) if (lost.length === 0) records.delete(entityKey)
  return records
}

/**
 * Topological order: a record follows those it refers to, which may have to be created first.
 * Deleted records come last, after everything that referred to them.
 */
function sortByDependency(records: ReadonlyMap<string, SentRecord>): SentRecord[] {
  const visited = new Set<string>()
  const order: SentRecord[] = []
  function visit(entityKey: string): void {
    const record = records.get(entityKey)
    if (!record || visited.has(entityKey)) return
    visited.add(entityKey)
    listTargets(record).forEach(visit)
    order.push(record)
  }
  for (const entityKey of records.keys()) visit(entityKey)
  const isDeleted = ({ lost }: SentRecord) => lost.at(-1)?.kind === 'delete'
  return [...order.filter((record) => !isDeleted(record)), ...order.filter(isDeleted)]
}

/** Entity keys of the records that the lost edits refer to. */
function listTargets({ collection, lost }: SentRecord): string[] {
  return listReferenceFields(collection).flatMap(({ key, refers }) =>
    lost.flatMap(({ changes }) => {
      const target = changes[key]?.new
      return refers && typeof target === 'string' ? [buildEntityKey(refers.collection, target)] : []
    }),
  )
}

async function restorePart(
  outbox: Outbox,
  write: OutboxWrite,
  { part, lostEdits }: { part: readonly SentRecord[]; lostEdits: LostEdits },
): Promise<boolean> {
  const { sent } = outbox.db
  const lostSeqs = part.flatMap(({ lost }) => lost.map(({ seq }) => seq))
  // Another tab may have done this already, or the user may have signed out.
  const remembered = new Set(await sent.where('seq').anyOf(lostSeqs).primaryKeys())
  const lanes = await Promise.all(part.map(({ entityKey }) => write.lane(entityKey)))
  const settled: number[] = []
  let isOver = true
  for (const [index, record] of part.entries()) {
    const lost = record.lost.filter(({ seq }) => remembered.has(seq))
    if (lost.length === 0) continue
    const currentRecord = lostEdits.currentRecord(record.collection, record.recordId)
    const joined = joinLostEdits({ ...record, lost, lane: lanes[index]?.entries ?? [], current: currentRecord })
    isOver &&= joined.kind !== 'later'
    if (joined.kind === 'later') continue
    settled.push(...lost.map(({ seq }) => seq))
    if (joined.kind === 'edit')
      await restoreRecord(outbox, write, { record: { ...record, lost }, lostEdits, edit: joined.edit })
  }
  if (settled.length > 0) await sent.bulkDelete(settled)
  return isOver
}

async function restoreRecord(
  outbox: Outbox,
  write: OutboxWrite,
  { record, edit, lostEdits }: { record: SentRecord; edit: JoinedEdit; lostEdits: LostEdits },
): Promise<void> {
  const entry = buildRestoredEntry(outbox, record, edit)
  const lost = edit.isGone ? lostEdits.vanished.get(record.entityKey) : undefined
  for (const absorbed of edit.absorbed) {
    write.log({ opId: absorbed.opId, what: 'merged', op: absorbed, into: entry.opId })
    write.remove(absorbed)
  }
  const { entityKeys } = await findDependencies(write, entry)
  await write.add({ ...entry, dependsOn: entityKeys, ...(lost && { lost }) })
  // The server may still hold traces of the old opIds; report them as replaced.
  for (const { opId } of record.lost) write.trace(opId, 'rebased', entry.opId)
}

/**
 * The restored entry. Its state is `rejected`, so it waits for the user, and a retry sends it under
 * a new opId.
 */
function buildRestoredEntry(
  { runtime, userId }: Outbox,
  { lost, collection, recordId, knownRows }: SentRecord,
  edit: JoinedEdit,
): NewEntry {
  const { kind, changes, baseVersion, isGone } = edit
  const actions = new Set(lost.map(({ actId }) => actId))
  return createEntry({
    opId: runtime.newId(),
    kind,
    collection,
    recordId,
    baseVersion,
    changes,
    userId,
    caption: [...lost, ...knownRows].findLast(({ caption }) => caption !== '')?.caption ?? '',
    actId: actions.size === 1 ? ([...actions][0] ?? null) : null,
    createdAt: lost[0]?.createdAt ?? runtime.now(),
    state: 'rejected',
    problem: problem(isGone ? 'not_found' : 'restored'),
    isFateKnown: true,
    wasAcked: true,
  })
}

/** One record after a full copy from a server that may have been restored from a backup. */
export interface LostRecord {
  readonly collection: CollectionName
  /** Acknowledged edits that the server does not know, in order; at least one. */
  readonly lost: readonly SentRow[]
  /** Later acknowledged edits that the server knows. */
  readonly knownRows: readonly SentRow[]
  /** Entries of the outbox, all made after the lost edits. */
  readonly lane: readonly StoredEntry[]
  /** The record on the server; null when it has none. */
  readonly current: AnyRecord | null
}

/** The one edit that restores everything lost of a record. */
interface JoinedEdit {
  readonly kind: StoredEntry['kind']
  readonly changes: StoredEntry['changes']
  readonly baseVersion: number
  /** It updates a record that the server does not have. */
  readonly isGone: boolean
  /** Waiting entries it absorbs. */
  readonly absorbed: readonly StoredEntry[]
}

/**
 * `nothing`: nothing is missing or wanted any more. `later`: an entry of the record is in transit;
 * its outcome decides.
 */
type JoinedLoss = { kind: 'nothing' } | { kind: 'later' } | { kind: 'edit'; edit: JoinedEdit }

const noLoss: JoinedLoss = { kind: 'nothing' }

/**
 * Joins lost edits of a record: a create with its updates is one create, updates are one update
 * with the last values, after a delete only the delete counts. Leaves out fields that a later edit
 * writes and values that are already there; the server's current values become the old ones.
 */
export function joinLostEdits(record: LostRecord): JoinedLoss {
  const { knownRows, lane, current } = record
  const later = [...knownRows, ...lane]
  const merged = mergeLost(record.lost)
  // A later deletion or recreation has decided about all of it.
  if (later.some(({ kind }) => kind !== 'update')) return noLoss
  if (merged.kind === 'delete') return current ? buildJoinedEdit({ kind: 'delete', changes: {}, current }) : noLoss
  if (merged.kind === 'create' && !current) return joinCreate(record, merged.changes)
  const remaining = Object.entries(merged.changes).filter(
    ([key]) => !later.some(({ changes }) => Object.hasOwn(changes, key)),
  )
  if (!current)
    return remaining.length === 0
      ? noLoss
      : buildJoinedEdit({ kind: 'update', changes: Object.fromEntries(remaining), current })
  const differing = remaining
    .map(([key, change]) => [key, { old: current[key] ?? null, new: change.new }] as const)
    .filter(([key, change]) => !isSameValue(record, key, [change.old, change.new]))
  return differing.length === 0
    ? noLoss
    : buildJoinedEdit({ kind: 'update', changes: Object.fromEntries(differing), current })
}

type MergedEdit = Pick<SentRow, 'kind' | 'changes'>

function mergeLost(lost: readonly SentRow[]): MergedEdit {
  return lost.reduce<MergedEdit>(
    (before, { kind, changes }) =>
      kind === 'update' ? { kind: before.kind, changes: combineChanges(before.changes, changes) } : { kind, changes },
    { kind: 'update', changes: {} },
  )
}

/**
 * Waiting updates cannot precede the create of their record, so it absorbs them, unless they may be
 * in transit.
 */
function joinCreate({ lane }: LostRecord, changes: SentRow['changes']): JoinedLoss {
  const absorbed = lane.filter(isUnsettled)
  if (!absorbed.every(canAbsorb)) return { kind: 'later' }
  const combinedChanges = absorbed.reduce((before, { changes: after }) => combineChanges(before, after), changes)
  const created = Object.fromEntries(
    Object.entries(combinedChanges).map(([key, change]) => [key, { old: null, new: change.new }]),
  )
  return buildJoinedEdit({ kind: 'create', changes: created, current: null }, absorbed)
}

function canAbsorb(entry: StoredEntry): boolean {
  return isNeverSent(entry) || (isRefused(entry) && entry.isFateKnown)
}

function buildJoinedEdit(
  { current, ...rest }: MergedEdit & { current: AnyRecord | null },
  absorbed: readonly StoredEntry[] = [],
): JoinedLoss {
  const isGone = rest.kind === 'update' && current === null
  return { kind: 'edit', edit: { ...rest, baseVersion: current?.version ?? 0, isGone, absorbed } }
}
