import { z } from 'zod'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { paperCollections } from '#contract/books/papers.ts'
import { problemSchema } from '#contract/problem.ts'
import { changeSeqSchema, clientVersion } from '#contract/sync/sync.ts'

/**
 * Version of the entry payload that this code writes. Raise it when the meaning of a field changes,
 * and add an upcaster from the previous version and a golden fixture; fields are only ever added.
 * `seq, opId, entityKey, collection, recordId, kind, v` never change their meaning, because older
 * code must be able to hold entries it does not understand.
 */
export const payloadVersion = 1

const fieldValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const changesSchema = z.record(z.string(), z.object({ old: fieldValueSchema, new: fieldValueSchema }))

/**
 * States of an entry. It leaves the table only from `acked` (once the mirror holds it) or when the
 * user discards it.
 *
 *   queued ──mark──▶ sending ──2xx + echo──▶ acked ──pulled──▶ (removed)
 *     ▲                 │ no response, 5xx, lease expired: same opId, same body
 *     ├─────────────────┤ 401 ▶ held_auth ──signed in──▶ queued
 *     │                 │ 426 + echo ▶ held_version ──next start, on request──▶ queued
 *     │                 │ 409 ▶ conflict ──resolve──▶ queued under a new opId
 *     │                 ├ 404 of a delete ▶ acked, because the record is gone as wanted
 *     │                 └ 400 403 404 422 ▶ rejected ──retry──▶ queued under a new opId
 *     └── older than 30 days ▶ held_old ──retry──▶ queued
 */
const entryStates = [
  'queued',
  'sending',
  'acked',
  'held_auth',
  'held_version',
  'held_old',
  'conflict',
  'rejected',
] as const

type EntryState = (typeof entryStates)[number]

/** The request as first sent; repeated byte for byte until a response is known. */
const sentRequestSchema = z.object({
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string(),
  body: z.string(),
  ifMatch: z.int().nullable(),
})

const storedEntryShape = {
  /** Order of everything in the outbox; never a clock. */
  seq: z.int().positive(),
  opId: z.string(),
  v: z.literal(payloadVersion),
  kind: z.enum(['create', 'update', 'delete']),
  collection: z.enum(collectionNames),
  recordId: z.string(),
  /** `<collection>/<id>`: its lane. */
  entityKey: z.string(),
  /**
   * Version the change is based on; 0 for a create and for entries that follow an unconfirmed one.
   */
  baseVersion: z.int().nonnegative(),
  changes: changesSchema,
  caption: z.string(),
  /** Lanes whose earlier entries must be settled first. */
  dependsOn: z.array(z.string()),
  userId: z.string(),
  clientVersion: z.int(),
  actId: z.string().nullable(),
  createdAt: z.number(),
  state: z.enum(entryStates),
  /** Number of times it was sent under the current opId. */
  attempts: z.int().nonnegative(),
  /**
   * Earliest time of the next attempt (backoff); 0 = at once. Ignored when it is further away than
   * any backoff, because the clock was set back.
   */
  nextTryAt: z.number(),
  request: sentRequestSchema.nullable(),
  lease: z.object({ holder: z.string(), from: z.number(), until: z.number() }).nullable(),
  problem: problemSchema.nullable(),
  /**
   * The refusal proves that no attempt under the current opId took effect, so another attempt may
   * use a new one.
   */
  isFateKnown: z.boolean(),
  ack: z.object({ version: z.int().positive(), changeSeq: changeSeqSchema, stamp: z.int() }).nullable(),
  /** Earlier opIds; each ended in a refusal or a conflict. */
  formerOpIds: z.array(z.string()),
  /**
   * Consecutive conflicts settled without asking the user; slows down an entry that keeps
   * colliding.
   */
  rebases: z.int().nonnegative(),
  /** The user confirmed sending it although it is old. */
  isAgeConfirmed: z.boolean(),
  /** For an unsent delete: the unsent edit it replaced, restored when the delete is undone. */
  takenUp: z
    .object({ changes: changesSchema, baseVersion: z.int().nonnegative(), dependsOn: z.array(z.string()) })
    .exactOptional(),
  /**
   * For the first waiting edit of a deleted record: the record's last values, which the mirror has
   * dropped and nothing else holds.
   */
  lost: z.record(z.string(), fieldValueSchema).exactOptional(),
  /**
   * The server had it and lost it in a restore; only the user can send it again (restore-lost.ts).
   */
  wasAcked: z.literal(true).exactOptional(),
}

/** Fields added by a later version are kept. */
const storedEntrySchema = z.looseObject(storedEntryShape)

const entrySchema = z.object(storedEntryShape)

export type StoredEntry = z.infer<typeof entrySchema>

/** An entry before the database has assigned its seq. */
export type NewEntry = Omit<StoredEntry, 'seq'>

export type SentRequest = z.infer<typeof sentRequestSchema>

/**
 * The readable part of an entry that a newer app version wrote: enough to block its lane and to be
 * shown, never to be rewritten.
 */
const unknownEntrySchema = z.looseObject({
  seq: z.int().positive(),
  opId: z.string(),
  v: z.int(),
  kind: z.enum(['create', 'update', 'delete']).catch('update'),
  collection: z.string(),
  recordId: z.string(),
  entityKey: z.string(),
  createdAt: z.number().catch(0),
  caption: z.string().catch(''),
})

export type UnknownEntry = z.infer<typeof unknownEntrySchema>

/**
 * The readable part of an entry sealed with a missing key (store/seal.ts), treated like one of a
 * newer version.
 */
const sealedRowSchema = z.object({
  seq: z.int().positive(),
  opId: z.string(),
  entityKey: z.string(),
  sealed: z.unknown().refine((sealed) => sealed !== undefined),
})

function toSealedEntry({ seq, opId, entityKey }: z.infer<typeof sealedRowSchema>): UnknownEntry {
  const [collection = '', recordId = ''] = entityKey.split('/')
  return { seq, opId, v: 0, kind: 'update', collection, recordId, entityKey, createdAt: 0, caption: '' }
}

type ParsedEntry = { known: true; entry: StoredEntry } | { known: false; entry: UnknownEntry }

/** Converts from version n to n + 1. Version 1 is the first that was shipped. */
type Upcaster = (old: Record<string, unknown>) => Record<string, unknown>

const upcasters: Readonly<Record<number, Upcaster>> = {}

/**
 * Reads a row of the table, written by any version. A row this version cannot read is kept whole as
 * unknown; never throws for a row with the permanent fields.
 */
export function readEntry(raw: unknown, steps: Readonly<Record<number, Upcaster>> = upcasters): ParsedEntry {
  const closed = sealedRowSchema.safeParse(raw)
  if (closed.success) return { known: false, entry: toSealedEntry(closed.data) }
  const parsed = storedEntrySchema.safeParse(upcast(raw, steps))
  if (parsed.success) return { known: true, entry: parsed.data }
  return { known: false, entry: unknownEntrySchema.parse(raw) }
}

const versionedSchema = z.looseObject({ v: z.int() })

function upcast(raw: unknown, steps: Readonly<Record<number, Upcaster>>): unknown {
  let row = versionedSchema.parse(raw)
  for (let step = steps[row.v]; step && row.v < payloadVersion; step = steps[row.v]) {
    row = { ...step(row), v: row.v + 1 }
  }
  return row
}

/**
 * The parts that differ between new entries; everything else has the value of an entry that was
 * never tried.
 */
type NewEntryFields = Pick<NewEntry, 'opId' | 'kind' | 'collection' | 'recordId' | 'changes' | 'userId' | 'createdAt'> &
  Partial<Omit<NewEntry, 'v' | 'entityKey' | 'clientVersion'>>

/**
 * The sending state of an entry that was never tried: a new one, or an old change under a new opId.
 */
export const untriedDefaults = {
  clientVersion,
  state: 'queued',
  attempts: 0,
  nextTryAt: 0,
  request: null,
  lease: null,
  problem: null,
  isFateKnown: false,
} as const satisfies Partial<NewEntry>

export function createEntry(parts: NewEntryFields): NewEntry {
  return {
    v: payloadVersion,
    entityKey: buildEntityKey(parts.collection, parts.recordId),
    baseVersion: 0,
    caption: '',
    dependsOn: [],
    actId: null,
    ...untriedDefaults,
    ack: null,
    formerOpIds: [],
    rebases: 0,
    isAgeConfirmed: false,
    ...parts,
  }
}

/** Combines changes of the same record: the oldest `old`, the newest `new`. */
export function combineChanges(before: StoredEntry['changes'], after: StoredEntry['changes']): StoredEntry['changes'] {
  const changes = { ...before }
  for (const [key, { old, new: value }] of Object.entries(after))
    changes[key] = { old: (before[key] ?? { old }).old, new: value }
  return changes
}

/** The value if it is valid for a field, otherwise the fallback. */
export function parseFieldValue(value: unknown, fallback: FieldValue): FieldValue {
  return fieldValueSchema.safeParse(value).data ?? (value === null ? null : fallback)
}

export function buildEntityKey(collection: CollectionName | string, recordId: string): string {
  return `${collection}/${recordId}`
}

/** False once the server has acknowledged the entry. */
export function isUnsettled(entry: StoredEntry): boolean {
  return entry.state !== 'acked'
}

/** Never sent under its current opId, so it may still be changed. */
export function isNeverSent(entry: StoredEntry): boolean {
  return entry.attempts === 0 && entry.request === null && entry.lease === null
}

/**
 * The server refused it, or somebody else changed the same field; it waits for the user's decision.
 */
export function isRefused({ state }: { readonly state: EntryState }): boolean {
  return state === 'rejected' || state === 'conflict'
}

/**
 * Only the user can resolve it: refused, a month old, or waiting for a newer version of the app.
 * Screen, badge and status line count by this.
 */
export function needsAttention(entry: { readonly state: EntryState }): boolean {
  return isRefused(entry) || entry.state === 'held_old' || entry.state === 'held_version'
}

/** Put back because the server has lost it (restore-lost.ts), and the user hasn't decided yet. */
export function isLost({ state, wasAcked }: Pick<StoredEntry, 'state'> & { readonly wasAcked?: true }): boolean {
  return wasAcked === true && state === 'rejected'
}

/** The server no longer has the record, so sending the entry again would fail again. */
export function isRefusedAsGone({ kind, state, problem }: Pick<StoredEntry, 'kind' | 'state' | 'problem'>): boolean {
  return kind !== 'create' && state === 'rejected' && problem?.code === 'not_found'
}

/**
 * The waiting entries of a lane whose record was deleted, up to one that creates it again. Empty
 * when it isn't deleted.
 */
export function findGoneEdits(lane: readonly StoredEntry[]): readonly StoredEntry[] {
  const unsettled = lane.filter(isUnsettled)
  if (!unsettled[0] || !isRefusedAsGone(unsettled[0])) return []
  const createIndex = unsettled.findIndex(({ kind }) => kind === 'create')
  return createIndex === -1 ? unsettled : unsettled.slice(0, createIndex)
}

const paperCollectionNames: readonly string[] = Object.values(paperCollections)

/**
 * The file a paper's create refers to; undefined for other edits. To users, the record and its
 * file are one thing.
 */
export function findContentId({
  kind,
  collection,
  changes,
}: Pick<StoredEntry, 'kind' | 'collection' | 'changes'>): string | undefined {
  if (kind !== 'create' || !paperCollectionNames.includes(collection)) return undefined
  const id = changes['content_id']?.new
  return typeof id === 'string' ? id : undefined
}
