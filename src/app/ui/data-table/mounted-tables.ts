import type { Table } from './table.ts'

const tables: Table[] = []

/**
 * The mounted tables, the latest first. The search box and screen-wide keys find their table here.
 */
export function mountedTables(): readonly Table[] {
  return tables
}

/** Returns an unmount function. */
export function mountTable(table: Table): () => void {
  tables.unshift(table)
  return () => {
    tables.splice(tables.indexOf(table), 1)
  }
}
