import { Dexie, type Table } from 'dexie'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import { listPageRecords } from '../../support/books/page-records.ts'

type Entry = { id: string } & Record<string, unknown>

const opened: { database: Dexie | null; all: Entry[] } = { database: null, all: [] }

function openDatabase(): Table<Entry, string> {
  const database = new Dexie('peer-dexie')
  database.version(1).stores({ book: 'id, created_at, owner', outbox: '++seq' })
  opened.database = database
  return database.table('book')
}

/**
 * One record per row with two indexes, bulkPut page by page: what a hand-written mirror usually
 * looks like.
 */
export async function copy(token: string, pageSize: number): Promise<number> {
  const start = performance.now()
  const book = openDatabase()
  let after: string | null = ''
  while (after !== null) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(after === '' ? {} : { after }) })
    const response = await fetch(`/api/sync/real-estate/rows?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const page = rowsPageSchema.parse(await response.json())
    await book.bulkPut(listPageRecords(page))
    after = page.next
  }
  return performance.now() - start
}

export function close(): void {
  opened.database?.close()
}

export async function open(): Promise<{ firstRows: number; whole: number }> {
  const start = performance.now()
  const book = openDatabase()
  const byDate = book.orderBy('created_at')
  // oxlint-disable-next-line unicorn/no-array-reverse -- a Dexie collection, no array
  await byDate.reverse().limit(30).toArray()
  const firstRows = performance.now() - start
  opened.all = await book.toArray()
  return { firstRows, whole: performance.now() - start }
}

/** Filters the stored rows, as without an in-memory query engine. */
export async function search(searches: readonly string[]): Promise<number[]> {
  const book = opened.database?.table<Entry, string>('book')
  const samples: number[] = []
  for (const word of searches) {
    for (let length = 1; length <= word.length; length += 1) {
      const start = performance.now()
      const part = word.slice(0, length)
      await book
        ?.filter((entry) => typeof entry['owner'] === 'string' && entry['owner'].includes(part))
        .limit(30)
        .toArray()
      samples.push(performance.now() - start)
    }
  }
  return samples
}

/** Ms per durable write into the same database while it is being filled. */
export async function enqueue(count: number): Promise<number[]> {
  const samples: number[] = []
  for (let index = 0; index < count; index += 1) {
    const start = performance.now()
    await opened.database?.table('outbox').add({ changes: { purpose: `적재 중 수정 ${index}` } })
    samples.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return samples
}
