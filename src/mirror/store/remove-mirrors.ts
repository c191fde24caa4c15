import type { Runtime } from '../runtime.ts'
import { deleteDatabases } from './delete-databases.ts'
import { anyMirrorPrefix } from './mirror-database.ts'

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
