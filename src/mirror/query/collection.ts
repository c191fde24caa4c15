import type { RecordDescription } from '#contract/books/field.ts'
import { createColumns, type Columns } from './columns.ts'
import { createRecordTable, type RecordTable } from './record-table.ts'

export interface Collection {
  readonly table: RecordTable
  readonly columns: Columns
}

/** All collections in memory by name; references are followed through it. */
export type Collections = ReadonlyMap<string, Collection>

export function createCollections(descriptions: readonly RecordDescription[]): Collections {
  return new Map(
    descriptions.map((description) => {
      const table = createRecordTable(description)
      return [description.name, { table, columns: createColumns(table) }]
    }),
  )
}
