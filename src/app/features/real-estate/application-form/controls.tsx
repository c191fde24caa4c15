import { FieldControl } from '#app/records/form/field-control.tsx'
import { applicationBook } from './application-draft.ts'
import type { ApplicationForm } from './use-application-form.ts'

/** Fields of the form by key, in the order of its description. */
export function Controls({ form, keys }: { form: ApplicationForm; keys: readonly string[] }) {
  return applicationBook.description.fields
    .filter(({ key }) => keys.includes(key))
    .map((field) => (
      <FieldControl
        key={field.key}
        field={field}
        text={form.draft?.texts[field.key] ?? ''}
        error={form.faults.fields[field.key]}
        onText={(text) => form.type(field.key, text)}
      />
    ))
}
