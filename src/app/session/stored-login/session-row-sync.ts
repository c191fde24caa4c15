import { deviceStorage } from '#app/ui/browser/device-storage.ts'
import { noRefreshTokenText, type Tokens, type UserInfo } from '#contract/session/session.ts'
import { closeOutbox, openOutbox, type Outbox } from '#mirror/outbox/open-outbox.ts'
import type { SessionRow } from '#mirror/outbox/outbox-database.ts'
import {
  refreshSession,
  removeOtherSessions,
  removeSession,
  saveSession,
  watchSession,
} from '#mirror/outbox/session.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { isStoredInMemory, storeInMemory } from '#mirror/runtime/browser-storage.ts'
import { findStorageFailure } from '#mirror/store/storage-failure.ts'
import { setLapsed, setUser } from '../session-store.ts'
import {
  clearSigningOut,
  clearStoredLogin,
  readStoredLogin,
  type StoredLogin,
  writeStoredLogin,
} from './stored-login.ts'
import { readStoredUser } from './stored-user.ts'

export type RefreshOutcome =
  | { kind: 'renewed'; user: UserInfo }
  /**
   * The server refused; only a new sign-in helps. `reason` is set when the device itself refused.
   */
  | { kind: 'refused'; reason?: string }
  /** Our server did not respond: the session stays as it is. */
  | { kind: 'unreachable' }

let openedOutbox: { userId: string; outbox: Promise<Outbox> } | null = null

/**
 * Stores a fresh session where workers find it and ends the sessions of earlier users of this
 * device, so nothing of theirs is sent while someone else is signed in. A device that can't store
 * it still has the session in local storage and only lacks background sending.
 */
export async function saveSessionRow(tokens: Tokens): Promise<void> {
  await orInMemory(async () => {
    await removeOtherSessions(createBrowserRuntime(), tokens.user_info.id)
    await saveSession(await openUserOutbox(tokens.user_info.id), tokens)
  })
}

/** In a browser that stores nothing at all, the row is in memory. */
async function orInMemory<T>(work: () => Promise<T>): Promise<T> {
  return await work().catch(async (error: unknown) => {
    if (isStoredInMemory() || findStorageFailure(error) !== 'refused') throw error
    await storeInMemory()
    return await work()
  })
}

/**
 * Lets this page work without the device's storage: its databases are in memory from now on, with
 * the login of local storage.
 */
export async function followSessionInMemory(): Promise<void> {
  await storeInMemory()
  openedOutbox?.outbox.then(closeOutbox, () => undefined)
  openedOutbox = null
  const user = readStoredUser()
  if (!user) return
  deviceStorage.setItem(memoryMark, user.id)
  await ensureSessionRow(await openUserOutbox(user.id), user, readStoredLogin())
}

/**
 * Set in local storage by a page that renewed the login in memory: the row on the disk holds tokens
 * that were used since, and using one twice would end the session.
 */
const memoryMark = 'session_in_memory'

function takeMemoryMark(userId: string): boolean {
  if (isStoredInMemory() || deviceStorage.getItem(memoryMark) !== userId) return false
  deviceStorage.removeItem(memoryMark)
  return true
}

/**
 * Renews the session through its row. Creates the row from local storage if it is missing (a
 * cleared or older device).
 */
export async function renewSessionRow(user: UserInfo, login: StoredLogin): Promise<RefreshOutcome> {
  if (!login.refreshToken) return { kind: 'refused', reason: noRefreshTokenText }
  const outbox = await openUserOutbox(user.id)
  const row = await ensureSessionRow(outbox, user, login)
  const outcome = await refreshSession(outbox, login.accessToken ?? row?.accessToken ?? '')
  if (outcome === 'refused' || outcome === 'signed_out') return { kind: 'refused' }
  if (outcome === 'unreachable') return { kind: 'unreachable' }
  const current = outbox.image.session
  if (current) writeStoredLogin(toTokens(current))
  return { kind: 'renewed', user: current?.userInfo ?? user }
}

/** Starts following the restored login's row and creates it if it is missing. */
export async function watchSessionRow(user: UserInfo, login: StoredLogin): Promise<void> {
  await orInMemory(async () => ensureSessionRow(await openUserOutbox(user.id), user, login))
}

/**
 * Last step of a sign-out: nothing more is sent for this user, and no row can restore the login.
 */
export async function dropSessionRow(userId: string): Promise<void> {
  await removeSession(await openUserOutbox(userId))
  clearSigningOut()
}

function openUserOutbox(userId: string): Promise<Outbox> {
  if (openedOutbox?.userId === userId) return openedOutbox.outbox
  // Stop following the previous user's session: a late renewal would write it back to local
  // storage.
  openedOutbox?.outbox.then(closeOutbox, () => undefined)
  const outbox = openOutbox(createBrowserRuntime(), userId)
  openedOutbox = { userId, outbox }
  outbox.then(
    (handle) => watchSession(handle, (row) => row && applyRow(row)),
    () => {
      if (openedOutbox?.outbox === outbox) openedOutbox = null
    },
  )
  return outbox
}

/**
 * Workers renew the session too. Local storage follows their row, and a refusal they met opens the
 * sign-in panel here.
 */
function applyRow(row: SessionRow): void {
  if (row.isRefused) {
    clearStoredLogin()
    setLapsed()
    return
  }
  writeStoredLogin(toTokens(row))
  setUser(row.userInfo)
}

async function ensureSessionRow(outbox: Outbox, user: UserInfo, login: StoredLogin): Promise<SessionRow | null> {
  const isOutdated = takeMemoryMark(user.id)
  if ((outbox.image.session && !isOutdated) || !login.refreshToken) return outbox.image.session
  // A sign-in that could not store the row could not end the earlier user's session either.
  await removeOtherSessions(createBrowserRuntime(), user.id)
  await saveSession(outbox, {
    access_token: login.accessToken ?? '',
    refresh_token: login.refreshToken,
    // The remaining lifetime isn't stored; the server's 401 decides.
    expires_in: 1,
    user_info: user,
  })
  return outbox.image.session
}

function toTokens(row: SessionRow): Pick<Tokens, 'access_token' | 'refresh_token' | 'user_info'> {
  return { access_token: row.accessToken, refresh_token: row.refreshToken, user_info: row.userInfo }
}
