import { session } from './session-store.ts'

/**
 * Finishes what an earlier sign-out on this device could not: its window was closed too early, or another one held a database open. Visitors' devices have
 * none of this and load nothing for it.
 */
export async function removeLeftBehind(): Promise<void> {
  try {
    const databases = await indexedDB.databases()
    const isLeft = ({ name = '' }: IDBDatabaseInfo) =>
      /^(mirror|history|paper-copies)-/.test(name) && !(session.user && name.includes(session.user.id))
    if (!databases.some(isLeft)) return
    const { removeCopiesOfOthers } = await import('./remove-copies.ts')
    await removeCopiesOfOthers()
  } catch {
    // Storage is denied, or this part of the app was never fetched: the next start tries again.
  }
}
