import { z } from 'zod'
import { createDeviceStorage, type DeviceStorage } from '#app/ui/browser/device-storage.ts'
import { collectionNames, mirroredCollections } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { containsResidentNumber } from '#contract/person-numbers/resident-number.ts'
import { hasUnsealedPersonNumber } from '#contract/person-numbers/sealed-number.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import { isSealedText, openSealedText, sealText } from './own-storage.ts'
import { enqueueUnlessStopped } from './stopped-records.ts'

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

const targetShape = { collection: z.enum(collectionNames), id: z.string(), actId: z.string().exactOptional() }

/** Name of the record, unknown once a colleague has deleted it. */
const captionSchema = z.string().exactOptional()

const editSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    ...targetShape,
    fields: z.record(z.string(), valueSchema),
    isRestore: z.boolean().exactOptional(),
  }),
  z.object({
    kind: z.literal('update'),
    ...targetShape,
    caption: captionSchema,
    baseVersion: z.int(),
    changes: z.record(z.string(), z.object({ old: valueSchema, new: valueSchema })),
  }),
  z.object({ kind: z.literal('delete'), ...targetShape, caption: captionSchema, baseVersion: z.int() }),
])

/**
 * Protects edits that aren't stored yet. An edit is safe once `enqueue` resolves: usually within
 * milliseconds, but on a busy disk it takes seconds, and closing the page aborts its transaction.
 * So leaving the page asks first. If the user leaves anyway, the edit is written to local storage
 * (which is synchronous), sealed if the copy is. The user's next page or another window puts it
 * into the outbox, unless the row already has the value.
 */
export function saveLastEdits(
  copy: OfflineCopy,
  page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'localStorage'>,
): OfflineCopy {
  const storage = createDeviceStorage(() => page.localStorage, page)
  const prefix = `last_edit:${copy.userId}:`
  const pending = new Map<string, Edit>()
  /**
   * For a sealed copy: the sealed text of each pending edit by content. Sealed ahead, because
   * leaving can't wait, and kept of an edit that failed, because the last attempt to store it
   * begins while the page is left.
   */
  const sealedTexts = new Map<string, string>()

  page.addEventListener('beforeunload', (event) => {
    if (pending.size > 0) event.preventDefault()
  })
  let hasLeft = false
  page.addEventListener('pageshow', () => {
    hasLeft = false
  })
  page.addEventListener('pagehide', () => {
    hasLeft = true
    for (const [key, edit] of pending) leaveForNextPage(key, edit)
  })
  function leaveForNextPage(key: string, edit: Edit): void {
    const text = copy.seals ? sealedTexts.get(describeContent(edit)) : JSON.stringify(edit)
    // The outbox refuses such an edit; here it would be stored unencrypted.
    if (text !== undefined && !hasResidentNumber(edit)) storage.setItem(key, text)
  }
  storage.followOthers((key) => {
    if (key?.startsWith(prefix) && storage.getItem(key) !== null) void enqueueStored(copy, storage, prefix)
  })
  void enqueueStored(copy, storage, prefix)
  return {
    ...copy,
    async enqueue(...edits) {
      const storedEdits = new Map(edits.map((edit) => [prefix + crypto.randomUUID(), edit]))
      for (const [key, edit] of storedEdits) {
        pending.set(key, edit)
        // A last attempt, made while the page is being left.
        if (hasLeft) leaveForNextPage(key, edit)
        if (copy.seals)
          void sealText(copy.seals.outbox, edit).then((text) => {
            if (pending.has(key)) sealedTexts.set(describeContent(edit), text)
          })
      }
      try {
        const opIds = await copy.enqueue(...edits)
        for (const edit of edits) sealedTexts.delete(describeContent(edit))
        for (const key of storedEdits.keys()) storage.removeItem(key)
        return opIds
      } catch (error) {
        // What fails after the page was left is for the next page.
        if (!hasLeft) for (const key of storedEdits.keys()) storage.removeItem(key)
        throw error
      } finally {
        for (const key of storedEdits.keys()) pending.delete(key)
      }
    },
  }
}

/** The same for every attempt to store the same values. */
function describeContent({ actId: _action, ...edit }: Edit): string {
  return JSON.stringify(edit)
}

/** What can't be stored now stays for the next page. Never rejects. */
async function enqueueStored(copy: OfflineCopy, storage: DeviceStorage, prefix: string): Promise<void> {
  try {
    await enqueueEach(copy, storage, prefix)
  } catch {
    // The copy was closed, or the disk is full or away, which the screen shows.
  }
}

async function enqueueEach(copy: OfflineCopy, storage: DeviceStorage, prefix: string): Promise<void> {
  const keys = storage.listKeys().filter((key) => key.startsWith(prefix))
  for (const key of keys) {
    const edit = await readEdit(copy, storage.getItem(key))
    // The record was put under 처리정지 meanwhile; keep the edit until that ends.
    if (edit && !hasResidentNumber(edit) && !(await isSaved(copy, edit)) && !(await enqueueUnlessStopped(copy, edit)))
      continue
    storage.removeItem(key)
  }
}

/** Whether a written value or the record's name holds a resident number. */
function hasResidentNumber(edit: Edit): boolean {
  const fields: readonly Field[] = mirroredCollections[edit.collection].fields
  const fieldSets = edit.kind === 'create' ? [edit.fields] : edit.kind === 'update' ? splitSides(edit.changes) : []
  const captionText = 'caption' in edit ? (edit.caption ?? '') : ''
  return containsResidentNumber(captionText) || fieldSets.some((values) => hasUnsealedPersonNumber(fields, values))
}

function splitSides(changes: Extract<Edit, { kind: 'update' }>['changes']) {
  const side = (which: 'old' | 'new') =>
    Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change[which]]))
  return [side('old'), side('new')]
}

/** Reads a saved edit, sealed or not; null if unreadable. */
async function readEdit({ seals }: OfflineCopy, text: string | null): Promise<Edit | null> {
  try {
    if (text === null || !isSealedText(text)) return editSchema.parse(JSON.parse(text ?? 'null'))
    return editSchema.parse(seals && (await openSealedText(seals.outbox, text)))
  } catch {
    return null
  }
}

async function isSaved(copy: OfflineCopy, edit: Edit): Promise<boolean> {
  const row = await copy.getRow(edit.collection, edit.id)
  if (edit.kind === 'create') return row !== null && row.state !== 'deleted'
  if (edit.kind === 'delete') return row === null || row.state === 'deleted'
  if (row === null) return false
  return Object.entries(edit.changes).every(([key, change]) => (row.record[key] ?? null) === change.new)
}
