import type { DBCoreCursor, DBCoreTable, Dexie } from 'dexie'

/**
 * Makes records unreadable for whoever looks into the storage of this device. Both run inside transactions, which end when something else than the storage is
 * waited for; a seal that has to wait goes through `Dexie.waitFor` in here.
 */
export interface Seal {
  /** What is to be stored instead of a row; anything that IndexedDB keeps. */
  seal(row: object): unknown
  open(sealed: unknown): object
}

/**
 * The one place where rows of a database are sealed before they are stored and opened after they were read, however they are asked for. What keys and indexes need
 * stands beside the sealed row, in the clear: of blocks and recent records their collection, its shape and ids; of outbox entries seq, opId, lane (collection and
 * id of the record) and state; of the log opId and instant; of sent edits seq and instant. Without a seal nothing stands between Dexie and the storage.
 * HAZARD: call it before the database is opened.
 */
export function sealTables(database: Dexie, names: readonly string[], seal: Seal | undefined): void {
  if (!seal) return
  database.use({
    stack: 'dbcore',
    name: 'seal',
    // Right above the storage: whatever else Dexie does sees rows as they are.
    level: -10,
    create: (core) => ({
      ...core,
      table: (name) => (names.includes(name) ? sealedTable(core.table(name), seal) : core.table(name)),
    }),
  })
}

function sealedTable(table: DBCoreTable, seal: Seal): DBCoreTable {
  const { primaryKey, indexes } = table.schema
  const keyPaths = [primaryKey, ...indexes].flatMap(({ keyPath }) => keyPath ?? [])
  const keysOf = (row: Record<string, unknown>) =>
    Object.fromEntries(keyPaths.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])))
  const toStored = (row: Record<string, unknown>) => ({ ...keysOf(row), sealed: seal.seal(row) })
  // A key that the storage gave (seq) is not in the sealed row.
  const toRow = (stored: Record<string, unknown> | undefined) =>
    stored && { ...seal.open(stored['sealed']), ...keysOf(stored) }
  return {
    ...table,
    mutate: (request) =>
      request.type === 'add' || request.type === 'put'
        ? table.mutate({ ...request, values: request.values.map(toStored) })
        : table.mutate(request),
    get: (request) => table.get(request).then(toRow),
    getMany: (request) => table.getMany(request).then((rows) => rows.map(toRow)),
    query: (request) =>
      table.query(request).then((found) => (request.values ? { ...found, result: found.result.map(toRow) } : found)),
    openCursor: (request) =>
      table.openCursor(request).then((cursor) => (cursor && request.values ? openedCursor(cursor, toRow) : cursor)),
  }
}

function openedCursor(cursor: DBCoreCursor, toRow: (stored: Record<string, unknown>) => unknown): DBCoreCursor {
  // The browser's own getters work on its own object only.
  return Object.create(cursor, {
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: { get: () => toRow(cursor.value) },
  }) as DBCoreCursor
}
