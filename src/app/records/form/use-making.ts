import type { CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { useRecordMaker, type AskedRecord } from './make-record.ts'
import type { RecordDraft } from './record-draft.ts'
import { nameMaking, referenceMaking } from './reference-choices.ts'

/**
 * `새 회사 만들기` next to a form field that refers to a record or holds its name. Puts the new record
 * into the field and returns the focus to it.
 */
export function useMaking(
  collection: CollectionName,
  draft: RecordDraft,
  onText: (key: string, text: string) => void,
): (field: Field) => { making?: { noun: string; make(): void } } {
  const makeRecord = useRecordMaker()
  async function make(key: string, asked: AskedRecord, name: string | undefined) {
    const box = document.activeElement?.closest('[data-form-field]')
    const made = await makeRecord(asked)
    if (made) onText(key, name === undefined ? made.id : String(made.values[name] ?? ''))
    box?.querySelector<HTMLElement>('select, input')?.focus()
  }
  return (field) => {
    const asked = referenceMaking(collection, field, draft) ?? nameMaking(collection, field, draft)
    return asked ? { making: { noun: asked.noun, make: () => void make(field.key, asked, asked.name) } } : {}
  }
}
