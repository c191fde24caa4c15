import { mirroredCollections, type CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { baseForNew } from './base-version.ts'
import { coalesceEntries, cancelDelete } from './coalesce.ts'
import { entityKeyOf, isUnsettled, type NewOp, type StoredOp } from '../stored-op.ts'
import type { NewEntry } from '../open-outbox.ts'
import type { OutboxWrite } from '../write-outbox.ts'

/**
 * Appends a new entry to its record's lane: as an entry of its own, merged into the last unsent
 * one, or not at all when the two cancel out. Returns the opId it is stored under.
 */
export async function addEntry(write: OutboxWrite, { op: newOp, isRestore }: NewEntry): Promise<string> {
  const lane = await write.lane(newOp.entityKey)
  const baseVersion = baseForNew(newOp.baseVersion, lane.ops)
  const dependencies = await findDependencies(write, newOp)
  const isHeld = (await write.getSession())?.isRefused ?? false
  const op: NewOp = {
    ...newOp,
    baseVersion,
    dependsOn: dependencies.entityKeys,
    state: isHeld ? 'held_auth' : 'queued',
  }
  const last = lane.hasUnknown ? undefined : lane.ops.findLast(isUnsettled)
  const isNeeded = op.kind === 'delete' && last?.kind === 'create' && dependencies.entityKeys.length > 0
  const canMoveForward = !isNeeded && dependencies.newest < (last?.seq ?? 0)
  const result = isRestore ? cancelDelete(last) : coalesceEntries(last, op, canMoveForward)
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
 * Lanes that must be sent before this entry. For a create or update: those of referenced records
 * whose own create still waits. For a delete: those with waiting entries that set or clear a
 * reference to the deleted record, or delete a record that may refer to it. `newest` is the highest
 * seq among their entries, 0 if there are none.
 */
export async function findDependencies(
  write: OutboxWrite,
  op: NewOp,
): Promise<{ entityKeys: string[]; newest: number }> {
  const found = op.kind === 'delete' ? await findReferrers(write, op) : await findReferred(write, op)
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

async function findReferrers(write: OutboxWrite, op: NewOp): Promise<readonly StoredOp[]> {
  const referring = Object.values(mirroredCollections).flatMap((description) =>
    referenceFields(description.name)
      .filter((field) => field.refers?.collection === op.collection)
      .map((field) => ({ collection: description.name, key: field.key })),
  )
  if (referring.length === 0) return []
  const refersToIt = (one: StoredOp) =>
    referring.some(({ collection, key }) => {
      const change = one.collection === collection ? one.changes[key] : undefined
      return change?.new === op.recordId || change?.old === op.recordId
    })
  // A waiting delete no longer says what its record referred to, and the server would refuse to
  // delete a record that is still referred to.
  const mayHaveReferred = (one: StoredOp) =>
    one.kind === 'delete' && referring.some(({ collection }) => one.collection === collection)
  return write.entries((one) => isUnsettled(one) && (mayHaveReferred(one) || refersToIt(one)))
}

/** Fields of the collection that hold the id of another record. */
export function referenceFields(collection: CollectionName): Field[] {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  return fields.filter((field) => field.kind === 'reference')
}
