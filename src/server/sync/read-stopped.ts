import { createHash } from 'node:crypto'
import type { StoppedRecords } from '#contract/sync/sync.ts'
import type { Database } from '../db/client.ts'
import { readStoppedRecords } from '../db/stopped-records.ts'
import { ownerKey, type Reader } from '../db/owned-rows.ts'
import type { WritableCollection } from '../db/writable-collection.ts'

/**
 * The records whose processing is stopped 처리정지, and what belongs to them, for devices: marked in their lists, and refused there without asking. Nothing where the device has this very list. Of books of which somebody sees
 * only rows of their own they are told none: not even that there is one.
 */
export async function readStopped(
  snapshot: Database,
  collections: readonly WritableCollection[],
  { reader, stopped: known }: { reader: Reader; stopped?: string | undefined },
): Promise<{ stopped?: StoppedRecords }> {
  if (known === undefined) return {}
  const names = collections.filter((each) => ownerKey(each, reader) === undefined).map(({ name }) => name)
  const stopped = await readStoppedRecords(snapshot, names)
  const records = stopped.map(({ collection, id }) => `${collection}/${id}`).toSorted()
  const mark = createHash('sha256').update(records.join()).digest('base64url').slice(0, 22)
  return mark === known ? {} : { stopped: { mark, records } }
}
