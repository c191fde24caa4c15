import type { Runtime } from '../runtime.ts'
import { anyMirrorPrefix } from './mirror-database.ts'

/** Another tab that holds a database open is given this long to let go. */
const patienceMs = 3_000

const lookAgainMs = 250

/**
 * Takes the mirrors of everybody but `keep()` (user ids, asked at every look) off the device, of every shape and generation; answers whether they are gone. What they held can be
 * fetched again. Have the tabs of whoever signed out let go first.
 */
export function removeMirrors(
  runtime: Pick<Runtime, 'indexedDB' | 'now' | 'wait'>,
  keep: () => readonly string[],
): Promise<boolean> {
  return deleteDatabases(
    runtime,
    (name) =>
      name.startsWith(anyMirrorPrefix) && !keep().some((userId) => name.startsWith(`${anyMirrorPrefix}${userId}.`)),
  )
}

/**
 * Deletes the databases of this origin that are named by `isDoomed`; answers whether they are gone. Never waits for ever: what another tab holds is deleted
 * by the browser once that lets go, or by the next call. After a deletion it looks once more, because a tab that was writing at that moment opens
 * its database anew before it hears that it is over.
 */
export async function deleteDatabases(
  runtime: Pick<Runtime, 'indexedDB' | 'now' | 'wait'>,
  isDoomed: (name: string) => boolean,
): Promise<boolean> {
  const end = runtime.now() + patienceMs
  const underWay = new Set<string>()
  for (let isFirst = true; ; isFirst = false) {
    const names = (await runtime.indexedDB.databases()).map(({ name }) => name ?? '').filter(isDoomed)
    if (names.length === 0) return true
    for (const name of names) if (!underWay.has(name)) beginRemoval(runtime, { name, underWay })
    if (!isFirst && runtime.now() >= end) return false
    await runtime.wait(lookAgainMs)
  }
}

/** One request per database: a second would wait behind the first. */
function beginRemoval(
  { indexedDB }: Pick<Runtime, 'indexedDB'>,
  { name, underWay }: { name: string; underWay: Set<string> },
): void {
  underWay.add(name)
  const request = indexedDB.deleteDatabase(name)
  const over = () => underWay.delete(name)
  request.addEventListener('success', over)
  request.addEventListener('error', over)
}
