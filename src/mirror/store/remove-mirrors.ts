import type { Runtime } from '../runtime.ts'
import { anyMirrorPrefix } from './mirror-database.ts'

/** How long another tab with an open connection may take to close it. */
const timeoutMs = 3_000

const pollMs = 250

/**
 * Removes the mirrors of all users except `kept()` (user ids, read again on every pass), of every
 * shape and generation; returns whether they are gone. Their content can be fetched again. Close
 * the signed-out user's tabs first.
 */
export function removeMirrors(
  runtime: Pick<Runtime, 'indexedDB' | 'now' | 'wait'>,
  kept: () => readonly string[],
): Promise<boolean> {
  return deleteDatabases(
    runtime,
    (name) =>
      name.startsWith(anyMirrorPrefix) && !kept().some((userId) => name.startsWith(`${anyMirrorPrefix}${userId}.`)),
  )
}

/**
 * Deletes this origin's databases selected by `shouldRemove`; returns whether they are gone. Gives
 * up after a few seconds: the browser deletes a database held by another tab once that closes it,
 * or the next call does. Checks again after a deletion, because a tab that was just writing may
 * reopen its database before it learns that it is over.
 */
export async function deleteDatabases(
  runtime: Pick<Runtime, 'indexedDB' | 'now' | 'wait'>,
  shouldRemove: (name: string) => boolean,
): Promise<boolean> {
  const end = runtime.now() + timeoutMs
  const underWay = new Set<string>()
  for (let isFirst = true; ; isFirst = false) {
    const names = (await runtime.indexedDB.databases()).map(({ name }) => name ?? '').filter(shouldRemove)
    if (names.length === 0) return true
    for (const name of names) if (!underWay.has(name)) beginRemoval(runtime, { name, underWay })
    if (!isFirst && runtime.now() >= end) return false
    await runtime.wait(pollMs)
  }
}

/** One request per database: a second would wait behind the first. */
function beginRemoval(
  { indexedDB }: Pick<Runtime, 'indexedDB'>,
  { name, underWay }: { name: string; underWay: Set<string> },
): void {
  underWay.add(name)
  const request = indexedDB.deleteDatabase(name)
  const onRemoved = () => underWay.delete(name)
  request.addEventListener('success', onRemoved)
  request.addEventListener('error', onRemoved)
}
