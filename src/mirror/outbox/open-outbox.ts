import type { Table } from 'dexie'
import { z } from 'zod'
import { isFull } from '../is-full.ts'
import type { Channel, Runtime } from '../runtime.ts'
import { sessionRowSchema, type SessionRow } from './outbox-database.ts'
import { noteOpen } from './yield-thread.ts'
import { openOutboxDatabase, outboxDatabase, outboxName, type OutboxDatabase } from './outbox-database.ts'
import {
  applyChange,
  emptyImage,
  replaceImage,
  type OutboxChange,
  type OutboxImage,
  type StampedChange,
  type StorageState,
} from './outbox-image.ts'
import { putBackCleared } from './put-back-cleared.ts'
import type { NewOp } from './stored-op.ts'

/** One user's outbox, opened in this tab or worker. Handed to the functions of this folder; nobody else writes its fields. */
export interface Outbox {
  readonly runtime: Runtime
  readonly userId: string
  readonly db: OutboxDatabase
  readonly image: OutboxImage
  readonly channel: Channel
  readonly listeners: Set<(change: OutboxChange) => void>
  /** Called when some tab asks for sending at once. */
  readonly wakes: Set<() => void>
  /** Called when some tab found the storage cleared by the browser, with how many waiting entries it put back. */
  readonly clearedListeners: Set<(saved: number) => void>
  storage: StorageState
  isClosed: boolean
  /** Counts openings: whoever fails on an earlier connection must not close the one that others use by now. */
  connection: number
  /** The one attempt under way to get a lost connection back. */
  reopening: Promise<void> | null
  /** The reading of the table under way, or the last one. */
  rereading: Promise<void>
  /** The one that begins when it is over, for all who asked meanwhile. */
  nextRereading: Promise<void> | null
  /** Transactions of this thread that have not ended yet. */
  readonly open: Set<Promise<unknown>>
  readonly waiting: WaitingActions
}

/** An entry on its way into the outbox. `isRestore`: its record was deleted, and while the delete waits unsent only the delete goes. */
export interface NewEntry {
  readonly op: NewOp
  readonly isRestore: boolean
}

/** An action whose entries are being taken down: all of them are kept or none, and whoever did it is told. */
export interface WaitingAction {
  readonly entries: readonly NewEntry[]
  /** It was in a transaction before, and whether that one was kept is not always known. */
  isTried: boolean
  readonly kept: (opIds: readonly string[]) => void
  readonly failed: (error: unknown) => void
}

/** Actions of this thread that no transaction has taken along yet, in the order in which they were done. */
export interface WaitingActions {
  readonly actions: WaitingAction[]
  /** Somebody is taking them down, one group after the other. */
  isBeingEmptied: boolean
}

/** How long a missing change may still be on its way before the table is read again. */
const gapPatienceMs = 50

/**
 * Opens (or makes) the outbox of one user. Never call it with another user's id: the databases are apart so that nobody on a shared desktop sees or
 * sends somebody else's work.
 * @throws OutboxWriteError `blocked` when an old tab holds an upgrade for ten seconds
 */
export async function openOutbox(runtime: Runtime, userId: string): Promise<Outbox> {
  const outbox: Outbox = {
    runtime,
    userId,
    db: outboxDatabase(runtime, userId),
    image: emptyImage(),
    channel: runtime.openChannel(outboxName(userId)),
    listeners: new Set(),
    wakes: new Set(),
    clearedListeners: new Set(),
    storage: 'fine',
    isClosed: false,
    connection: 0,
    reopening: null,
    rereading: Promise.resolve(),
    nextRereading: null,
    open: new Set(),
    waiting: { actions: [], isBeingEmptied: false },
  }
  watchDatabase(outbox)
  // Listening starts before reading: a change that lands in between is applied on top or already contained.
  outbox.channel.listen((message) => hearMessage(outbox, message))
  try {
    await openOutboxDatabase(runtime, outbox.db)
    await sealWhatWasOpen(outbox).catch((error: unknown) => {
      if (!isFull(error)) throw error
    })
    await rereadOutbox(outbox)
  } catch (error) {
    closeOutbox(outbox)
    throw error
  }
  return outbox
}

/** What was stored before this device had a seal is stored anew, once, under it; without room for that it stays as it is until the next start. */
async function sealWhatWasOpen({ runtime, db }: Outbox): Promise<void> {
  const keyId = runtime.seals?.outbox.keyId
  if (keyId === undefined || (await db.meta.get('sealed'))?.value === keyId) return
  await db.transaction('rw', [db.ops, db.log, db.sent, db.meta], async () => {
    for (const table of [db.ops, db.log, db.sent] as Table[]) await table.bulkPut(await table.toArray())
    await db.meta.put({ key: 'sealed', value: keyId })
  })
}

/** Closes the handle; what stands in the outbox stays. */
export function closeOutbox(outbox: Outbox): void {
  outbox.isClosed = true
  outbox.listeners.clear()
  outbox.wakes.clear()
  outbox.clearedListeners.clear()
  outbox.channel.close()
  outbox.db.close()
}

/** Opens somebody's outbox for as long as the work takes. */
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

/** Called after every committed change of this outbox, made in whatever tab or worker. */
export function subscribeOutbox(outbox: Outbox, listener: (change: OutboxChange) => void): () => void {
  outbox.listeners.add(listener)
  return () => outbox.listeners.delete(listener)
}

/** Reads the whole table again; afterwards this handle knows at least everything committed before the call. */
export function rereadOutbox(outbox: Outbox): Promise<void> {
  // A reading under way is not shared: it may have begun before the commit that the caller looks for.
  outbox.nextRereading ??= rereadAfterPresent(outbox)
  return outbox.nextRereading
}

async function rereadAfterPresent(outbox: Outbox): Promise<void> {
  await outbox.rereading.catch(() => undefined)
  outbox.nextRereading = null
  outbox.rereading = readTable(outbox).finally(noteOpen(outbox.open))
  await outbox.rereading
}

/** Takes a committed change in, tells this tab's listeners, and reads the table again when something before it went missing. */
export async function takeIn(outbox: Outbox, change: StampedChange, patienceMs: number): Promise<void> {
  const { applied, hasGap } = applyChange(outbox.image, change)
  notifyListeners(outbox, applied)
  if (!hasGap) return
  if (patienceMs > 0) await outbox.runtime.wait(patienceMs)
  if (outbox.image.early.size > 0 && !outbox.isClosed) await rereadOutbox(outbox)
}

export function notifyListeners(outbox: Outbox, change: OutboxChange): void {
  if (change.entityKeys !== 'all' && change.entityKeys.size === 0 && !change.isSessionChanged) return
  for (const listener of [...outbox.listeners]) listener(change)
}

export function setStorageState(outbox: Outbox, state: StorageState): void {
  if (outbox.storage === state) return
  outbox.storage = state
  notifyListeners(outbox, { entityKeys: 'all', isSessionChanged: false })
}

/** Puts back what the browser cleared, and tells this tab and all others how many waiting entries that saved. */
export async function recoverCleared(outbox: Outbox): Promise<void> {
  const saved = await putBackCleared(outbox)
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

function hearMessage(outbox: Outbox, message: unknown): void {
  const parsed = stampedChangeSchema.safeParse(message)
  if (!parsed.success && wakeSchema.safeParse(message).success) for (const wake of [...outbox.wakes]) wake()
  const cleared = clearedSchema.safeParse(message).data
  if (cleared) for (const listener of [...outbox.clearedListeners]) listener(cleared.saved)
  if (!parsed.success || outbox.isClosed) return
  const { session, ...rest } = parsed.data
  const change: StampedChange = session === undefined ? rest : { ...rest, session }
  // A failed re-reading shows again at the next write, where it can be answered for; here nobody waits for it.
  takeIn(outbox, change, gapPatienceMs).catch(() => undefined)
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
  // Other tabs told more during the reading than it found, and all of it is taken in: the table would set the image back, and nothing would bring it up to date again.
  if (table.stamp < outbox.image.stamp) return
  const before = JSON.stringify(outbox.image.session)
  replaceImage(outbox.image, table)
  notifyListeners(outbox, { entityKeys: 'all', isSessionChanged: JSON.stringify(outbox.image.session) !== before })
}

function readSessionRow(raw: unknown): SessionRow | null {
  return sessionRowSchema.safeParse(raw).data ?? null
}

function watchDatabase(outbox: Outbox): void {
  // Another tab upgrades or removes the database: let go at once, or it would wait for us. Dexie lets us reopen a newer version, so sending goes on.
  outbox.db.on('versionchange', ({ newVersion }) => {
    outbox.db.close()
    // None: it is being deleted, and the next look makes it anew (put-back-cleared.ts). No code of ours deletes an outbox.
    if (newVersion !== null) setStorageState(outbox, 'superseded')
  })
}
