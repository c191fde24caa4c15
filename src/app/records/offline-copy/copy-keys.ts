import { proxy } from 'valtio'
import { onSignOut } from '#app/session/session-channel.ts'
import { isSealingRequired } from '#app/session/stored-login/sealing-rule.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { isStoredInMemory } from '#mirror/runtime/browser-storage.ts'
import { checkVaultState, openVault, type VaultState } from '#mirror/vault/open-vault.ts'
import { type HoldKeysMessage, openVaultChannel, type VaultChannel } from '#mirror/vault/vault-channel.ts'
import type { VaultKeys } from '#mirror/vault/vault-keys.ts'

export class CopyClosedError extends Error {
  override readonly name = 'CopyClosedError'
  readonly state: VaultState
  constructor(state: VaultState) {
    super(`the offline copy is ${state.kind}`)
    this.state = state
  }
}

/**
 * `keys`: the keys are in memory and the copy can be opened. `lock`: they were dropped, here or in
 * another window. `replaced`: the open copy is no longer the device's. `replacing`: the same, and
 * the new copy's keys will follow.
 */
type CopyEvent = 'keys' | 'lock' | 'replaced' | 'replacing'

interface UserKeys {
  readonly userId: string
  readonly channel: VaultChannel
  /**
   * HAZARD: only this module and the worker hold the keys, and the service worker during a page
   * change.
   */
  keys: VaultKeys | null
}

let current: UserKeys | null = null
const listeners = new Set<(event: CopyEvent) => void>()

onSignOut(dropKeys)

/**
 * Keys of the user's sealed copy on this device; null when it isn't sealed and needn't be. Another
 * open window or the previous page passes them on, so that the PIN is asked for once per browser
 * start.
 * @throws CopyClosedError when the user has to open or seal the copy first
 */
export async function getCopyKeys(userId: string): Promise<VaultKeys | null> {
  const keysOfUser = getUserKeys(userId)
  if (keysOfUser.keys) return keysOfUser.keys
  // Nothing reaches the device, so there is nothing to seal.
  if (isStoredInMemory()) return null
  const state = await checkVaultState(createBrowserRuntime(), userId)
  if (state.kind === 'unsealed' && (!isSealingRequired() || isSealingDeferred)) return null
  keysOfUser.keys = state.kind === 'locked' ? await keysOfUser.channel.fetchKeys() : null
  if (keysOfUser.keys) return keysOfUser.keys
  if (state.kind === 'locked') void requestKeys(keysOfUser)
  throw new CopyClosedError(state)
}

let isSealingDeferred = false

/**
 * Opens an unsealed copy as it is until this page ends, even though the office requires sealing:
 * that needs the server, and users must be able to work without it. The data is unsealed on the
 * device either way.
 */
export function deferSealing(): void {
  isSealingDeferred = true
  notify('keys')
}

/** Lets a copy that didn't open try again. */
export function requestOpening(): void {
  notify('keys')
}

/**
 * A busy window or a starting service worker responds late. Keep requesting while the PIN prompt is
 * already shown.
 */
async function requestKeys(keysOfUser: UserKeys): Promise<void> {
  for (let round = 0; round < maxRetries && current === keysOfUser && !keysOfUser.keys; round += 1) {
    const keys = await keysOfUser.channel.fetchKeys()
    if (keys && current === keysOfUser && !keysOfUser.keys) holdUserKeys(keysOfUser.userId, keys)
  }
}

/** About five seconds. */
const maxRetries = 25

/** Checks the PIN; null: correct. A wrong one counts as it does at the lock. */
export async function checkPin(userId: string, pin: string): Promise<VaultState | null> {
  const openedVault = await openVault(createBrowserRuntime(), userId, pin)
  return openedVault.kind === 'open' ? null : openedVault
}

/** Tries a PIN; null: the copy is open. */
export async function unlockCopy(userId: string, pin: string): Promise<VaultState | null> {
  const openedVault = await openVault(createBrowserRuntime(), userId, pin)
  if (openedVault.kind !== 'open') return openedVault
  holdUserKeys(userId, openedVault.keys)
  return null
}

/** Stores keys that were just created or opened. */
export function holdUserKeys(userId: string, keys: VaultKeys): void {
  getUserKeys(userId).keys = keys
  notify('keys')
}

/**
 * Drops the keys in all of the user's windows; continuing needs the PIN. False: the copy isn't
 * sealed or already locked.
 */
export function lockCopy(): boolean {
  if (!current?.keys) return false
  current.channel.notify('lock')
  current.keys = null
  notify('lock')
  return true
}

/**
 * Declares the open copies outdated. Other windows open the new copy; this one does so once it has
 * the keys.
 */
export function replaceCopy(userId: string): void {
  const { channel } = getUserKeys(userId)
  channel.notify('replaced')
  notify('replacing')
}

/** Whether this window holds the keys of a sealed copy. */
export function hasKeys(): boolean {
  return current?.keys != null
}

/**
 * Proof for the server that the PIN was entered (session/second-factor.ts); null while the copy is
 * locked or not sealed.
 */
export function getPinProof(): string | null {
  return current?.keys?.proof ?? null
}

export function onCopyEvent(listener: (event: CopyEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function getUserKeys(userId: string): UserKeys {
  if (current?.userId === userId) return current
  dropKeys()
  const channel = openVaultChannel(createBrowserRuntime(), userId, {
    getKeys: () => current?.keys ?? null,
    onMessage(event) {
      if (current) current.keys = null
      notify(event)
    },
  })
  current = { userId, channel, keys: null }
  // Adding the same function again has no effect.
  window.addEventListener('pagehide', shareWithServiceWorker)
  return current
}

/** Passes the keys on, so that a reloaded or following page needs no PIN. */
function shareWithServiceWorker(): void {
  if (!current?.keys || !('serviceWorker' in navigator)) return
  const message: HoldKeysMessage = { type: 'CARRY_KEYS', userId: current.userId, keys: current.keys }
  navigator.serviceWorker.controller?.postMessage(message)
}

function dropKeys(): void {
  current?.channel.close()
  current = null
}

function notify(event: CopyEvent): void {
  for (const listener of listeners) listener(event)
}

/**
 * Whether the PIN of the open copy is being asked for again, before an action without a connection
 * to the server.
 */
export const pinPrompt = proxy<{ isOpen: boolean }>({ isOpen: false })

const resolvers: ((isEntered: boolean) => void)[] = []

onSignOut(() => resolvePinPrompt(false))

/** Resolves to true at once when the copy isn't sealed, because there is no PIN. */
export async function promptForPin(): Promise<boolean> {
  if (!hasKeys()) return true
  pinPrompt.isOpen = true
  return await new Promise((resolve) => resolvers.push(resolve))
}

export function resolvePinPrompt(isEntered: boolean): void {
  pinPrompt.isOpen = false
  for (const resolve of resolvers.splice(0)) resolve(isEntered)
}
