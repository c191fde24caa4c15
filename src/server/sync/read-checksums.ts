import { sql } from 'kysely'
import type { Checksums } from '#contract/sync.ts'
import type { Database } from '../db/client.ts'
import { visibleRows, type Reader } from '../db/owned-rows.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { onSnapshot, readPlace, type Mark } from './read-place.ts'

/** Per bucket the number of rows and the xor of their hashes: the SQL twin of `bucketOf` and `rowHash` in domain/row-hash.ts; a test holds them together. */
export async function readChecksums(
  db: Database,
  collection: WritableCollection,
  { reader, mark }: { reader: Reader; mark: Mark },
): Promise<Checksums> {
  return await onSnapshot(db, async (snapshot) => {
    const place = await readPlace(snapshot, mark)
    const result = await sql<{ bucket: number; count: number; hash: string }>`
      select get_byte(uuid_send(id), 15) as bucket, count(*) as count,
        bit_xor(((('x' || right(id::text, 8))::bit(32)::bigint # version) * 1597334677) & 4294967295)::text as hash
      from ${sql.table(collection.table)} t where ${visibleRows(collection, reader, 't')} group by 1 order by 1
    `.execute(snapshot)
    return { ...place, buckets: result.rows }
  })
}
