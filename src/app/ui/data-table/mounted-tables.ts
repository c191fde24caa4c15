import type { Table } from './table.ts'

const tables: Table[] = []

/** The tables on the screen, the one that came last first: what is around a table (its search box, keys of the whole screen) finds it here. */
export function mountedTables(): readonly Table[] {
  return tables
}

/** Answers how the table leaves. */
export function mountTable(table: Table): () => void {
  tables.unshift(table)
  return () => {
    tables.splice(tables.indexOf(table), 1)
  }
}
