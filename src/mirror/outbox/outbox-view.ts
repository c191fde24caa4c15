import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { EntryView, OutboxView } from '#mirror/offline-copy.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { addAsNew, discardEntry, resolveEntry, retryEntry, retryLost } from './entries/repair-entry.ts'
import { type Outbox, subscribeOutbox, withOutbox } from './open-outbox.ts'
import { getLane } from './outbox-image.ts'
import {
  findContentId,
  findGoneEdits,
  isLost,
  isUnsettled,
  needsAttention,
  type StoredEntry,
  type UnknownEntry,
} from './stored-entry.ts'
import { withConnection } from './write-outbox.ts'

/** The outbox for screens. The list stays the same object until something in the outbox changes. */
export function createOutboxView(outbox: Outbox): OutboxView {
  let entries: readonly EntryView[] | null = null
  const listeners = new Set<() => void>()
  subscribeOutbox(outbox, () => {
    entries = null
    for (const listener of [...listeners]) listener()
  })
  return {
    getEntries: () => (entries ??= listEntries(outbox)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry: async (opId, fixed) => void (await retryEntry(outbox, opId, fixed)),
    retryLost: () => retryLost(outbox),
    resolveConflict: async (opId, choice) => void (await resolveEntry(outbox, opId, choice)),
    discard: async (opId) => void (await discardEntry(outbox, opId)),
    addAsNew: async (opId, newRecord) => (await addAsNew(outbox, opId, newRecord)) !== 'busy',
    exportJson: () => exportJson(outbox),
  }
}

/** Counts for the status line, from memory. Joined entries are counted once. */
interface OutboxCounts {
  readonly waiting: number
  readonly sending: number
  readonly attention: number
  /** Ids of files whose papers are counted by their entries. */
  readonly filesWithEntries: ReadonlySet<string>
  /** Creation time of the oldest waiting entry, by the device's clock; null when none waits. */
  readonly oldestWaitingAt: number | null
  readonly needsSignIn: boolean
  /** The server's last response required the second factor. */
  readonly needsFactor: boolean
  /** Why our server accepts nothing at the moment, as reported to a waiting entry. */
  readonly waitReason: ProblemCode | null
  /** The server requires a newer app, or a newer app wrote into this outbox. */
  readonly needsUpdate: boolean
}

/**
 * `files`: ids of files waiting here. The entry of such a paper isn't counted in addition to its
 * file, unless it is the entry that needs attention (`filesWithEntries`).
 */
export function countOutbox(outbox: Outbox, files: ReadonlySet<string> = new Set()): OutboxCounts {
  const { image } = outbox
  let [waiting, sending, attention, oldest] = [0, 0, image.unknownBySeq.size, Number.POSITIVE_INFINITY]
  let waitReason: ProblemCode | null = null
  const filesWithEntries = new Set<string>()
  let needsNewVersion = image.unknownBySeq.size > 0 || outbox.storage === 'superseded'
  for (const entry of image.entriesBySeq.values()) {
    if (entry.state === 'acked' || isJoined(getLane(outbox.image, entry), entry)) continue
    if (entry.state === 'held_version') needsNewVersion = true
    const contentId = findContentId(entry)
    const hasWaitingFile = contentId !== undefined && files.has(contentId)
    if (hasWaitingFile && needsAttention(entry)) filesWithEntries.add(contentId)
    if (needsAttention(entry)) attention += 1
    else if (!hasWaitingFile && entry.state === 'sending') sending += 1
    else if (!hasWaitingFile) waiting += 1
    if (!needsAttention(entry)) waitReason ??= entry.problem?.code ?? null
    if (!needsAttention(entry)) oldest = Math.min(oldest, entry.createdAt)
  }
  return {
    waiting,
    sending,
    attention,
    filesWithEntries,
    waitReason,
    oldestWaitingAt: Number.isFinite(oldest) ? oldest : null,
    needsSignIn: !image.session || image.session.isRefused,
    needsFactor: image.session?.needsFactor === true || waitReason === 'second_factor_needed',
    needsUpdate: needsNewVersion,
  }
}

/** Number of unsent entries of a user on this device, including sealed ones that cannot be read. */
export async function countUnsent(runtime: Runtime, userId: string): Promise<number> {
  return await withOutbox(runtime, userId, ({ image }) => {
    return [...image.entriesBySeq.values()].filter(isUnsettled).length + image.unknownBySeq.size
  })
}

/**
 * Everything unsettled with its log, as a file: readable, and complete enough for recovery.
 * Contains no session.
 */
async function exportJson(outbox: Outbox): Promise<string> {
  const { db } = outbox
  const [entries, log] = await withConnection(outbox, () =>
    db.transaction('r', [db.ops, db.log], async () => [await db.ops.orderBy('seq').toArray(), await db.log.toArray()]),
  )
  const exportedAt = new Date(outbox.runtime.now()).toISOString()
  return JSON.stringify(
    { format: 'outbox-export', version: 1, userId: outbox.userId, exportedAt, ops: entries, log },
    null,
    2,
  )
}

function listEntries(outbox: Outbox): EntryView[] {
  const blockedLanes = new Set<string>()
  const knownEntries = [...outbox.image.entriesBySeq.values()].filter(isUnsettled).map((entry) => {
    const isBlocked = blockedLanes.has(entry.entityKey) || entry.dependsOn.some((key) => blockedLanes.has(key))
    if (isBlocked || needsAttention(entry)) blockedLanes.add(entry.entityKey)
    return toEntryView(outbox, entry, isBlocked)
  })
  const unknownEntries = [...outbox.image.unknownBySeq.values()].flatMap(toUnknownEntries)
  return [...knownEntries, ...unknownEntries].toSorted((a, b) => a.seq - b.seq)
}

function toEntryView(outbox: Outbox, entry: StoredEntry, isBlocked: boolean): EntryView {
  const { seq, opId, kind, collection, recordId, changes, state, createdAt, attempts, problem } = entry
  const lane = getLane(outbox.image, entry)
  // An edit may lack a caption; an earlier entry of the record may. Otherwise the screen reads it
  // from the mirror.
  const caption = entry.caption || (lane.find((other) => other.caption !== '')?.caption ?? '')
  const isGone = findGoneEdits(lane).some((edit) => edit.seq === seq)
  const status = { state, createdAt, attempts, problem, isBlocked, isGone, isJoined: isJoined(lane, entry) }
  const lostMark = isLost(entry) && { isLost: true as const }
  return { seq, opId, kind, collection, recordId, caption, changes, ...status, ...lostMark }
}

function toUnknownEntries(entry: UnknownEntry): EntryView[] {
  if (!isCollection(entry.collection)) return []
  const { seq, opId, kind, recordId, caption, createdAt } = entry
  const noRelations = { isBlocked: false, isGone: false, isJoined: false }
  const viewDefaults = { changes: {}, state: 'held_version', attempts: 0, problem: null, ...noRelations } as const
  return [{ seq, opId, kind, collection: entry.collection, recordId, caption, createdAt, ...viewDefaults }]
}

function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(mirroredCollections, name)
}

/**
 * Whether an entry is shown as one piece of work with the previous one of its record: edits of a
 * deleted record are decided together, and further edits of something unsent are one edit to their
 * author.
 *
 * HAZARD: this is for display only. Two entries must not be merged once the first was tried: an
 * attempt without a response looks the same whether it failed or arrived and lost its response. The
 * server may have stored the first body under its opId; another body under the same opId is refused
 * (op_reused), and under a new one the first would take effect twice. Entries that were never tried
 * do merge (entries/enqueue-edits.ts).
 */
function isJoined(lane: readonly StoredEntry[], entry: StoredEntry): boolean {
  if (lane.length < 2) return false
  if (findGoneEdits(lane).findIndex(({ seq }) => seq === entry.seq) > 0) return true
  const unsettled = lane.filter(isUnsettled)
  const index = unsettled.findIndex(({ seq }) => seq === entry.seq)
  const before = unsettled[index - 1]
  if (!before || before.kind === 'delete' || entry.kind !== 'update') return false
  return isWaiting(before) && isWaiting(entry) && !unsettled.slice(0, index).some(needsAttention)
}

function isWaiting({ state }: StoredEntry): boolean {
  return state === 'queued' || state === 'held_auth'
}
