import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { Edit } from '#mirror/offline-copy.ts'

export type UpdateEdit = Extract<Edit, { kind: 'update' }>

interface WantedUpdate {
  readonly collection: CollectionName
  /** As it stands now. */
  readonly record: AnyRecord
  /** As the fields shall be. */
  readonly values: Readonly<Record<string, FieldValue>>
  readonly caption: string
}

/** A change of one record that names only what differs: what a colleague has changed meanwhile stays. */
export function updateOfRecord({ collection, record, values, caption }: WantedUpdate): UpdateEdit {
  const changes = Object.fromEntries(
    Object.entries(values)
      .map(([key, value]) => [key, { old: record[key] ?? null, new: value }] as const)
      .filter(([, change]) => change.old !== change.new),
  )
  const { id, version } = record
  return { kind: 'update', collection, id, baseVersion: version, changes, caption }
}
