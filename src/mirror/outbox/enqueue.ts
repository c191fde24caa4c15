import { clientVersion } from '#contract/sync.ts'
import { mirroredCollections, type CollectionName } from '#contract/records/collections.ts'
import type { Field } from '#contract/records/field.ts'
import { holdNumber } from '#contract/number-fault.ts'
import { maskResidentNumbers } from '#contract/resident-number.ts'
import { OutboxWriteError, type Edit } from '../offline-copy.ts'
import { baseForNew } from './base-version.ts'
import { coalesce, restore } from './coalesce.ts'
import type { Outbox } from './open-outbox.ts'
import { changesSchema, entityKeyOf, isUnsettled, payloadVersion, type NewOp, type StoredOp } from './stored-op.ts'
import { writeOutbox, type OutboxWrite } from './write-outbox.ts'

/**
 * Takes an edit down: one strict transaction, resolved after it completed. The answered opId is the entry the edit lives in (an unsent earlier entry
 * of the same record may have taken it up).
 * @throws OutboxWriteError when the device could not keep it; then nothing was kept
 */
export async function enqueue(outbox: Outbox, edit: Edit): Promise<{ opId: string }> {
  const [opId = ''] = await enqueueAll(outbox, [edit])
  return { opId }
}

/**
 * Takes the edits of one act down in one transaction: all or none.
 * @throws OutboxWriteError when the device could not keep them; then none was kept
 */
export async function enqueueAll(outbox: Outbox, edits: readonly Edit[]): Promise<readonly string[]> {
  const ops = edits.map((edit) => newOp(outbox, edit))
  if (ops.every(isEmpty)) return ops.map(({ opId }) => opId)
  let runs = 0
  return writeOutbox(outbox, async (write) => {
    runs += 1
    const opIds: string[] = []
    for (const [index, op] of ops.entries()) {
      if (isEmpty(op)) {
        opIds.push(op.opId)
        continue
      }
      const before = runs > 1 ? await findEarlierRun(outbox, write, op.opId) : null
      const isRestore = isRestoring(edits[index])
      opIds.push(before ?? (await place(outbox, write, { op, isRestore })))
    }
    return opIds
  })
}

/** The transaction may have been kept although its completion was never heard of (connection lost): then this run finds it done. */
async function findEarlierRun(outbox: Outbox, write: OutboxWrite, opId: string): Promise<string | null> {
  if (await write.getByOpId(opId)) return opId
  const logged = await outbox.db.log.where('opId').equals(opId).first()
  return logged ? (logged.into ?? opId) : null
}

async function place(
  outbox: Outbox,
  write: OutboxWrite,
  { op: fresh, isRestore }: { op: NewOp; isRestore: boolean },
): Promise<string> {
  const lane = await write.lane(fresh.entityKey)
  const baseVersion = baseForNew(fresh.baseVersion, lane.ops)
  const waits = await findDependencies(outbox, write, fresh)
  const isHeld = (await write.getSession())?.isRefused ?? false
  const op: NewOp = { ...fresh, baseVersion, dependsOn: waits.entityKeys, state: isHeld ? 'held_auth' : 'queued' }
  const last = lane.hasUnknown ? undefined : lane.ops.findLast(isUnsettled)
  const isNeeded = op.kind === 'delete' && last?.kind === 'create' && waits.entityKeys.length > 0
  const canMoveForward = !isNeeded && waits.newest < (last?.seq ?? 0)
  const result = isRestore ? restore(last) : coalesce(last, op, canMoveForward)
  if (result.kind === 'add') {
    write.trace(op.opId, 'enqueued')
    return (await write.add(op)).opId
  }
  if (result.kind === 'replace') write.put(result.op)
  else {
    write.remove(result.op)
    write.trace(result.op.opId, 'vanished')
  }
  write.log({
    opId: op.opId,
    what: result.kind === 'replace' ? 'merged' : 'vanished',
    into: result.op.opId,
  })
  return result.op.opId
}

/**
 * Lanes the entry has to wait for: the waiting create of a record it points at, and, for a delete, waiting entries that point at the deleted record or
 * stop doing so. `newest` is the last seq among them.
 */
async function findDependencies(
  outbox: Outbox,
  write: OutboxWrite,
  op: NewOp,
): Promise<{ entityKeys: string[]; newest: number }> {
  const found = op.kind === 'delete' ? await findReferrers(outbox, op) : await findReferred(write, op)
  return {
    entityKeys: [...new Set(found.map((one) => one.entityKey))],
    newest: found.reduce((newest, one) => Math.max(newest, one.seq), 0),
  }
}

async function findReferred(write: OutboxWrite, op: NewOp): Promise<StoredOp[]> {
  const found: StoredOp[] = []
  for (const field of referenceFields(op.collection)) {
    const target = op.changes[field.key]?.new
    if (typeof target !== 'string' || !field.refers) continue
    const lane = await write.lane(entityKeyOf(field.refers.collection, target))
    if (lane.ops.some((one) => one.kind === 'create' && isUnsettled(one))) found.push(...lane.ops.filter(isUnsettled))
  }
  return found
}

async function findReferrers(outbox: Outbox, op: NewOp): Promise<StoredOp[]> {
  const referring = Object.values(mirroredCollections).flatMap((description) =>
    referenceFields(description.name)
      .filter((field) => field.refers?.collection === op.collection)
      .map((field) => ({ collection: description.name, key: field.key })),
  )
  if (referring.length === 0) return []
  const waiting = await outbox.db.ops.where('state').notEqual('acked').toArray()
  return waiting.filter((one) =>
    referring.some(({ collection, key }) => {
      const change = one.collection === collection ? one.changes[key] : undefined
      return change?.new === op.recordId || change?.old === op.recordId
    }),
  )
}

function isEmpty(op: NewOp): boolean {
  return op.kind === 'update' && Object.keys(op.changes).length === 0
}

function isRestoring(edit: Edit | undefined): boolean {
  return edit?.kind === 'create' && edit.isRestore === true
}

function referenceFields(collection: CollectionName): Field[] {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  return fields.filter((field) => field.kind === 'reference')
}

function newOp(outbox: Outbox, edit: Edit): NewOp {
  if (!Object.hasOwn(mirroredCollections, edit.collection) || edit.id === '') throw new OutboxWriteError('invalid')
  const changes = changesSchema.safeParse(changesOf(edit))
  if (!changes.success) throw new OutboxWriteError('invalid', changes.error)
  refuseResidentNumbers(edit.collection, changes.data)
  return {
    opId: outbox.runtime.newId(),
    v: payloadVersion,
    kind: edit.kind,
    collection: edit.collection,
    recordId: edit.id,
    entityKey: entityKeyOf(edit.collection, edit.id),
    baseVersion: edit.kind === 'create' ? 0 : edit.baseVersion,
    changes: changes.data,
    caption: maskResidentNumbers(captionOf(edit)),
    dependsOn: [],
    userId: outbox.userId,
    clientVersion,
    actId: edit.actId ?? null,
    createdAt: outbox.runtime.now(),
    state: 'queued',
    attempts: 0,
    nextTryAt: 0,
    request: null,
    lease: null,
    problem: null,
    isFateKnown: false,
    ack: null,
    formerOpIds: [],
    rebases: 0,
    isAgeConfirmed: false,
  }
}

/** The last guard before the disk: every form and cell refuses such a text on its own, with the reason at its place. */
function refuseResidentNumbers(collection: CollectionName, changes: StoredOp['changes']): void {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  const values = Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change.new]))
  if (holdNumber(fields, values)) throw new OutboxWriteError('resident_number')
}

function changesOf(edit: Edit): StoredOp['changes'] {
  if (edit.kind === 'delete') return {}
  if (edit.kind === 'update') {
    return Object.fromEntries(Object.entries(edit.changes).filter(([, change]) => change.old !== change.new))
  }
  return Object.fromEntries(Object.entries(edit.fields).map(([key, value]) => [key, { old: null, new: value }]))
}

/** What names the record to a person, as far as the edit tells: the first searched text field it carries. */
function captionOf(edit: Edit): string {
  if (edit.kind !== 'create' || edit.caption) return edit.caption ?? ''
  const fields: readonly Field[] = mirroredCollections[edit.collection].fields
  const naming = fields.find((field) => field.searched && typeof edit.fields[field.key] === 'string')
  const text = naming ? edit.fields[naming.key] : ''
  return typeof text === 'string' ? text : ''
}
