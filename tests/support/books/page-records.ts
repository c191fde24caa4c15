import type { AnyRecord } from '../../../src/contract/books/field.ts'
import type { RowsPage } from '../../../src/contract/sync/sync.ts'

/** The records of a page of a first copy. Imports by path, because the peers of benches use it. */
export function listPageRecords({ columns }: RowsPage): AnyRecord[] {
  return columns.id.map(
    (_, index) => Object.fromEntries(Object.keys(columns).map((key) => [key, columns[key]?.[index]])) as AnyRecord,
  )
}
