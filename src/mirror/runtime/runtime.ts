import type { Seals } from '#mirror/store/seal.ts'

/**
 * What the offline copy needs from its environment: page, dedicated worker, service worker or test.
 * Everything a test wants to control (time, randomness, network, locks, other tabs, storage) comes
 * in here and nowhere else.
 */
export interface Runtime {
  /** Milliseconds since 1970. Never used for ordering: orders come from sequences. */
  now(): number
  /** A fresh UUIDv7. */
  newId(): string
  /** 0 ≤ x < 1; jitter only. */
  random(): number
  fetch(input: string, init?: RequestInit): Promise<Response>
  /**
   * Whether the device believes it has a network. Only used to describe a failure; reachability is
   * decided by the server's responses.
   */
  hasNetwork(): boolean
  locks: LockManager
  /** Opens a channel to the other tabs and workers of this origin. */
  openChannel(name: string): Channel
  /** Resolves after `ms`, rejects with the signal's reason. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  /**
   * Encrypts stored records and edits on this device; absent when they are stored in the clear
   * (store/seal.ts).
   */
  readonly seals?: Seals
  /** Scheme and host that paths are sent to; '' in the browser. */
  baseUrl: string
}

/** The part of the runtime that deals with time. */
export type Clock = Pick<Runtime, 'now' | 'random' | 'wait'>

export interface Channel {
  post(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
  close(): void
}
