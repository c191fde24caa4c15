import type { RawBuilder } from 'kysely'
import type { Database } from '../client.ts'
import { createMemory, type Known } from './column-memory.ts'
import type { ListedTable, LongTable } from './listed-table.ts'
import type { Pick } from './picks.ts'
import { readByIds } from './read-by-ids.ts'
import type { OrderedPage } from './remembered-orders.ts'
import { selectPage } from './select-page.ts'

/** A list that stands newest first. */
export interface PickedList {
  readonly picks: readonly Pick[]
  /** What the search box says, over the alias `r`. */
  readonly search?: RawBuilder<boolean> | undefined
}

export interface RememberedColumns {
  /** The page and the total, or undefined when the columns are not known here (yet). */
  page(list: PickedList, range: { offset: number; limit: number }): Promise<OrderedPage | undefined>
  /** Reads the columns, unless they are known, being read or the table is short. It is for the background: it never throws, and tells when it is done. */
  learn(): Promise<void>
  /** They are being read: whatever else would be remembered can wait for them. */
  isLearning(): boolean
}

/** Searches that are not known yet, and rows that are deleted while their page is read, have it looked for again, so often. */
const mostTries = 5

/**
 * Remembers what a long table's lists are filtered by (column-store.ts), so that any combination of filters and any page of it is answered in the time of a first
 * page; and what the last searches found, each of which reads the table once, for its total, and then goes with any filter. It follows the change log: each use
 * asks, in the statement that reads the rows, whether anything was committed since, and takes in what was, record by record. So an answer is never older than one
 * read anew, and an office that writes all day does not count all its records all day. What was written after that is not looked for again: where somebody writes
 * every few milliseconds, a page would never be found.
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
  const memory = createMemory(db, table, shortTable)
  return {
    learn: memory.learn,
    isLearning: memory.isLearning,
    async page({ picks, search }, range) {
      const key = search && keyOf(db, search)
      // What was taken in after the question came.
      let fresh: Known | undefined
      for (let tries = 0; tries < mostTries; tries += 1) {
        const current = fresh ?? memory.usable()
        if (!current) return undefined
        if (search && key && !current.searches.has(key)) {
          fresh = undefined
          await memory.find(key, search)
          continue
        }
        if (key) memory.use(key)
        const { total, ids } = selectPage(current.store, { picks, search: key }, range)
        const check = fresh ? undefined : { seen: current, watched: [table.collection.name] }
        const rows = await readByIds(db, table, { ids, check })
        if (rows?.length === ids.length) return { rows, total }
        // Fewer rows: somebody deleted some, past the server when nothing was written since.
        if (rows && !fresh) memory.forget()
        fresh = rows ? undefined : await memory.follow()
      }
      return undefined
    },
  }
}

function keyOf(db: Database, search: RawBuilder<boolean>): string {
  const { sql: text, parameters } = search.compile(db)
  return `${text}${JSON.stringify(parameters)}`
}
