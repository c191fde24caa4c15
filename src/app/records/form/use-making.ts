import type { CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { useRecordMaker, type AskedRecord } from './make-record.ts'
import type { RecordDraft } from './record-draft.ts'
import { referenceMaking } from './reference-choices.ts'

/** `새 회사 만들기` at a reference of a form: what is made is chosen in the field, and the focus returns to it. */
export function useMaking(
  collection: CollectionName,
  draft: RecordDraft,
  onText: (key: string, text: string) => void,
): (field: Field) => { making?: { noun: string; make(): void } } {
  const makeRecord = useRecordMaker()
  async function make(key: string, asked: AskedRecord) {
    const pressed = document.activeElement
    const made = await makeRecord(asked)
    if (made) onText(key, made.id)
    pressed?.closest('[data-form-field]')?.querySelector('select')?.focus()
  }
  return (field) => {
    const asked = referenceMaking(collection, field, draft)
    return asked ? { making: { noun: asked.noun, make: () => void make(field.key, asked) } } : {}
  }
}
