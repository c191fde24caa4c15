import type { Runtime } from '../runtime.ts'
import { copiesDatabase, type CopiesDatabase } from './copies-database.ts'

/** Contents and small pictures that the server has, as far as this device keeps copies of them. Whatever fails here is as if no copy stood: it is fetched again. */
export interface PaperCopies {
  getBytes(contentId: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Ids of all contents that stand here as a whole. */
  listIds(): Promise<ReadonlySet<string>>
  putBytes(contentId: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  getThumb(contentId: string): Promise<Uint8Array<ArrayBuffer> | null>
  putThumb(contentId: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Makes room: all contents go, small pictures stay. */
  clear(): Promise<void>
  close(): void
}

const maxBytes = 200 * 1024 * 1024

/** Opens the copies of one user at the first use. `budget`: what was not used for longest goes beyond so many bytes. */
export function openPaperCopies(runtime: Runtime, userId: string, budget = maxBytes): PaperCopies {
  const db = copiesDatabase(runtime, userId)
  // The browser or a sign-out takes the database away: let go.
  db.on('versionchange', () => db.close())
  const silently = async (work: () => Promise<unknown>) => void (await work().catch(() => undefined))
  return {
    async getBytes(contentId) {
      const row = await db.bytes.get(contentId).catch(() => undefined)
      if (row) await silently(() => db.copies.update(contentId, { usedAt: runtime.now() }))
      return row ? plainBytes(row.bytes) : null
    },
    async listIds() {
      return new Set(
        await db.copies
          .toCollection()
          .primaryKeys()
          .catch(() => []),
      )
    },
    putBytes: (contentId, bytes) =>
      silently(async () => {
        await db.transaction('rw', [db.copies, db.bytes], async () => {
          await db.copies.put({ contentId, size: bytes.length, usedAt: runtime.now() })
          await db.bytes.put({ contentId, bytes })
        })
        await dropBeyond(db, budget)
      }),
    async getThumb(contentId) {
      const row = await db.thumbs.get(contentId).catch(() => undefined)
      return row ? plainBytes(row.bytes) : null
    },
    putThumb: (contentId, bytes) => silently(() => db.thumbs.put({ contentId, bytes })),
    clear: () => silently(() => dropBeyond(db, 0)),
    close: () => db.close(),
  }
}

async function dropBeyond(db: CopiesDatabase, budget: number): Promise<void> {
  await db.transaction('rw', [db.copies, db.bytes], async () => {
    const byUse = (await db.copies.orderBy('usedAt').toArray()).toReversed()
    let room = budget
    const dropped = byUse.filter(({ size }) => (room -= size) < 0).map(({ contentId }) => contentId)
    await Promise.all([db.copies.bulkDelete(dropped), db.bytes.bulkDelete(dropped)])
  })
}

/** As the storage gave them back, on a buffer of their own. */
function plainBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
