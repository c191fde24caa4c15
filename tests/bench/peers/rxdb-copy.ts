import { createRxDatabase, type RxCollection, type RxDatabase } from 'rxdb/plugins/core'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { realEstateBook } from '../../../src/contract/books/real-estate.ts'
import { rowsPageSchema } from '../../../src/contract/sync/sync.ts'
import { listPageRecords } from '../../support/books/page-records.ts'

type Entry = Record<string, string | number | null> & { id: string }

const opened: { database: RxDatabase | null; book: RxCollection<Entry> | null } = { database: null, book: null }

const properties = Object.fromEntries(
  realEstateBook.fields.map(({ key, kind }) => [key, { type: [kind === 'won' ? 'number' : 'string', 'null'] }]),
)
const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    ...properties,
    id: { type: 'string', maxLength: 36 },
    created_at: { type: 'string', maxLength: 10 },
    version: { type: 'number' },
    inserted_at: { type: 'string' },
    updated_at: { type: 'string' },
  },
  required: ['id', 'created_at'],
  indexes: ['created_at'],
} as const

async function openDatabase(): Promise<RxCollection<Entry>> {
  const database = await createRxDatabase({ name: 'peer-rxdb', storage: getRxStorageDexie(), multiInstance: false })
  const collections = await database.addCollections({ book: { schema } })
  opened.database = database
  opened.book = collections['book'] as unknown as RxCollection<Entry>
  return opened.book
}

/**
 * Replicates the whole collection from the same rows endpoint, in pages of the same size as ours.
 */
export async function copy(token: string, pageSize: number): Promise<number> {
  const start = performance.now()
  const book = await openDatabase()
  const state = replicateRxCollection<Entry, { after: string }>({
    collection: book,
    replicationIdentifier: 'first-copy',
    live: false,
    pull: {
      batchSize: pageSize,
      async handler(checkpoint) {
        const query = new URLSearchParams({
          limit: String(pageSize),
          ...(checkpoint ? { after: checkpoint.after } : {}),
        })
        const response = await fetch(`/api/sync/real-estate/rows?${query}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        const page = rowsPageSchema.parse(await response.json())
        const documents = listPageRecords(page).map(
          (row) =>
            ({ ...row, created_at: row['created_at'] ?? '', _deleted: false }) as unknown as Entry & {
              _deleted: boolean
            },
        )
        const last = page.columns.id.at(-1) ?? checkpoint?.after ?? ''
        return { documents, checkpoint: { after: last } }
      },
    },
  })
  await state.awaitInitialReplication()
  return performance.now() - start
}

export async function close(): Promise<void> {
  await opened.database?.close()
}

/**
 * A cold open: ms to the first page of the newest records, and to all records in memory for
 * searching.
 */
export async function open(): Promise<{ firstRows: number; whole: number }> {
  const start = performance.now()
  const book = await openDatabase()
  await book.find({ sort: [{ created_at: 'desc' }], limit: 30 }).exec()
  const firstRows = performance.now() - start
  await book.find().exec()
  return { firstRows, whole: performance.now() - start }
}

export async function search(searches: readonly string[]): Promise<number[]> {
  const samples: number[] = []
  for (const word of searches) {
    for (let length = 1; length <= word.length; length += 1) {
      const start = performance.now()
      const $regex = word.slice(0, length)
      await opened.book?.find({ selector: { owner: { $regex } }, sort: [{ created_at: 'desc' }], limit: 30 }).exec()
      samples.push(performance.now() - start)
    }
  }
  return samples
}
