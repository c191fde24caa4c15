import { checksumsSchema } from '#contract/sync.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { bucketOf, rowHash } from '#domain/row-hash.ts'
import { askServer, type Request } from './ask-server.ts'

/** What this device holds of a collection, confirmed records only. */
export type Holdings = Iterable<{ id: string; version: number }>

/**
 * Anti-entropy: compares record counts and hashes per bucket with the server's. Finds what no cursor can: a change that was lost by a fault on either side. Only
 * means something while nothing changes on the server, so the caller pulls before and after and throws a `different` with news in between away.
 */
export async function compareChecksums(
  request: Request,
  collection: CollectionName,
  holdings: Holdings,
): Promise<'equal' | 'different' | 'unreachable'> {
  const answer = await askServer(request, `/api/sync/${collection}/checksums`, { schema: checksumsSchema })
  if (answer.kind !== 'ok') return 'unreachable'
  const own = checksumsOf(holdings)
  for (const { bucket, count, hash } of answer.value.buckets) {
    const mine = own.get(bucket)
    if (count !== (mine?.count ?? 0) || Number(hash) !== (mine?.hash ?? 0)) return 'different'
    own.delete(bucket)
  }
  return own.size === 0 ? 'equal' : 'different'
}

function checksumsOf(holdings: Holdings): Map<number, { count: number; hash: number }> {
  const buckets = new Map<number, { count: number; hash: number }>()
  for (const { id, version } of holdings) {
    const number = bucketOf(id)
    const bucket = buckets.get(number) ?? { count: 0, hash: 0 }
    buckets.set(number, bucket)
    bucket.count += 1
    bucket.hash = (bucket.hash ^ rowHash(id, version)) >>> 0
  }
  return buckets
}
