import type { Table } from './table.ts'

const tables: Table[] = []

/** All mounted tables, latest first, for the search box and screen-wide shortcuts. */
export function listMountedTables(): readonly Table[] {
  return tables
}

/** Registers a table. Returns the function that removes it. */
export function mountTable(table: Table): () => void {
  tables.unshift(table)
  return () => {
    tables.splice(tables.indexOf(table), 1)
  }
}
