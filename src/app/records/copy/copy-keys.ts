import { browserRuntime } from '#mirror/browser-runtime.ts'
import type { CarryKeys } from '#mirror/vault/carry-keys.ts'
import { openVault, vaultState, type VaultState } from '#mirror/vault/open-vault.ts'
import { openVaultLine, type VaultLine } from '#mirror/vault/share-keys.ts'
import type { VaultKeys } from '#mirror/vault/vault-keys.ts'
import { onLettingGo } from '#app/session/clean-up-on-sign-out.ts'
import { mustSeal } from '#app/session/sealing-rule.ts'

/** Why the offline copy cannot be opened now. `unsealed`: this device must seal it first. */
export type ClosedCopy = VaultState

export class CopyClosedError extends Error {
  override readonly name = 'CopyClosedError'
  readonly closed: ClosedCopy
  constructor(closed: ClosedCopy) {
    super(`the offline copy is ${closed.kind}`)
    this.closed = closed
  }
}

/**
 * `keys`: they are at hand, the copy can be opened; `lock`: they were forgotten, here or in another window; `replaced`: the copy that is open is not the device's any more; `replacing`: and the
 * other one comes with its keys. */
export type CopyNews = 'keys' | 'lock' | 'replaced' | 'replacing'

interface Held {
  readonly userId: string
  readonly line: VaultLine
  /** HAZARD: nothing but this module and the worker holds them, and the service worker for the moment between two pages. */
  keys: VaultKeys | null
}

let held: Held | null = null
const listeners = new Set<(news: CopyNews) => void>()

onLettingGo(letKeysGo)

/**
 * The keys of a person's sealed copy on this device; null where it is not sealed, and need not be. Another window of this browser in which it is open hands them over, or the page that was
 * here a moment ago does, so that a PIN is asked for once per start of the browser.
 * @throws CopyClosedError when somebody has to open, or to seal, it first
 */
export async function keysForCopy(userId: string): Promise<VaultKeys | null> {
  const mine = heldFor(userId)
  if (mine.keys) return mine.keys
  const state = await vaultState(browserRuntime(), userId)
  if (state.kind === 'unsealed' && (!mustSeal() || isSealingPutOff)) return null
  mine.keys = state.kind === 'closed' ? await mine.line.ask() : null
  if (mine.keys) return mine.keys
  if (state.kind === 'closed') void askOn(mine)
  throw new CopyClosedError(state)
}

let isSealingPutOff = false

/**
 * Opens a copy that the office wants sealed as it is, until this page ends: sealing needs the server, and nobody may be kept from their work where there is none. It lies on the device in the open
 * either way.
 */
export function putOffSealing(): void {
  isSealingPutOff = true
  notify('keys')
}

/** A window that is busy, or a service worker that only begins, answers late: the copy opens all the same, while the PIN is already asked for. */
async function askOn(mine: Held): Promise<void> {
  for (let round = 0; round < lateRounds && held === mine && !mine.keys; round += 1) {
    const keys = await mine.line.ask()
    if (keys && held === mine && !mine.keys) holdKeys(mine.userId, keys)
  }
}

/** Some five seconds. */
const lateRounds = 25

/** Whether this is the PIN; null: it is. A wrong one counts as it does everywhere. */
export async function checkPin(userId: string, pin: string): Promise<ClosedCopy | null> {
  const opening = await openVault(browserRuntime(), userId, pin)
  return opening.kind === 'open' ? null : opening
}

/** Tries a PIN; null: the copy is open. */
export async function unlockCopy(userId: string, pin: string): Promise<ClosedCopy | null> {
  const opening = await openVault(browserRuntime(), userId, pin)
  if (opening.kind !== 'open') return opening
  holdKeys(userId, opening.keys)
  return null
}

/** Takes keys over that were just made or opened. */
export function holdKeys(userId: string, keys: VaultKeys): void {
  heldFor(userId).keys = keys
  notify('keys')
}

/** All windows of the person forget the keys: whoever goes on is asked for the PIN. False: the copy is not sealed. */
export function lockCopy(): boolean {
  if (!held?.keys) return false
  held.line.notify('lock')
  held.keys = null
  notify('lock')
  return true
}

/** What is open in any window is not the device's copy any more: others open it anew, and this one as soon as it is given the keys. */
export function replaceCopy(userId: string): void {
  const { line } = heldFor(userId)
  line.notify('replaced')
  notify('replacing')
}

/** Whether this window holds the keys of a sealed copy. */
export function holdsKeys(): boolean {
  return held?.keys != null
}

/** Proves to the server that the PIN was given (contract/second-factor.ts); null while the copy is locked or not sealed. */
export function pinProof(): string | null {
  return held?.keys?.proof ?? null
}

export function watchCopyNews(listener: (news: CopyNews) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function heldFor(userId: string): Held {
  if (held?.userId === userId) return held
  letKeysGo()
  const line = openVaultLine(browserRuntime(), userId, {
    keys: () => held?.keys ?? null,
    heard(news) {
      if (held) held.keys = null
      notify(news)
    },
  })
  held = { userId, line, keys: null }
  // Once for all of them: the same function is not added twice.
  window.addEventListener('pagehide', carryOver)
  return held
}

/** A page that is loaded anew, or follows this one, need not ask for the PIN again. */
function carryOver(): void {
  if (!held?.keys || !('serviceWorker' in navigator)) return
  const message: CarryKeys = { type: 'CARRY_KEYS', userId: held.userId, keys: held.keys }
  navigator.serviceWorker.controller?.postMessage(message)
}

function letKeysGo(): void {
  held?.line.close()
  held = null
}

function notify(news: CopyNews): void {
  for (const listener of listeners) listener(news)
}
