import { createHash } from 'node:crypto'
import type { StoppedRecords } from '#contract/sync/sync.ts'
import type { Database } from '../db/client.ts'
import { readStoppedRecords } from '../db/stopped-records.ts'
import { ownerKey, type Reader } from '../db/owned-rows.ts'
import type { WritableCollection } from '../db/writable-collection.ts'

/**
 * The records whose processing is stopped 처리정지, with their dependents. Devices mark them in lists
 * and refuse edits locally. Returns nothing if the device has this very list or did not ask. Books
 * in which the person sees only their own rows are left out, so that nothing reveals other rows.
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
