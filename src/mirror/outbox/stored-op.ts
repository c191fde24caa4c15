import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import { collectionNames, type CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { changeSeqSchema, clientVersion } from '#contract/sync/sync.ts'

/**
 * Version of the entry payload that this code writes. Raise it when the meaning of a field changes, add an upcaster from the version before and a golden
 * fixture; fields are only ever added. `seq, opId, entityKey, collection, recordId, kind, v` mean the same for ever: older code must be able to hold what
 * it does not understand.
 */
export const payloadVersion = 1

const fieldValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const changesSchema = z.record(z.string(), z.object({ old: fieldValueSchema, new: fieldValueSchema }))

/**
 * States of an entry. It leaves the table only from `acked` (once the mirror holds it) or by the user's own discard.
 *
 *   queued ──mark──▶ sending ──2xx + echo──▶ acked ──pulled──▶ (gone)
 *     ▲                 │ no answer, 5xx, lease over: same opId, same body
 *     ├─────────────────┤ 401 ▶ held_auth ──signed in──▶ queued
 *     │                 │ 426 + echo ▶ held_version ──next start, on request──▶ queued
 *     │                 │ 409 ▶ conflict ──resolve──▶ queued under a new opId
 *     │                 └ 400 403 404 422 ▶ rejected ──retry──▶ queued under a new opId
 *     └── older than 30 days ▶ held_old ──retry──▶ queued
 */
export const opStates = [
  'queued',
  'sending',
  'acked',
  'held_auth',
  'held_version',
  'held_old',
  'conflict',
  'rejected',
] as const
export type OpState = (typeof opStates)[number]

/** The request as it was first sent; sent again byte for byte until an answer is known. */
const sentRequestSchema = z.object({
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string(),
  body: z.string(),
  ifMatch: z.int().nullable(),
})

const storedOpShape = {
  /** Order of everything in the outbox; never a clock. */
  seq: z.int().positive(),
  opId: z.string(),
  v: z.literal(payloadVersion),
  kind: z.enum(['create', 'update', 'delete']),
  collection: z.enum(collectionNames),
  recordId: z.string(),
  /** `<collection>/<id>`: its lane. */
  entityKey: z.string(),
  /** Version the change stands on; 0 for a create and for what follows one that is not confirmed. */
  baseVersion: z.int().nonnegative(),
  changes: changesSchema,
  caption: z.string(),
  /** Lanes whose earlier entries must be through first. */
  dependsOn: z.array(z.string()),
  userId: z.string(),
  clientVersion: z.int(),
  actId: z.string().nullable(),
  createdAt: z.number(),
  state: z.enum(opStates),
  /** Times it was really sent under the present opId. */
  attempts: z.int().nonnegative(),
  /** Not before this instant (backoff); 0 = at once. Ignored when it lies further away than any backoff can reach: the clock was set back. */
  nextTryAt: z.number(),
  request: sentRequestSchema.nullable(),
  lease: z.object({ holder: z.string(), from: z.number(), until: z.number() }).nullable(),
  problem: problemSchema.nullable(),
  /** The refusal proves that no attempt under the present opId took effect, so that another try may take a new one. */
  isFateKnown: z.boolean(),
  ack: z.object({ version: z.int().positive(), changeSeq: changeSeqSchema, stamp: z.int() }).nullable(),
  /** opIds it went out under before; each of them was answered with a refusal or a conflict. */
  formerOpIds: z.array(z.string()),
  /** Conflicts settled without asking, in a row; slows down an entry that keeps colliding. */
  rebases: z.int().nonnegative(),
  /** The user said to send it although it is old. */
  isAgeConfirmed: z.boolean(),
  /** Of an unsent delete: the unsent edit it took the place of, so that taking the delete back brings it back as well. */
  takenUp: z
    .object({ changes: changesSchema, baseVersion: z.int().nonnegative(), dependsOn: z.array(z.string()) })
    .exactOptional(),
  /** Of the first waiting edit of a record that somebody deleted: the record as it last stood. The mirror has let it go, so these values are nowhere else. */
  lost: z.record(z.string(), fieldValueSchema).exactOptional(),
  /** The server had it once and, restored from an older backup, has it no more; nobody but the user sends it again (put-back-lost.ts). */
  wasAcked: z.literal(true).exactOptional(),
}
/** Fields that a later version added ride along untouched. */
export const storedOpSchema = z.looseObject(storedOpShape)
const plainOpSchema = z.object(storedOpShape)
export type StoredOp = z.infer<typeof plainOpSchema>
/** An entry before the database has given it its place. */
export type NewOp = Omit<StoredOp, 'seq'>
export type SentRequest = z.infer<typeof sentRequestSchema>

/** What stays of an entry that a newer app version wrote: enough to hold its lane and to be shown, never to be rewritten. */
const unknownOpSchema = z.looseObject({
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
export type UnknownOp = z.infer<typeof unknownOpSchema>

/** What can be read of an entry without the key it is sealed with (store/seal.ts): as much as of one that a newer version wrote. */
const closedOpSchema = z.object({
  seq: z.int().positive(),
  opId: z.string(),
  entityKey: z.string(),
  sealed: z.unknown().refine((sealed) => sealed !== undefined),
})

function closedOp({ seq, opId, entityKey }: z.infer<typeof closedOpSchema>): UnknownOp {
  const [collection = '', recordId = ''] = entityKey.split('/')
  return { seq, opId, v: 0, kind: 'update', collection, recordId, entityKey, createdAt: 0, caption: '' }
}

export type ReadOp = { known: true; op: StoredOp } | { known: false; op: UnknownOp }

/** One step each from version n to n + 1. Version 1 is the first that was shipped. */
type Upcaster = (old: Record<string, unknown>) => Record<string, unknown>
export const upcasters: Readonly<Record<number, Upcaster>> = {}

/**
 * Reads a row of the table, whatever version wrote it. What cannot be read as this version is held as unknown, whole; it never throws for a row that
 * carries the eternal fields.
 */
export function readOp(raw: unknown, steps: Readonly<Record<number, Upcaster>> = upcasters): ReadOp {
  const closed = closedOpSchema.safeParse(raw)
  if (closed.success) return { known: false, op: closedOp(closed.data) }
  const known = storedOpSchema.safeParse(upcast(raw, steps))
  if (known.success) return { known: true, op: known.data }
  return { known: false, op: unknownOpSchema.parse(raw) }
}

const versionedSchema = z.looseObject({ v: z.int() })

function upcast(raw: unknown, steps: Readonly<Record<number, Upcaster>>): unknown {
  let row = versionedSchema.parse(raw)
  for (let step = steps[row.v]; step && row.v < payloadVersion; step = steps[row.v]) {
    row = { ...step(row), v: row.v + 1 }
  }
  return row
}

/** What tells one entry from another when it is made; all else is as it is for whatever nobody has tried to send yet. */
export type NewOpParts = Pick<NewOp, 'opId' | 'kind' | 'collection' | 'recordId' | 'changes' | 'userId' | 'createdAt'> &
  Partial<Omit<NewOp, 'v' | 'entityKey' | 'clientVersion'>>

/** An entry that nobody has tried to send, as far as sending goes: a new one, or an old wish under a new opId. */
export const untriedParts = {
  clientVersion,
  state: 'queued',
  attempts: 0,
  nextTryAt: 0,
  request: null,
  lease: null,
  problem: null,
  isFateKnown: false,
} as const satisfies Partial<NewOp>

export function makeOp(parts: NewOpParts): NewOp {
  return {
    v: payloadVersion,
    entityKey: entityKeyOf(parts.collection, parts.recordId),
    baseVersion: 0,
    caption: '',
    dependsOn: [],
    actId: null,
    ...untriedParts,
    ack: null,
    formerOpIds: [],
    rebases: 0,
    isAgeConfirmed: false,
    ...parts,
  }
}

/** Changes on top of earlier ones of the same record: the oldest `old`, the newest `new`. */
export function combineChanges(before: StoredOp['changes'], after: StoredOp['changes']): StoredOp['changes'] {
  const changes = { ...before }
  for (const [key, { old, new: value }] of Object.entries(after))
    changes[key] = { old: (before[key] ?? { old }).old, new: value }
  return changes
}

/** A value as some answer tells it, where it is one that a field may have. */
export function fieldValueOf(value: unknown, otherwise: FieldValue): FieldValue {
  return fieldValueSchema.safeParse(value).data ?? (value === null ? null : otherwise)
}

export function entityKeyOf(collection: CollectionName | string, recordId: string): string {
  return `${collection}/${recordId}`
}

/** True while the entry can still change what the user should see as waiting. */
export function isUnsettled(op: StoredOp): boolean {
  return op.state !== 'acked'
}

/** Never on the wire under its present opId, so it may still be changed. */
export function isNeverSent(op: StoredOp): boolean {
  return op.attempts === 0 && op.request === null && op.lease === null
}
