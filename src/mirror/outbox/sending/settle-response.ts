import { mirroredCollections } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import type { FieldConflict, Problem } from '#contract/problem.ts'
import { clientVersion, startOfLog } from '#contract/sync/sync.ts'
import type { DerivedField } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { computeBackoffMs } from '#mirror/runtime/timing.ts'
import { parseFieldValue, type StoredEntry, untriedDefaults } from '../stored-entry.ts'
import { getCurrentVersion, type Verdict } from './classify-response.ts'

/**
 * The outcome for a marked entry: a response; `unsent`, because sending was blocked before its
 * turn; or `not_taken`, because the receiver doesn't know batches.
 */
export type SettleOutcome = Verdict | { kind: 'unsent' } | { kind: 'not_taken' }

/** Randomness, time and new ids for one settlement. */
interface SettleContext {
  readonly now: number
  readonly stamp: number
  readonly random: number
  readonly newId: () => string
}

/** After this many rebases in a row, an entry that keeps colliding slows down. */
const immediateRebases = 3

/**
 * The entry after its response. Every verdict keeps it; only after `applied` can it be removed,
 * once the mirror holds it.
 */
export function settleResponse(entry: StoredEntry, verdict: SettleOutcome, context: SettleContext): StoredEntry {
  const released: StoredEntry = { ...entry, lease: null }
  switch (verdict.kind) {
    case 'applied':
      return {
        ...released,
        state: 'acked',
        problem: null,
        ack: { version: verdict.version, changeSeq: verdict.changeSeq, stamp: context.stamp },
      }
    case 'unreachable':
      return {
        ...released,
        state: 'queued',
        problem: verdict.problem ?? null,
        nextTryAt:
          context.now + computeBackoffMs(entry.attempts, context.random, { retryAfterMs: verdict.retryAfterMs }),
      }
    case 'unsent':
      // Undoes the mark. HAZARD: only the drainer that marked it knows that it was never sent;
      // after a crash it counts as sent.
      return {
        ...released,
        state: 'queued',
        attempts: entry.attempts - 1,
        request: entry.attempts === 1 ? null : entry.request,
      }
    case 'signed_out':
    case 'not_taken':
      return { ...released, state: 'queued', nextTryAt: 0 }
    case 'outdated':
      return { ...released, state: 'held_version', clientVersion }
    case 'refused':
      if (isFulfilledDelete(entry, verdict)) return settleFulfilled(released, context)
      return { ...released, state: 'rejected', problem: verdict.problem, isFateKnown: verdict.isFateKnown }
    case 'conflict':
      return settleConflict(released, verdict, context)
  }
}

/** The record to delete is gone already, as the user wanted. */
function isFulfilledDelete({ kind }: StoredEntry, { problem, isFateKnown }: Verdict & { kind: 'refused' }): boolean {
  return kind === 'delete' && problem.code === 'not_found' && isFateKnown
}

/** The deletion of somebody else is in the log already, so the next pull removes the entry. */
function settleFulfilled(entry: StoredEntry, { stamp }: SettleContext): StoredEntry {
  return {
    ...entry,
    state: 'acked',
    problem: null,
    ack: { version: entry.baseVersion + 1, changeSeq: startOfLog, stamp },
  }
}

/** Whether the entry needed no write of the server. */
export function isFulfilled({ ack }: Pick<StoredEntry, 'ack'>): boolean {
  return ack?.changeSeq === startOfLog
}

function settleConflict(
  entry: StoredEntry,
  verdict: Verdict & { kind: 'conflict' },
  context: SettleContext,
): StoredEntry {
  const merge = mergeConflict(entry, verdict.problem)
  if (merge.kind === 'ask') {
    return {
      ...merge.entry,
      state: 'conflict',
      problem: { ...verdict.problem, conflicts: merge.conflicts },
      isFateKnown: true,
    }
  }
  const rebases = entry.rebases + 1
  const pause = rebases > immediateRebases ? computeBackoffMs(rebases - immediateRebases, context.random) : 0
  return { ...renewEntry(merge.entry, context.newId()), rebases, nextTryAt: pause === 0 ? 0 : context.now + pause }
}

/**
 * The same change as a new request: the old opId has its final response, so another attempt needs a
 * new one. The entry keeps its place in the order.
 */
export function renewEntry(entry: StoredEntry, opId: string): StoredEntry {
  return {
    ...entry,
    opId,
    formerOpIds: [...entry.formerOpIds, entry.opId],
    ...untriedDefaults,
  }
}

/**
 * `rebase`: nothing collides, send it again on top of the current row. `ask`: these fields were
 * changed by both.
 */
type Merge = { kind: 'rebase'; entry: StoredEntry } | { kind: 'ask'; entry: StoredEntry; conflicts: FieldConflict[] }

/**
 * Three-way comparison per field: what the user saw (`old`), what the user wants (`new`), and the
 * current value. A field collides only if somebody else changed it to a third value. Money, dates,
 * choices and references collide on any difference; texts that differ only in normal form or outer
 * whitespace don't. A field and those derived from it collide as one. A delete collides with any
 * change, because the user decided about a different record.
 */
export function mergeConflict(entry: StoredEntry, conflict: Problem): Merge {
  if (entry.kind !== 'update') return { kind: 'ask', entry, conflicts: conflict.conflicts ?? [] }
  const collisions = findPairCollisions(entry, conflict)
  if (collisions.conflicts.length > 0) return { kind: 'ask', ...collisions }
  const changes = Object.fromEntries(
    Object.entries(entry.changes).map(([field, change]) => [
      field,
      { old: getServerValue(conflict, field, change.old), new: change.new },
    ]),
  )
  return { kind: 'rebase', entry: { ...entry, changes, baseVersion: getCurrentVersion(conflict) ?? entry.baseVersion } }
}

/**
 * All collisions; a colliding pair contributes both fields. An entry that only changed the derived
 * field also gets the source's value that its author saw.
 */
function findPairCollisions(entry: StoredEntry, conflict: Problem): { entry: StoredEntry; conflicts: FieldConflict[] } {
  const { follows = [] } = bookRules[entry.collection]
  const pairs = follows.flatMap((rule) => findPairCollision(entry, conflict, rule) ?? [])
  const pairedFields = new Set(pairs.flatMap(({ fields }) => fields))
  const singleConflicts = listFieldConflicts(entry, conflict).filter(({ field }) => !pairedFields.has(field))
  const pairChanges = pairs.filter(({ conflicts }) => conflicts.length > 0).map(({ changes }) => changes)
  return {
    entry: { ...entry, changes: Object.assign({}, ...pairChanges, entry.changes) },
    conflicts: [...pairs.flatMap(({ conflicts }) => conflicts), ...singleConflicts],
  }
}

interface PairCollision {
  readonly fields: readonly string[]
  /** Empty when both sides made the same change. */
  readonly conflicts: FieldConflict[]
  readonly changes: StoredEntry['changes']
}

/** Null when at most one side changed the pair. */
function findPairCollision(
  entry: StoredEntry,
  conflict: Problem,
  { key, source, derive }: DerivedField,
): PairCollision | null {
  const fields = [source, key]
  const findConflict = (field: string) => conflict.conflicts?.find((fieldConflict) => fieldConflict.field === field)
  const sides = fields.flatMap((field) => {
    const change = entry.changes[field]
    const reported = findConflict(field)
    // An older server reports only one field, so the other's value is unknown.
    if (!change && !reported) return []
    const base = change ? change.old : parseFieldValue(reported?.base, null)
    const theirs = getServerValue(
      conflict,
      field,
      reported === undefined ? base : parseFieldValue(reported.theirs, null),
    )
    const derived = field === key && entry.changes[source] ? derive(entry.changes[source].new) : base
    return [{ field, base, theirs, ours: change ? change.new : derived }]
  })
  const isSame = (field: string, a: FieldValue, b: FieldValue) => isSameValue(entry, field, [a, b])
  const isTheirChange = sides.some(({ field, base, theirs }) => !isSame(field, base, theirs))
  if (!fields.some((field) => field in entry.changes) || !isTheirChange) return null
  if (sides.every(({ field, ours, theirs }) => isSame(field, ours, theirs)))
    return { fields, conflicts: [], changes: {} }
  const author = findConflict(source) ?? findConflict(key)
  const conflicts = sides.map(({ field, base, theirs }) => ({
    field,
    base,
    theirs,
    changed_by: author?.changed_by ?? '',
    changed_at: author?.changed_at ?? '',
  }))
  return {
    fields,
    conflicts,
    changes: Object.fromEntries(sides.map(({ field, base, ours }) => [field, { old: base, new: ours }])),
  }
}

function listFieldConflicts(entry: StoredEntry, conflict: Problem): FieldConflict[] {
  return Object.entries(entry.changes).flatMap(([key, change]) => {
    const fieldConflict = conflict.conflicts?.find((candidate) => candidate.field === key)
    const theirs = getServerValue(
      conflict,
      key,
      fieldConflict === undefined ? change.old : (fieldConflict.theirs as FieldValue),
    )
    if (isSameValue(entry, key, [theirs, change.old]) || isSameValue(entry, key, [theirs, change.new])) return []
    return [
      fieldConflict
        ? { ...fieldConflict, theirs }
        : { field: key, base: change.old, theirs, changed_by: '', changed_at: '' },
    ]
  })
}

/** The field's value in the row of the response. */
export function getServerValue(conflict: Problem | null, key: string, fallback: FieldValue): FieldValue {
  return parseFieldValue(conflict?.current?.[key], fallback)
}

/** Whether two values of a field are equivalent. */
export function isSameValue(
  { collection }: Pick<StoredEntry, 'collection'>,
  key: string,
  [a, b]: readonly [FieldValue, FieldValue],
): boolean {
  if (a === b) return true
  const fields: readonly Field[] = mirroredCollections[collection].fields
  const isText = fields.find((field) => field.key === key)?.kind === 'text'
  if (!isText || typeof a !== 'string' || typeof b !== 'string') return false
  return a.normalize('NFC').trim() === b.normalize('NFC').trim()
}
