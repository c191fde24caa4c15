import { deviceStorage, tabStorage } from '#app/ui/browser/device-storage.ts'
import { listSessionOwners } from '#mirror/outbox/session.ts'
import { isRemovableCopiesName } from '#mirror/papers/paper-copies.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { buildActionStoreName } from '#mirror/store/action-store-name.ts'
import { deleteDatabases, removeMirrors } from '#mirror/store/mirror-database.ts'
import { dropVaults } from '#mirror/vault/vault-database.ts'
import { session } from '../session-store.ts'
import { readStoredUser } from '../stored-login/stored-user.ts'
import { removeRefetchable } from './own-keys.ts'

/**
 * Removes from this device what the server can send again, for everyone except `keep` (user ids):
 * mirrors, copies of papers, undo history, cached responses. Unsent work is stored elsewhere and
 * stays. A database another tab still holds open is removed at the next start (`main.tsx`). Never
 * rejects.
 */
export async function removeCopies(keep: readonly string[]): Promise<void> {
  const runtime = createBrowserRuntime()
  // Someone who signs in meanwhile, in this window or another, starts their own copy.
  const keptUserIds = () => [...keep, readStoredUser()?.id ?? []].flat()
  removeRefetchable(deviceStorage, keptUserIds())
  // The chat draft of this tab.
  removeRefetchable(tabStorage, keptUserIds())
  await Promise.allSettled([
    dropVaults(runtime, keptUserIds),
    removeMirrors(runtime, keptUserIds),
    removeActions(runtime, keptUserIds),
    deleteDatabases(runtime, (name) => isRemovableCopiesName(name, keptUserIds())),
  ])
}

/**
 * Keeps the copies of the signed-in user and of users whose session the server ended. The latter
 * only have to sign in again; in the field they couldn't work until the whole copy was downloaded
 * again.
 */
export async function removeCopiesOfOthers(): Promise<void> {
  const owners = await listSessionOwners(createBrowserRuntime())
  await removeCopies(session.user ? [...owners, session.user.id] : owners)
}

/** The undo history holds overwritten values, and no one undoes another user's work. */
function removeActions(runtime: Runtime, keep: () => readonly string[]): Promise<boolean> {
  return deleteDatabases(
    runtime,
    (name) =>
      name.startsWith(buildActionStoreName('')) && !keep().some((userId) => name === buildActionStoreName(userId)),
  )
}
