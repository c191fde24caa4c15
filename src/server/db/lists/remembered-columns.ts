import type { Database } from '../client.ts'
import { type ColumnStore, selectPage, withChanges } from './column-store.ts'
import type { ListedTable, LongTable } from './listed-table.ts'
import type { Pick } from './picks.ts'
import { readChangedRows, readColumnStore } from './read-column-store.ts'
import { readByIds } from './read-by-ids.ts'
import type { OrderedPage } from './remembered-orders.ts'
import type { Seen } from './unchanged-since.ts'

export interface RememberedColumns {
  /** The page and the total of a list that stands newest first and is filtered by nothing but these picks; undefined when it is not known here. */
  page(picks: readonly Pick[], range: { offset: number; limit: number }): Promise<OrderedPage | undefined>
  /** Reads the columns, unless they are being read or the table is short. It is for the background: it never throws, and tells when it is done. */
  learn(): Promise<void>
  /** They are being read: whatever else would be remembered can wait for them. */
  isLearning(): boolean
}

interface Known extends Seen {
  readonly store: ColumnStore
  readonly readAt: number
}

/** Rows that somebody writes past the server (psql) have no change rows: every so often the columns are read anew behind the answers, and older ones are not used. */
const renewMs = 600_000
const lifetimeMs = 660_000

/** After more changes than this at once, an import, reading anew is as quick. */
const mostChanges = 5000

/** Somebody writes while a page is read: then it is looked for again, so often. */
const mostTries = 3

/**
 * Remembers what a long table's lists are filtered by (column-store.ts), so that any combination of filters and any page of it is answered in the time of a first
 * page. It follows the change log: each use asks, in the statement that reads the rows, whether anything was committed since, and takes in what was, record by
 * record. So an answer is never older than one read anew, and an office that writes all day never counts all its records again.
 */
export function createColumns(
  db: Database,
  table: ListedTable,
  options: { shortTable?: number } = {},
): RememberedColumns {
  const { picked } = table
  return picked ? remember(db, { ...table, picked }, options) : nothing
}

const nothing: RememberedColumns = {
  page: () => Promise.resolve(undefined),
  learn: () => Promise.resolve(),
  isLearning: () => false,
}

function remember(db: Database, table: LongTable, { shortTable = 20_000 }: { shortTable?: number }): RememberedColumns {
  let known: Known | undefined
  let learning: Promise<void> | undefined
  let following: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const columns = await readColumnStore(db, table, shortTable)
      known = columns && { ...columns, readAt: performance.now() }
    } catch {
      // The database is away or ending; the lists are then read without memory and say so themselves.
    } finally {
      learning = undefined
    }
  }

  async function learn(): Promise<void> {
    learning ??= read()
    await learning
  }

  /** Undefined when the columns cannot be used (any more). */
  function usable(): Known | undefined {
    if (!known) return undefined
    const age = performance.now() - known.readAt
    if (age > renewMs) void learn()
    if (age > lifetimeMs) known = undefined
    return known
  }

  async function follow(from: Known): Promise<void> {
    const changes = await readChangedRows(db, table, { seen: from, most: mostChanges })
    const store = changes && withChanges(from.store, changes.rows)
    // A reading that ended meanwhile saw more.
    if (known === from) known = changes && store && { ...from, snapshot: changes.snapshot, store }
  }

  return {
    learn,
    isLearning: () => learning !== undefined,
    async page(picks, range) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const current = usable()
        if (!current) return undefined
        const { total, ids } = selectPage(current.store, picks, range)
        const rows = await readByIds(db, table, { ids, seen: current, watched: [table.collection.name] })
        if (rows?.length === ids.length) return { rows, total }
        // Somebody deleted rows past the server.
        if (rows) known = undefined
        following ??= follow(current).finally(() => {
          following = undefined
        })
        await following
      }
      return undefined
    },
  }
}
