import { z } from 'zod'
import { collectionNames, mirroredCollections } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { holdNumber } from '#contract/number-fault.ts'
import { holdsResidentNumber } from '#contract/resident-number.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import { enqueueUnlessStopped } from './stopped-records.ts'
import { closeText, isClosedText, openText } from './sealed-text.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const target = { collection: z.enum(collectionNames), id: z.string(), actId: z.string().exactOptional() }
/** Whose record it was: nobody can say any more once a colleague has deleted it. */
const caption = z.string().exactOptional()
const editSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    ...target,
    fields: z.record(z.string(), value),
    isRestore: z.boolean().exactOptional(),
  }),
  z.object({
    kind: z.literal('update'),
    ...target,
    caption,
    baseVersion: z.int(),
    changes: z.record(z.string(), z.object({ old: value, new: value })),
  }),
  z.object({ kind: z.literal('delete'), ...target, caption, baseVersion: z.int() }),
])

/**
 * An edit is safe once `enqueue` resolves, which takes milliseconds on a good day and seconds on a busy disk; a page that is closed in between takes its
 * transaction along. So leaving asks first, and whoever leaves all the same finds the edit again: it is written down in local storage at the last moment, which is
 * synchronous, sealed where the copy is, and taken up by the next page (or another window) of the same person. What made it into the outbox after all is known by its value in the row
 * and not written twice.
 */
export function keepLastEdits(copy: OfflineCopy, page: Pick<Window, 'addEventListener' | 'localStorage'>): OfflineCopy {
  const prefix = `last_edit:${copy.userId}:`
  const pending = new Map<string, Edit>()
  /** Of a sealed copy: as they may be written down. Leaving is not waited for, so they are closed beforehand. */
  const closed = new Map<string, string>()

  page.addEventListener('beforeunload', (event) => {
    if (pending.size > 0) event.preventDefault()
  })
  page.addEventListener('pagehide', () => {
    for (const [key, edit] of pending) {
      const text = copy.seals ? closed.get(key) : JSON.stringify(edit)
      // The outbox refuses it (decision 29); here it would stand in the open.
      if (text !== undefined && !isHolding(edit)) page.localStorage.setItem(key, text)
    }
  })
  page.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(prefix) && newValue !== null) void adopt(copy, page.localStorage, prefix)
  })
  void adopt(copy, page.localStorage, prefix)
  return {
    ...copy,
    async enqueue(...edits) {
      const own = new Map(edits.map((edit) => [prefix + crypto.randomUUID(), edit]))
      for (const [key, edit] of own) {
        pending.set(key, edit)
        if (copy.seals)
          void closeText(copy.seals.outbox, edit).then((text) => pending.has(key) && closed.set(key, text))
      }
      try {
        return await copy.enqueue(...edits)
      } finally {
        for (const key of own.keys()) {
          pending.delete(key)
          closed.delete(key)
          page.localStorage.removeItem(key)
        }
      }
    },
  }
}

async function adopt(copy: OfflineCopy, storage: Storage, prefix: string): Promise<void> {
  const keys = Object.keys(storage).filter((key) => key.startsWith(prefix))
  for (const key of keys) {
    const edit = await readEdit(copy, storage.getItem(key))
    // Its record was stopped meanwhile: it stays written down, should it be let go again.
    if (edit && !isHolding(edit) && !(await isKept(copy, edit)) && !(await enqueueUnlessStopped(copy, edit))) continue
    storage.removeItem(key)
  }
}

/** Whether a resident number would be written, or stands in what a person reads of the record. */
function isHolding(edit: Edit): boolean {
  const fields: readonly Field[] = mirroredCollections[edit.collection].fields
  const written = edit.kind === 'create' ? [edit.fields] : edit.kind === 'update' ? sidesOf(edit.changes) : []
  const told = 'caption' in edit ? (edit.caption ?? '') : ''
  return holdsResidentNumber(told) || written.some((values) => holdNumber(fields, values))
}

function sidesOf(changes: Extract<Edit, { kind: 'update' }>['changes']) {
  const side = (which: 'old' | 'new') =>
    Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change[which]]))
  return [side('old'), side('new')]
}

/** What was written down, sealed or not; null for what cannot be read. */
async function readEdit({ seals }: OfflineCopy, text: string | null): Promise<Edit | null> {
  try {
    if (text === null || !isClosedText(text)) return editSchema.parse(JSON.parse(text ?? 'null'))
    return editSchema.parse(seals && (await openText(seals.outbox, text)))
  } catch {
    return null
  }
}

async function isKept(copy: OfflineCopy, edit: Edit): Promise<boolean> {
  const row = await copy.getRow(edit.collection, edit.id)
  if (edit.kind === 'create') return row !== null && row.state !== 'deleted'
  if (edit.kind === 'delete') return row === null || row.state === 'deleted'
  if (row === null) return false
  return Object.entries(edit.changes).every(([key, change]) => (row.record[key] ?? null) === change.new)
}
