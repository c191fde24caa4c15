import type { DBCoreCursor, DBCoreTable, Dexie } from 'dexie'
import { keepOpen } from './keep-open.ts'

/**
 * Makes records unreadable for whoever looks into the storage of this device. Both work outside of the storage's own requests, and a transaction ends when
 * something else is waited for: in here it is kept open meanwhile (keep-open.ts).
 */
export interface Seal {
  /** Names the key without telling it: what stands under another one is not looked for (mirror-database.ts), or stays closed. */
  readonly keyId: string
  /** What is to be stored instead of a row; anything that IndexedDB keeps. */
  seal(row: object): Promise<unknown>
  /** Null: it was closed with another key. */
  open(sealed: unknown): Promise<object | null>
}

/** Edits have a key of their own, which the server can hand back (vault/): what can be fetched again is dropped with its key, what nobody else has is not. */
export interface Seals {
  readonly mirror: Seal
  readonly outbox: Seal
}

/**
 * The one place where rows of a database are sealed before they are stored and opened after they were read, however they are asked for. What keys and indexes need
 * stands beside the sealed row, in the clear: of blocks and recent records their collection, its shape and ids; of outbox entries seq, opId, lane (collection and
 * id of the record) and state; of the log opId and instant; of sent edits seq and instant. Without a seal nothing stands between Dexie and the storage. A row that
 * was stored before there was a seal is read as it is; one that this seal cannot open comes as what stands in the clear, with `sealed` beside it.
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

type Row = Record<string, unknown>

function sealedTable(table: DBCoreTable, seal: Seal): DBCoreTable {
  const { primaryKey, indexes } = table.schema
  const keyPaths = [primaryKey, ...indexes].flatMap(({ keyPath }) => keyPath ?? [])
  const keysOf = (row: Row) =>
    Object.fromEntries(keyPaths.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])))
  const toStored = async (row: Row) => ({ ...keysOf(row), sealed: await seal.seal(row) })
  // A key that the storage gave (seq) is not in the sealed row.
  const toRow = async (stored: Row | undefined) => {
    if (stored?.['sealed'] === undefined) return stored
    const row = await seal.open(stored['sealed'])
    return row ? { ...row, ...keysOf(stored) } : stored
  }
  const toRows = (rows: readonly (Row | undefined)[]) => keepOpen(() => Promise.all(rows.map(toRow)))
  // Chains of Dexie's own promises, not async functions: it would lose the transaction among others' awaits.
  return {
    ...table,
    mutate: (request) =>
      request.type === 'add' || request.type === 'put'
        ? keepOpen(() => Promise.all(request.values.map(toStored))).then((values) =>
            table.mutate({ ...request, values }),
          )
        : table.mutate(request),
    get: (request) => table.get(request).then((row) => toRows([row]).then(([opened]) => opened)),
    getMany: (request) => table.getMany(request).then(toRows),
    query: (request) =>
      table
        .query(request)
        .then((found) => (request.values ? toRows(found.result).then((result) => ({ ...found, result })) : found)),
    openCursor: (request) =>
      table.openCursor(request).then((cursor) => (cursor && request.values ? openedCursor(cursor, toRow) : cursor)),
  }
}

function openedCursor(cursor: DBCoreCursor, toRow: (stored: Row) => Promise<Row | undefined>): DBCoreCursor {
  let opened: unknown
  // The browser's own getters work on its own object only.
  return Object.create(cursor, {
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: { get: () => opened },
    start: {
      value: (onNext: () => void) =>
        cursor.start(() => {
          keepOpen(() => toRow(cursor.value)).then(
            (row) => {
              opened = row
              onNext()
            },
            (error: unknown) => cursor.fail(error as Error),
          )
        }),
    },
  }) as DBCoreCursor
}
