import { createContext, use } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import type { RecordDraft } from './record-draft.ts'
import { buildNamedCreation, buildReferenceCreation } from './reference-choices.ts'

/** A record to create from another screen or form. */
export interface NewRecordRequest {
  readonly to: CollectionName
  /**
   * Known values of it: its name, values it shares with the referring record, and fixed ones that
   * no form shows.
   */
  readonly start: Readonly<Record<string, FieldValue>>
  /** Undo history that takes the creation; by default only the record's own screen can undo it. */
  readonly history?: ActionHistory
}

/**
 * Opens the book's form. Returns the new record's id, or null if none was created. Works without a
 * network, because ids are made on the device.
 */
export type CreateRecord = (
  request: NewRecordRequest,
) => Promise<{ id: string; values: NewRecordRequest['start'] } | null>

/** Provided by record-maker-provider.tsx. */
export const CreateRecordContext = createContext<CreateRecord | null>(null)

/** `새 {noun} 만들기`, from any list that offers records of another book. */
export function useCreateRecord(): CreateRecord {
  const make = use(CreateRecordContext)
  if (!make) throw new Error('useCreateRecord needs a RecordMakerProvider above it')
  return make
}

/**
 * `새 회사 만들기` next to a form field that refers to a record or holds its name. Puts the new record
 * into the field and returns the focus to it.
 */
export function useReferenceCreation(
  collection: CollectionName,
  draft: RecordDraft,
  onText: (key: string, text: string) => void,
): (field: Field) => { creation?: { noun: string; make(): void } } {
  const makeRecord = useCreateRecord()
  async function make(key: string, request: NewRecordRequest, name: string | undefined) {
    const box = document.activeElement?.closest('[data-form-field]')
    const created = await makeRecord(request)
    if (created) onText(key, name === undefined ? created.id : String(created.values[name] ?? ''))
    box?.querySelector<HTMLElement>('select, input')?.focus()
  }
  return (field) => {
    const request = buildReferenceCreation(collection, field, draft) ?? buildNamedCreation(collection, field, draft)
    return request ? { creation: { noun: request.noun, make: () => void make(field.key, request, request.name) } } : {}
  }
}
