import type { AnyRecord, Field, RecordDescription } from '#contract/books/field.ts'
import type { RecordColumns } from '#contract/sync/sync.ts'

/** These records, column by column. */
export function toColumns(description: RecordDescription, records: readonly AnyRecord[]): RecordColumns {
  const columns: RecordColumns = {
    id: records.map(({ id }) => id),
    version: records.map(({ version }) => version),
  }
  for (const { key } of listStoredFields(description)) columns[key] = records.map((record) => record[key])
  return columns
}

/**
 * The described fields and the two timestamps every record has. Of a secret only its reference is
 * stored (contract/person-numbers/sealed-number.ts).
 */
export function listStoredFields(description: RecordDescription): Pick<Field, 'key' | 'kind'>[] {
  return [...description.fields, { key: 'inserted_at', kind: 'datetime' }, { key: 'updated_at', kind: 'datetime' }]
}
