import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { listPersonNumberFields } from '#contract/person-numbers/sealed-number.ts'
import { bookRules } from '#domain/books/books.ts'
import type { Outbox } from '../open-outbox.ts'
import { getCurrentVersion } from '../sending/classify-response.ts'
import { getServerValue, renewEntry } from '../sending/settle-response.ts'
import {
  createEntry,
  findGoneEdits,
  isLost,
  isRefused,
  isRefusedAsGone,
  isUnsettled,
  type NewEntry,
  type StoredEntry,
} from '../stored-entry.ts'
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
    const entry = await write.getByOpId(opId)
    if (!entry) return 'gone'
    if (entry.state === 'sending' || entry.state === 'acked') return 'busy'
    const hasFinalResponse = isRefused(entry) && entry.isFateKnown
    if (!hasFinalResponse && entry.request && Object.keys(fixed).length > 0) return { follow: entry }
    replaceEntry(write, entry, buildRetry(outbox, entry, { fixed, hasFinalResponse }))
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
      const lost = await write.entries((entry) => isLost(entry) && !isRefusedAsGone(entry))
      for (const entry of lost.slice(0, lostPerTransaction))
        replaceEntry(write, entry, buildRetry(outbox, entry, { fixed: {}, hasFinalResponse: true }))
      return lost.length
    })
  while ((await requeueBatch()) > lostPerTransaction);
}

function replaceEntry(write: OutboxWrite, before: StoredEntry, renewed: StoredEntry): void {
  write.put(renewed)
  write.log({ opId: before.opId, what: 'retried', op: before })
  traceRenewal(write, before, renewed)
}

function buildRetry(
  outbox: Outbox,
  entry: StoredEntry,
  options: { fixed: Readonly<Record<string, FieldValue>>; hasFinalResponse: boolean },
): StoredEntry {
  // Once decided, it is an edit like any other.
  const { wasAcked: _wasAcked, ...rest } = entry
  const changes = { ...entry.changes }
  for (const [field, value] of Object.entries(options.fixed)) {
    changes[field] = { old: changes[field]?.old ?? null, new: value }
  }
  const renewed: StoredEntry = { ...rest, changes, state: 'queued', nextTryAt: 0, problem: null, isAgeConfirmed: true }
  return options.hasFinalResponse ? renewEntry(renewed, outbox.runtime.newId()) : renewed
}

/** A request that may have arrived must not change, so the fix becomes a separate edit after it. */
async function enqueueFollowUp(
  outbox: Outbox,
  entry: StoredEntry,
  fixed: Readonly<Record<string, FieldValue>>,
): Promise<void> {
  const changes = Object.fromEntries(
    Object.entries(fixed).map(([field, value]) => [field, { old: entry.changes[field]?.new ?? null, new: value }]),
  )
  const { collection, recordId: id, baseVersion } = entry
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
    const entry = await write.getByOpId(opId)
    if (!entry) return 'gone'
    const choice = withFollowers(entry, choices)
    const version = entry.problem && getCurrentVersion(entry.problem)
    if (entry.state !== 'conflict' || !entry.problem || !version) return 'busy'
    const theirFields = Object.keys(choice).filter((field) => choice[field] === 'theirs')
    const theirs = (field: string) => getServerValue(entry.problem, field, entry.changes[field]?.old ?? null)
    for (const field of theirFields) await rebaseLater(write, entry, { field, value: theirs(field) })
    write.log({ opId, what: 'resolved', op: entry })
    const changes = Object.fromEntries(
      Object.entries(entry.changes)
        .filter(([field]) => !theirFields.includes(field))
        .map(([field, change]) => [field, { old: theirs(field), new: change.new }]),
    )
    const hasRemaining =
      entry.kind === 'delete' ? theirFields.length < Object.keys(choice).length : Object.keys(changes).length > 0
    if (!hasRemaining) {
      write.remove(entry)
      write.trace(opId, 'discarded')
      return 'done'
    }
    // A create whose id was already taken becomes an update of that record.
    const kind = entry.kind === 'create' ? 'update' : entry.kind
    const renewed = renewEntry({ ...entry, kind, changes, baseVersion: version }, outbox.runtime.newId())
    write.put(renewed)
    traceRenewal(write, entry, renewed)
    return 'done'
  })
}

/** A field and those derived from it are one value: a choice for one applies to all. */
function withFollowers(entry: StoredEntry, choices: Readonly<Record<string, 'mine' | 'theirs'>>): typeof choices {
  const { follows = [] } = bookRules[entry.collection]
  const followers = follows.flatMap(({ key, source }) => {
    const choice = choices[source] ?? choices[key]
    return choice
      ? [source, key].filter((field) => field in entry.changes).map((field) => [field, choice] as const)
      : []
  })
  const maskedFields = listPersonNumberFields(mirroredCollections[entry.collection]).flatMap(
    ({ key, companions: { masked } }) => {
      const choice = choices[key]
      return choice && masked in entry.changes ? [[masked, choice] as const] : []
    },
  )
  return { ...choices, ...Object.fromEntries([...followers, ...maskedFields]) }
}

/** Tells the server to expect the new opId instead of the old one. */
function traceRenewal(write: OutboxWrite, before: StoredEntry, after: StoredEntry): void {
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
    const entry = await write.getByOpId(opId)
    if (!entry) return 'gone'
    const lane = await write.lane(entry.entityKey)
    const later = lane.entries.filter((other) => other.seq > entry.seq && isUnsettled(other))
    const discarded = entry.kind === 'create' ? [entry, ...later] : [entry]
    if (discarded.some((other) => other.state === 'sending' || other.state === 'acked')) return 'busy'
    for (const other of discarded) {
      write.log({ opId: other.opId, what: 'discarded', op: other })
      write.remove(other)
    }
    if (entry.kind !== 'update') return 'done'
    // The next edit of a deleted record takes over the record's last values, which are stored
    // nowhere else.
    const [next] = later
    if (entry.lost && next?.kind === 'update') write.put({ ...next, lost: entry.lost })
    for (const [field, change] of Object.entries(entry.changes))
      await rebaseLater(write, entry, { field, value: change.old })
    return 'done'
  })
}

/**
 * Later unsent entries were based on a value that will never exist; sets their old value to the
 * current one.
 */
async function rebaseLater(
  write: OutboxWrite,
  entry: StoredEntry,
  options: { field: string; value: FieldValue },
): Promise<void> {
  const lane = await write.lane(entry.entityKey)
  const next = lane.entries.find(
    (other) => other.seq > entry.seq && isUnsettled(other) && Object.hasOwn(other.changes, options.field),
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
    const entry = await write.getByOpId(opId)
    if (!entry) return 'gone'
    const edits = findGoneEdits((await write.lane(entry.entityKey)).entries)
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
  edits: readonly StoredEntry[],
  from: { newRecord: NewRecord; first: StoredEntry; isHeld: boolean },
): NewEntry {
  const { newRecord, first, isHeld } = from
  const dependsOn = new Set(edits.flatMap((edit) => edit.dependsOn))
  dependsOn.delete(first.entityKey)
  return createEntry({
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
  edits: readonly StoredEntry[],
): StoredEntry['changes'] {
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
