import { browserRuntime } from '#mirror/browser-runtime.ts'
import { listSessionOwners } from '#mirror/outbox/session/device-sessions.ts'
import type { Runtime } from '#mirror/runtime.ts'
import { isCopiesName } from '#mirror/papers/copies-database.ts'
import { deleteDatabases } from '#mirror/store/remove-mirrors.ts'
import { removeMirrors } from '#mirror/store/remove-mirrors.ts'
import { dropVaults } from '#mirror/vault/drop-vault.ts'
import { forgetAnswers } from './own-keys.ts'
import { session } from './session-store.ts'
import { readStoredUser } from './stored-user.ts'

/**
 * Takes off this device what the server can give again of everybody but `keep` (user ids): mirrors, copies of papers, actions to undo, answers. Unsent work is in another place and is
 * not touched. What another tab holds on to for long goes at the next start (`main.tsx`). Never rejects.
 */
export async function removeCopies(keep: readonly string[]): Promise<void> {
  const runtime = browserRuntime()
  // Whoever signs in meanwhile, in this window or another, begins a copy of their own.
  const kept = () => [...keep, readStoredUser()?.id ?? []].flat()
  await Promise.allSettled([
    Promise.resolve().then(() => forgetAnswers(localStorage, kept())),
    // What somebody was asking the chat, in this tab.
    Promise.resolve().then(() => forgetAnswers(sessionStorage, kept())),
    dropVaults(runtime, kept),
    removeMirrors(runtime, kept),
    removeActions(runtime, kept),
    deleteDatabases(runtime, (name) => isCopiesName(name, kept())),
  ])
}

/**
 * Whoever has not signed out keeps their copy: the person who is signed in, and one whose session the server has ended. In the field that happens to people
 * who only have to sign in again, and who could not work until the whole copy has come once more.
 */
export async function removeCopiesOfOthers(): Promise<void> {
  const owners = await listSessionOwners(browserRuntime())
  await removeCopies(session.user ? [...owners, session.user.id] : owners)
}

/** The database in which a person's actions are kept, to be taken back (action-history/). */
export function actionStoreName(userId: string): string {
  return `history-${userId}`
}

/** What one did tells what was written over, and nobody undoes another person's work. */
function removeActions(runtime: Runtime, keep: () => readonly string[]): Promise<boolean> {
  return deleteDatabases(
    runtime,
    (name) => name.startsWith(actionStoreName('')) && !keep().some((userId) => name === actionStoreName(userId)),
  )
}
