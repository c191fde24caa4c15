import type { Table } from 'dexie'
import { z } from 'zod'
import { dayMs } from '#contract/dates/day-ms.ts'
import type { Channel, Runtime } from '#mirror/runtime/runtime.ts'
import { trackOpen } from '#mirror/runtime/timing.ts'
import { isQuotaError } from '#mirror/store/is-quota-error.ts'
import { toWriteError } from '#mirror/store/storage-failure.ts'
import {
  buildOutboxName,
  createOutboxDatabase,
  type OutboxDatabase,
  type SessionRow,
  sessionRowSchema,
} from './outbox-database.ts'
import {
  applyOutboxChange,
  createEmptyImage,
  type OutboxChange,
  type OutboxImage,
  replaceImage,
  type StampedChange,
  type StorageState,
} from './outbox-image.ts'
import { isUnsettled, type NewEntry } from './stored-entry.ts'

/**
 * One user's outbox, opened in this tab or worker. Only the functions of this folder write its
 * fields.
 */
export interface Outbox {
  readonly runtime: Runtime
  readonly userId: string
  readonly db: OutboxDatabase
  readonly image: OutboxImage
  readonly channel: Channel
  readonly listeners: Set<(change: OutboxChange) => void>
  /** Called when some tab requests immediate sending. */
  readonly wakeListeners: Set<() => void>
  /**
   * Called with the number of restored entries when some tab found the storage cleared by the
   * browser.
   */
  readonly clearedListeners: Set<(saved: number) => void>
  storage: StorageState
  isClosed: boolean
  /** The current read of the table, or the last one. */
  rereading: Promise<void>
  /** The next read, shared by all callers that request it during the current one. */
  nextRereading: Promise<void> | null
  /** Open transactions of this thread. */
  readonly openTransactions: Set<Promise<unknown>>
  readonly waiting: WaitingActions
}

/**
 * An entry to be stored. `isRestore`: its record was deleted; while that delete is unsent, the
 * entry only cancels it.
 */
export interface EntryToAdd {
  readonly entry: NewEntry
  readonly isRestore: boolean
}

/**
 * An action whose entries are being stored, all or none; `stored` and `failed` report the result.
 */
export interface WaitingAction {
  readonly entries: readonly EntryToAdd[]
  /** A transaction with it ran before and may have been stored; its next one has it alone. */
  isTried: boolean
  readonly stored: (opIds: readonly string[]) => void
  readonly failed: (error: unknown) => void
}

/** Actions of this thread that are in no transaction yet, in order. */
interface WaitingActions {
  readonly actions: WaitingAction[]
  /** A loop is already storing them. */
  isStoring: boolean
}

/** How long a missing change may be in transit before the table is read again. */
const gapWaitMs = 50

/**
 * Opens (or creates) one user's outbox. Never call it with another user's id: the databases are
 * separate so that nobody on a shared computer sees or sends another's work.
 * @throws OutboxWriteError when the device's storage doesn't open
 */
export async function openOutbox(runtime: Runtime, userId: string): Promise<Outbox> {
  const outbox: Outbox = {
    runtime,
    userId,
    db: createOutboxDatabase(runtime, userId),
    image: createEmptyImage(),
    channel: runtime.openChannel(buildOutboxName(userId)),
    listeners: new Set(),
    wakeListeners: new Set(),
    clearedListeners: new Set(),
    storage: 'fine',
    isClosed: false,
    rereading: Promise.resolve(),
    nextRereading: null,
    openTransactions: new Set(),
    waiting: { actions: [], isStoring: false },
  }
  watchDatabase(outbox)
  // Listen before reading: a change in between is either applied on top or already included.
  outbox.channel.listen((message) => onMessage(outbox, message))
  try {
    await outbox.db.open()
    await sealUnsealedRows(outbox).catch((error: unknown) => {
      if (!isQuotaError(error)) throw error
    })
    await rereadOutbox(outbox)
  } catch (error) {
    closeOutbox(outbox)
    throw toWriteError(error)
  }
  return outbox
}

/**
 * Encrypts rows stored before this device had a seal, once. Without room they stay as they are
 * until the next start.
 */
async function sealUnsealedRows({ runtime, db }: Outbox): Promise<void> {
  const keyId = runtime.seals?.outbox.keyId
  if (keyId === undefined || (await db.meta.get('sealed'))?.value === keyId) return
  await db.transaction('rw', [db.ops, db.log, db.sent, db.meta], async () => {
    for (const table of [db.ops, db.log, db.sent] as Table[]) await table.bulkPut(await table.toArray())
    await db.meta.put({ key: 'sealed', value: keyId })
  })
}

/** Closes the handle; the stored entries stay. */
export function closeOutbox(outbox: Outbox): void {
  outbox.isClosed = true
  outbox.listeners.clear()
  outbox.wakeListeners.clear()
  outbox.clearedListeners.clear()
  outbox.channel.close()
  outbox.db.close()
}

/** Opens a user's outbox while `work` runs. */
export async function withOutbox<T>(
  runtime: Runtime,
  userId: string,
  work: (outbox: Outbox) => Promise<T> | T,
): Promise<T> {
  const outbox = await openOutbox(runtime, userId)
  try {
    return await work(outbox)
  } finally {
    closeOutbox(outbox)
  }
}

/**
 * Called after every committed change of this outbox in any tab or worker. Returns the unsubscribe
 * function.
 */
export function subscribeOutbox(outbox: Outbox, listener: (change: OutboxChange) => void): () => void {
  outbox.listeners.add(listener)
  return () => outbox.listeners.delete(listener)
}

/**
 * Reads the whole table again; afterwards this handle includes everything committed before the
 * call.
 */
export function rereadOutbox(outbox: Outbox): Promise<void> {
  // A running read is not shared, because it may have begun before the commit the caller needs.
  outbox.nextRereading ??= rereadAfterCurrent(outbox)
  return outbox.nextRereading
}

async function rereadAfterCurrent(outbox: Outbox): Promise<void> {
  await outbox.rereading.catch(() => undefined)
  outbox.nextRereading = null
  outbox.rereading = readTable(outbox).finally(trackOpen(outbox.openTransactions))
  await outbox.rereading
}

/**
 * Applies a committed change, notifies this tab's listeners, and reads the table again when an
 * earlier change is missing.
 */
export async function receiveChange(outbox: Outbox, change: StampedChange, timeoutMs: number): Promise<void> {
  const { applied, hasGap } = applyOutboxChange(outbox.image, change)
  notifyListeners(outbox, applied)
  if (!hasGap) return
  if (timeoutMs > 0) await outbox.runtime.wait(timeoutMs)
  if (outbox.image.earlyChanges.size > 0 && !outbox.isClosed) await rereadOutbox(outbox)
}

function notifyListeners(outbox: Outbox, change: OutboxChange): void {
  if (change.entityKeys !== 'all' && change.entityKeys.size === 0 && !change.isSessionChanged) return
  for (const listener of [...outbox.listeners]) listener(change)
}

export function setStorageState(outbox: Outbox, state: StorageState): void {
  if (outbox.storage === state) return
  outbox.storage = state
  notifyListeners(outbox, { entityKeys: 'all', isSessionChanged: false })
}

/**
 * Restores what the browser cleared, and reports the number of restored entries to this and all
 * other tabs.
 */
export async function recoverCleared(outbox: Outbox): Promise<void> {
  const saved = await restoreCleared(outbox)
  if (saved === null) return
  outbox.channel.post({ type: 'cleared', saved } satisfies z.infer<typeof clearedSchema>)
  for (const listener of [...outbox.clearedListeners]) listener(saved)
}

const wakeSchema = z.object({ type: z.literal('wake') })
const clearedSchema = z.object({ type: z.literal('cleared'), saved: z.int() })

const stampedChangeSchema = z.object({
  type: z.literal('change'),
  stamp: z.int(),
  changed: z.array(z.unknown()),
  removed: z.array(z.int()),
  session: sessionRowSchema.nullable().optional(),
})

function onMessage(outbox: Outbox, message: unknown): void {
  const parsed = stampedChangeSchema.safeParse(message)
  if (!parsed.success && wakeSchema.safeParse(message).success) for (const wake of [...outbox.wakeListeners]) wake()
  const cleared = clearedSchema.safeParse(message).data
  if (cleared) for (const listener of [...outbox.clearedListeners]) listener(cleared.saved)
  if (!parsed.success || outbox.isClosed) return
  const { session, ...rest } = parsed.data
  const change: StampedChange = session === undefined ? rest : { ...rest, session }
  // A failed re-read surfaces at the next awaited write; nobody waits for it here.
  receiveChange(outbox, change, gapWaitMs).catch(() => undefined)
}

async function readTable(outbox: Outbox): Promise<void> {
  const { db } = outbox
  const stampBefore = outbox.image.stamp
  const table = await db.transaction('r', [db.ops, db.session, db.meta], async () => {
    const rows: unknown[] = await db.ops.orderBy('seq').toArray()
    const session: unknown = await db.session.get('session')
    const stamp = await db.meta.get('stamp')
    return { rows, session: readSessionRow(session), stamp: Number(stamp?.value ?? 0) }
  })
  if (table.stamp < stampBefore) {
    await recoverCleared(outbox)
    return await readTable(outbox)
  }
  // Other tabs reported changes newer than this read. Using the table would set the image back,
  // with nothing to bring it up to date again.
  if (table.stamp < outbox.image.stamp) return
  const before = JSON.stringify(outbox.image.session)
  replaceImage(outbox.image, table)
  notifyListeners(outbox, { entityKeys: 'all', isSessionChanged: JSON.stringify(outbox.image.session) !== before })
}

function readSessionRow(raw: unknown): SessionRow | null {
  return sessionRowSchema.safeParse(raw).data ?? null
}

function watchDatabase(outbox: Outbox): void {
  // Another tab upgrades or removes the database: close at once, or it would wait for us. Dexie can
  // reopen the newer version, so sending goes on.
  outbox.db.on('versionchange', ({ newVersion }) => {
    outbox.db.close()
    // Null: the browser is deleting it, and the next access recreates it. Our
    // code never deletes an outbox.
    if (newVersion !== null) setStorageState(outbox, 'superseded')
  })
}

/**
 * The database was recreated under an open handle, because browsers clear storage when they need
 * room or are asked to. Detected by a stamp that went back.
 */
export class OutboxClearedError extends Error {
  override readonly name = 'OutboxClearedError'
}

interface ClearedOutbox {
  readonly db: OutboxDatabase
  readonly image: OutboxImage
  readonly runtime: Runtime
}

/**
 * Restores session and entries from memory into the database that replaced the cleared one, and
 * returns the number of restored entries; null when there was nothing to do. Happens once for all
 * tabs and workers: the second finds the stamp ahead of its own. Entries keep their opIds, so one
 * in transit arrives once. `log`, `traces` and `sent` are not held in memory and start empty.
 */
async function restoreCleared({ db, image, runtime }: ClearedOutbox): Promise<number | null> {
  const remembered = [...image.entriesBySeq.values(), ...image.unknownBySeq.values()]
  return await db.transaction('rw', [db.ops, db.session, db.meta], async () => {
    const stamp = Number((await db.meta.get('stamp'))?.value ?? 0)
    if (stamp >= image.stamp) return null
    // A window opened meanwhile may already have written new rows.
    const present = await db.ops.toArray()
    const opIds = new Set(present.map(({ opId }) => opId))
    const seqs = new Set(present.map(({ seq }) => seq))
    const missing = remembered.filter(({ opId }) => !opIds.has(opId))
    for (const entry of missing) {
      const { seq, ...rest } = entry
      await (seqs.has(seq) ? db.ops.add(rest as never) : db.ops.put(entry as never))
    }
    if (image.session && !(await db.session.get('session'))) await db.session.put(image.session)
    const keyId = runtime.seals?.outbox.keyId
    if (keyId !== undefined) await db.meta.put({ key: 'sealed', value: keyId })
    await db.meta.put({ key: 'stamp', value: image.stamp + 1 })
    return missing.filter((entry) => !('state' in entry) || isUnsettled(entry as never)).length
  })
}

/**
 * As long as an edit may wait before the user is asked. Nobody looks for a missing edit in the
 * export after a month.
 */
const logRetentionMs = 30 * dayMs

/** Rows deleted at a time, so that no edit waits long for it. */
const deletedPerTransaction = 400

/** Deletes log rows older than a month, and the oldest of too many. Call it regularly. */
export async function pruneLog({ db, runtime, isClosed }: Outbox): Promise<void> {
  if (!isClosed) await trimRows(db.log, { index: 'at', before: runtime.now() - logRetentionMs })
}

/** Deletes rows older than `before`, and the oldest beyond 5,000; a limited number per call. */
export async function trimRows<Row>(
  table: Table<Row, number>,
  { index, before }: { index: keyof Row & string; before: number },
): Promise<void> {
  const [count, old] = await Promise.all([
    table.count(),
    table.where(index).below(before).limit(deletedPerTransaction).primaryKeys(),
  ])
  const excess = Math.min(count - maxStoredRows - old.length, deletedPerTransaction)
  const oldest = excess > 0 ? await table.toCollection().limit(excess).primaryKeys() : []
  if (old.length + oldest.length > 0) await table.bulkDelete([...old, ...oldest])
}

const maxStoredRows = 5_000
