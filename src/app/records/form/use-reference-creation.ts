import type { CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { useRecordMaker, type NewRecordRequest } from './make-record.ts'
import type { RecordDraft } from './record-draft.ts'
import { creationOf, narrowedCreation } from './reference-choices.ts'

/**
 * `새 회사 만들기` next to a form field that refers to a record or holds its name. Puts the new record
 * into the field and returns the focus to it.
 */
export function useReferenceCreation(
  collection: CollectionName,
  draft: RecordDraft,
  onText: (key: string, text: string) => void,
): (field: Field) => { creation?: { noun: string; make(): void } } {
  const makeRecord = useRecordMaker()
  async function make(key: string, request: NewRecordRequest, name: string | undefined) {
    const box = document.activeElement?.closest('[data-form-field]')
    const created = await makeRecord(request)
    if (created) onText(key, name === undefined ? created.id : String(created.values[name] ?? ''))
    box?.querySelector<HTMLElement>('select, input')?.focus()
  }
  return (field) => {
    const request = narrowedCreation(collection, field, draft) ?? creationOf(collection, field, draft)
    return request ? { creation: { noun: request.noun, make: () => void make(field.key, request, request.name) } } : {}
  }
}
