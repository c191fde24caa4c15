import { type DBCoreTable, type DBCoreTransaction, Dexie } from 'dexie'
import { whenOverdue } from '#mirror/runtime/limit-storage.ts'

/**
 * Operations of this database fail with a `StorageSilentError` when the browser doesn't begin their
 * transaction in time. HAZARD: call it before the database is opened.
 */
export function limitOperations(database: Dexie): void {
  database.use({
    stack: 'dbcore',
    name: 'limit',
    // Below the seal, next to the storage.
    level: -20,
    create: (core) => ({ ...core, table: (name) => limitTable(core.table(name)) }),
  })
}

function limitTable(table: DBCoreTable): DBCoreTable {
  return {
    ...table,
    mutate: (request) => limit(request.trans, table.mutate(request)),
    get: (request) => limit(request.trans, table.get(request)),
    getMany: (request) => limit(request.trans, table.getMany(request)),
    query: (request) => limit(request.trans, table.query(request)),
    count: (request) => limit(request.trans, table.count(request)),
    openCursor: (request) => limit(request.trans, table.openCursor(request)),
  }
}

function limit<T>(transaction: DBCoreTransaction, operation: Promise<T>): Promise<T> {
  // A transaction of this stack is the browser's own.
  const overdue = whenOverdue(transaction as unknown as IDBTransaction)
  return overdue ? Dexie.Promise.race([operation, overdue]) : operation
}
