import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { listNumberFields } from '#contract/numbers/sealed-number.ts'
import { bookRules } from '#domain/books/books.ts'
import type { Outbox } from '../open-outbox.ts'
import { getCurrentVersion } from '../sending/classify-response.ts'
import { getServerValue, renewEntry } from '../sending/settle-response.ts'
import {
  createOp,
  findGoneEdits,
  isLost,
  isRefused,
  isRefusedAsGone,
  isUnsettled,
  type NewOp,
  type StoredOp,
} from '../stored-op.ts'
import { type OutboxWrite, writeOutbox } from '../write-outbox.ts'
import { enqueueEdits } from './enqueue-edits.ts'

/**
 * `gone`: the entry no longer exists. `busy`: it is being sent or was acknowledged; nothing was
 * done.
 */
type RepairOutcome = 'done' | 'gone' | 'busy'

/**
 * Sends a refused or held entry again, with the values in `fixed`. A refused one gets a new opId,
 * because the server repeats its response to the old one. One of unknown outcome (without a
 * response, or refused only for lack of permission) keeps its opId, otherwise it could take effect
 * twice.
 */
export async function retryEntry(
  outbox: Outbox,
  opId: string,
  fixed: Readonly<Record<string, FieldValue>> = {},
): Promise<RepairOutcome> {
  const outcome = await writeOutbox(outbox, async (write) => {
    const op = await write.getByOpId(opId)
    if (!op) return 'gone'
    if (op.state === 'sending' || op.state === 'acked') return 'busy'
    const hasFinalResponse = isRefused(op) && op.isFateKnown
    if (!hasFinalResponse && op.request && Object.keys(fixed).length > 0) return { follow: op }
    replaceEntry(write, op, buildRetry(outbox, op, { fixed, hasFinalResponse }))
    return 'done'
  })
  if (typeof outcome === 'string') return outcome
  await enqueueFollowUp(outbox, outcome.follow, fixed)
  return retryEntry(outbox, opId)
}

/** Entries per transaction, so that an edit never waits long for them. */
const lostPerTransaction = 50

/** Queues all undecided edits that the server has lost again, except those of deleted records. */
export async function retryLost(outbox: Outbox): Promise<void> {
  const requeueBatch = () =>
    writeOutbox(outbox, async (write) => {
      const lost = await write.entries((op) => isLost(op) && !isRefusedAsGone(op))
      for (const op of lost.slice(0, lostPerTransaction))
        replaceEntry(write, op, buildRetry(outbox, op, { fixed: {}, hasFinalResponse: true }))
      return lost.length
    })
  while ((await requeueBatch()) > lostPerTransaction);
}

function replaceEntry(write: OutboxWrite, before: StoredOp, renewed: StoredOp): void {
  write.put(renewed)
  write.log({ opId: before.opId, what: 'retried', op: before })
  traceRenewal(write, before, renewed)
}

function buildRetry(
  outbox: Outbox,
  op: StoredOp,
  options: { fixed: Readonly<Record<string, FieldValue>>; hasFinalResponse: boolean },
): StoredOp {
  // Once decided, it is an edit like any other.
  const { wasAcked: _wasAcked, ...rest } = op
  const changes = { ...op.changes }
  for (const [field, value] of Object.entries(options.fixed)) {
    changes[field] = { old: changes[field]?.old ?? null, new: value }
  }
  const renewed: StoredOp = { ...rest, changes, state: 'queued', nextTryAt: 0, problem: null, isAgeConfirmed: true }
  return options.hasFinalResponse ? renewEntry(renewed, outbox.runtime.newId()) : renewed
}

/** A request that may have arrived must not change, so the fix becomes a separate edit after it. */
async function enqueueFollowUp(
  outbox: Outbox,
  op: StoredOp,
  fixed: Readonly<Record<string, FieldValue>>,
): Promise<void> {
  const changes = Object.fromEntries(
    Object.entries(fixed).map(([field, value]) => [field, { old: op.changes[field]?.new ?? null, new: value }]),
  )
  const { collection, recordId: id, baseVersion } = op
  await enqueueEdits(outbox, [{ kind: 'update', collection, id, baseVersion, changes }])
}

/**
 * Settles a conflict on top of the row in the server's response. Theirs: the field is dropped from
 * the entry, and an empty entry is removed with a tombstone. Mine: it is sent again under a new
 * opId, with the value it replaces. A delete goes ahead unless every field is theirs.
 */
export async function resolveEntry(
  outbox: Outbox,
  opId: string,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<RepairOutcome> {
  return writeOutbox(outbox, async (write) => {
    const op = await write.getByOpId(opId)
    if (!op) return 'gone'
    const choice = withFollowers(op, choices)
    const version = op.problem && getCurrentVersion(op.problem)
    if (op.state !== 'conflict' || !op.problem || !version) return 'busy'
    const theirFields = Object.keys(choice).filter((field) => choice[field] === 'theirs')
    const theirs = (field: string) => getServerValue(op.problem, field, op.changes[field]?.old ?? null)
    for (const field of theirFields) await rebaseLater(write, op, { field, value: theirs(field) })
    write.log({ opId, what: 'resolved', op })
    const changes = Object.fromEntries(
      Object.entries(op.changes)
        .filter(([field]) => !theirFields.includes(field))
        .map(([field, change]) => [field, { old: theirs(field), new: change.new }]),
    )
    const hasRemaining =
      op.kind === 'delete' ? theirFields.length < Object.keys(choice).length : Object.keys(changes).length > 0
    if (!hasRemaining) {
      write.remove(op)
      write.trace(opId, 'discarded')
      return 'done'
    }
    // A create whose id was already taken becomes an update of that record.
    const kind = op.kind === 'create' ? 'update' : op.kind
    const renewed = renewEntry({ ...op, kind, changes, baseVersion: version }, outbox.runtime.newId())
    write.put(renewed)
    traceRenewal(write, op, renewed)
    return 'done'
  })
}

/** A field and those derived from it are one value: a choice for one applies to all. */
function withFollowers(op: StoredOp, choices: Readonly<Record<string, 'mine' | 'theirs'>>): typeof choices {
  const { follows = [] } = bookRules[op.collection]
  const followers = follows.flatMap(({ key, source }) => {
    const choice = choices[source] ?? choices[key]
    return choice ? [source, key].filter((field) => field in op.changes).map((field) => [field, choice] as const) : []
  })
  const maskedFields = listNumberFields(mirroredCollections[op.collection]).flatMap(
    ({ key, companions: { masked } }) => {
      const choice = choices[key]
      return choice && masked in op.changes ? [[masked, choice] as const] : []
    },
  )
  return { ...choices, ...Object.fromEntries([...followers, ...maskedFields]) }
}

/** Tells the server to expect the new opId instead of the old one. */
function traceRenewal(write: OutboxWrite, before: StoredOp, after: StoredOp): void {
  if (before.opId === after.opId) return
  write.trace(before.opId, 'rebased', after.opId)
  write.trace(after.opId, 'enqueued')
}

/**
 * Drops an entry permanently (the caller has asked the user) and keeps it in the log as a
 * tombstone. After a create, all other entries of the record are dropped too. Records that refer to
 * it stay; the server refuses them and the user picks another target.
 */
export async function discardEntry(outbox: Outbox, opId: string): Promise<RepairOutcome> {
  return writeOutbox(outbox, async (write) => {
    const op = await write.getByOpId(opId)
    if (!op) return 'gone'
    const lane = await write.lane(op.entityKey)
    const later = lane.ops.filter((entry) => entry.seq > op.seq && isUnsettled(entry))
    const discarded = op.kind === 'create' ? [op, ...later] : [op]
    if (discarded.some((entry) => entry.state === 'sending' || entry.state === 'acked')) return 'busy'
    for (const entry of discarded) {
      write.log({ opId: entry.opId, what: 'discarded', op: entry })
      write.remove(entry)
    }
    if (op.kind !== 'update') return 'done'
    // The next edit of a deleted record takes over the record's last values, which are stored
    // nowhere else.
    const [next] = later
    if (op.lost && next?.kind === 'update') write.put({ ...next, lost: op.lost })
    for (const [field, change] of Object.entries(op.changes)) await rebaseLater(write, op, { field, value: change.old })
    return 'done'
  })
}

/**
 * Later unsent entries were based on a value that will never exist; sets their old value to the
 * current one.
 */
async function rebaseLater(
  write: OutboxWrite,
  op: StoredOp,
  options: { field: string; value: FieldValue },
): Promise<void> {
  const lane = await write.lane(op.entityKey)
  const next = lane.ops.find(
    (entry) => entry.seq > op.seq && isUnsettled(entry) && Object.hasOwn(entry.changes, options.field),
  )
  const change = next?.changes[options.field]
  if (!next || !change) return
  write.put({ ...next, changes: { ...next.changes, [options.field]: { old: options.value, new: change.new } } })
}

/** The record to create: its id, the deleted record's last values, and its name. */
interface NewRecord {
  readonly id: string
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly caption: string
}

/**
 * Creates a new record from a deleted one's last values with the user's waiting edits applied, and
 * removes those edits, in one transaction. `busy`: the record isn't deleted (any more); nothing was
 * done.
 */
export async function addAsNew(outbox: Outbox, opId: string, newRecord: NewRecord): Promise<RepairOutcome> {
  return writeOutbox(outbox, async (write) => {
    const op = await write.getByOpId(opId)
    if (!op) return 'gone'
    const edits = findGoneEdits((await write.lane(op.entityKey)).ops)
    const [first] = edits
    if (!first || edits.some(({ kind }) => kind !== 'update')) return 'busy'
    const isHeld = (await write.getSession())?.isRefused ?? false
    const create = buildCreate(outbox, edits, { newRecord, first, isHeld })
    for (const edit of edits) {
      write.log({ opId: edit.opId, what: 'merged', op: edit, into: create.opId })
      write.remove(edit)
    }
    await write.add(create)
    write.trace(create.opId, 'enqueued')
    return 'done'
  })
}

function buildCreate(
  outbox: Outbox,
  edits: readonly StoredOp[],
  from: { newRecord: NewRecord; first: StoredOp; isHeld: boolean },
): NewOp {
  const { newRecord, first, isHeld } = from
  const dependsOn = new Set(edits.flatMap((edit) => edit.dependsOn))
  dependsOn.delete(first.entityKey)
  return createOp({
    opId: outbox.runtime.newId(),
    kind: 'create',
    collection: first.collection,
    recordId: newRecord.id,
    changes: mergeValues(first.collection, newRecord.fields, edits),
    caption: newRecord.caption,
    dependsOn: [...dependsOn],
    userId: outbox.userId,
    createdAt: outbox.runtime.now(),
    state: isHeld ? 'held_auth' : 'queued',
  })
}

/** Includes edits made while the user decided, and leaves out fields only the server writes. */
function mergeValues(
  collection: CollectionName,
  fields: NewRecord['fields'],
  edits: readonly StoredOp[],
): StoredOp['changes'] {
  const values: Record<string, FieldValue> = { ...fields }
  for (const { changes } of edits) for (const [key, change] of Object.entries(changes)) values[key] = change.new
  const described: readonly Field[] = mirroredCollections[collection].fields
  return Object.fromEntries(
    described.flatMap(({ key, editable }) => {
      const value = values[key] ?? null
      return value === null || editable === false ? [] : [[key, { old: null, new: value }]]
    }),
  )
}
