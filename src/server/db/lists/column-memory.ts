import type { RawBuilder } from 'kysely'
import type { Database } from '../client.ts'
import { createSharedReads } from '../shared-reads.ts'
import { type ColumnStore, withChanges } from './column-store.ts'
import type { LongTable } from './listed-table.ts'
import { markFound } from './mark-found.ts'
import { readChangedRows, readColumnStore, readFound } from './read-column-store.ts'
import type { Seen } from './unchanged-since.ts'

/** What is known of a table at one moment. Never changed: every step makes the next one. */
export interface Known extends Seen {
  readonly store: ColumnStore
  /** The conditions of the remembered searches. */
  readonly searches: ReadonlyMap<string, RawBuilder<boolean>>
  readonly readAt: number
}

/** Rows that somebody writes past the server (psql) have no change rows: every so often the columns are read anew behind the answers, and older ones are not used. */
const renewMs = 600_000
const lifetimeMs = 660_000

/** After more changes than this at once, an import, reading anew is as quick. */
const mostChanges = 5000

/** Each takes a byte per row. */
const mostSearches = 16

/** Somebody writes while what was found is looked up: then it is done again, so often. */
const mostTries = 3

/** Holds what is known, and takes the steps. One that was overtaken by another is dropped; whoever needed it asks again. */
export function createMemory(db: Database, table: LongTable, shortTable: number) {
  let known: Known | undefined
  let learning: Promise<void> | undefined
  const following = createSharedReads<Known | undefined>()
  const finding = new Map<string, Promise<void>>()
  /** When each search was last asked for. */
  const uses = new Map<string, number>()

  async function read(): Promise<void> {
    try {
      const columns = await readColumnStore(db, table, shortTable)
      known = columns && { ...columns, searches: new Map(), readAt: performance.now() }
    } catch {
      // The database is away or ending; the lists are then read without memory and say so themselves.
    } finally {
      learning = undefined
    }
  }

  async function followNow(): Promise<Known | undefined> {
    const from = known
    const next = from && (await followed(db, table, from))
    if (known === from) known = next
    return next
  }

  async function findNow(key: string, search: RawBuilder<boolean>): Promise<void> {
    const seen = known
    const found = seen && (await readFound(db, table, search))
    for (let tries = 0; seen && found && tries < mostTries; tries += 1) {
      const onto = known
      if (onto?.epoch !== found.epoch || seen.epoch !== found.epoch) return
      const marks = await markFound(onto.store, found.ids)
      if (known !== onto) continue
      uses.set(key, performance.now())
      // What was written between the two readings is taken in with the next page: from before either of them.
      known = withSearch({ ...onto, snapshot: seen.snapshot }, { key, search, marks, uses })
      return
    }
  }

  return {
    async learn(): Promise<void> {
      if (known) return
      learning ??= read()
      await learning
    },
    isLearning: () => learning !== undefined,
    /** Undefined when the columns cannot be used (any more). */
    usable(): Known | undefined {
      if (!known) return undefined
      const age = performance.now() - known.readAt
      if (age > renewMs) learning ??= read()
      if (age > lifetimeMs) known = undefined
      return known
    },
    use: (key: string) => void uses.set(key, performance.now()),
    forget: () => void (known = undefined),
    /** Takes in what was committed since; answers what is known then. */
    follow: () => following.read('', followNow),
    /** Has a search remembered. Many may ask for the same one at once. */
    async find(key: string, search: RawBuilder<boolean>): Promise<void> {
      const running = finding.get(key) ?? findNow(key, search).finally(() => void finding.delete(key))
      finding.set(key, running)
      await running
    },
  }
}

/** Undefined when it cannot be followed: another history of the database, or too many changes at once. */
async function followed(db: Database, table: LongTable, from: Known): Promise<Known | undefined> {
  const changes = await readChangedRows(db, table, { seen: from, searches: from.searches, most: mostChanges })
  const store = changes && withChanges(from.store, changes.rows)
  return changes && store && { ...from, snapshot: changes.snapshot, store }
}

/** With the search, and without the one that was not asked for longest when there are too many. */
function withSearch(
  known: Known,
  added: { key: string; search: RawBuilder<boolean>; marks: Uint8Array; uses: Map<string, number> },
): Known {
  const { key, search, marks, uses } = added
  const kept = [...known.searches]
    .toSorted(([a], [b]) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0))
    .slice(0, mostSearches - 1)
  const isKept = new Set([key, ...kept.map(([other]) => other)])
  for (const other of uses.keys()) if (!isKept.has(other)) uses.delete(other)
  const searches = new Map([...kept, [key, search]])
  const found = kept.flatMap(([other]) => {
    const own = known.store.searches.get(other)
    return own ? [[other, own] as const] : []
  })
  return { ...known, searches, store: { ...known.store, searches: new Map([...found, [key, marks]]) } }
}
