import { z } from 'zod'
import type { DetailDrafts, DraftField } from '#app/ui/detail-panel/detail-draft.ts'
import type { Field } from '#contract/books/field.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { hasUnsealedPersonNumber } from '#contract/person-numbers/sealed-number.ts'
import { createOwnStorage, type OwnStorage } from '../offline-copy/own-storage.ts'
import type { RecordBook } from '../record-book.ts'

/** Maximum age of a draft, because it holds personal data. */
const keptMs = 7 * dayMs

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
const fieldSchema = z.object({
  key: z.string(),
  value: valueSchema,
  old: valueSchema,
  version: z.number(),
  refused: z.object({ text: z.string(), error: z.string() }).exactOptional(),
})
const draftsSchema = z.record(z.string(), z.object({ at: z.number(), fields: z.array(fieldSchema) }))

type StoredDrafts = z.infer<typeof draftsSchema>

interface DraftDeps {
  readonly book: RecordBook
  readonly userId: string
  readonly storage?: OwnStorage
  readonly now?: () => number
}

/**
 * Changes in a book's detail panel that wait for 저장, stored on this device per user and sealed
 * where the copy is (own-keys.ts). Fields with masked or encrypted values are never stored,
 * and resident numbers in other texts are masked.
 */
export function createPanelDrafts({
  book,
  userId,
  storage = createOwnStorage(userId),
  now = Date.now,
}: DraftDeps): DetailDrafts {
  const storageKey = `record-drafts-${userId}`
  const { fields } = book
  const draftKey = (rowId: string) => `${book.collection}/${rowId}`

  function readAll(): StoredDrafts {
    try {
      const stored = draftsSchema.parse(JSON.parse(storage.getItem(storageKey) ?? '{}'))
      return Object.fromEntries(Object.entries(stored).filter(([, { at }]) => now() - at < keptMs))
    } catch {
      return {}
    }
  }

  return {
    read: (rowId) => readAll()[draftKey(rowId)]?.fields.filter(({ key }) => isStorable(fields, key)) ?? [],
    save(rowId, waiting) {
      const { [draftKey(rowId)]: before, ...others } = readAll()
      const storable = waiting.flatMap((field) => withoutNumbers(fields, field))
      if (storable.length === 0 && before === undefined) return
      const draft = storable.length > 0 && { [draftKey(rowId)]: { at: now(), fields: storable } }
      const next = { ...others, ...draft }
      try {
        if (Object.keys(next).length === 0) storage.removeItem(storageKey)
        else storage.setItem(storageKey, JSON.stringify(next))
      } catch {
        // On a full device the changes last until this page ends.
      }
    },
  }
}

function isStorable(fields: readonly Field[], key: string): boolean {
  const field = fields.find((candidate) => candidate.key === key)
  return field !== undefined && field.kind !== 'secret' && field.masks === undefined
}

/** The field as it may be stored; none if it may not. */
function withoutNumbers(fields: readonly Field[], field: DraftField): readonly DraftField[] {
  const { refused, ...change } = field
  if (!isStorable(fields, field.key)) return []
  const holds = (value: DraftField['value']) => hasUnsealedPersonNumber(fields, { [field.key]: value })
  if (!holds(field.old) && !holds(field.value) && !holds(refused?.text ?? null)) return [field]
  const text = refused?.text ?? field.value
  const isText = fields.find(({ key }) => key === field.key)?.kind === 'text'
  if (!isText || typeof text !== 'string' || holds(field.old)) return []
  const masked = maskResidentNumbers(text)
  return holds(masked) ? [] : [{ ...change, value: masked }]
}
