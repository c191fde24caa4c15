import type { Seals } from './store/seal.ts'

/**
 * What the offline copy needs of the place it runs in: page, dedicated worker, service worker or a test. Everything that a test wants to bend (time,
 * chance, network, locks, other tabs, storage) comes in here and nowhere else.
 */
export interface Runtime {
  /** Milliseconds since 1970. Never used for ordering: orders come from sequences. */
  now(): number
  /** A fresh UUIDv7. */
  newId(): string
  /** 0 ≤ x < 1; jitter only. */
  random(): number
  fetch(input: string, init?: RequestInit): Promise<Response>
  /** Whether the device believes that it has a network. Only names a failure: whether the server can be reached, its answers say. */
  hasNetwork(): boolean
  locks: LockManager
  /** Speaks to the other tabs and workers of this origin. */
  openChannel(name: string): Channel
  /** Resolves after `ms`, rejects with the signal's reason. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  /** What records and edits are sealed with on this device; absent: they are stored as they are (store/seal.ts). */
  readonly seals?: Seals
  /** Scheme and host that paths are sent to; '' in the browser. */
  baseUrl: string
}

/** What keeps time: all that listening to the server needs. */
export type Clock = Pick<Runtime, 'now' | 'random' | 'wait'>

export interface Channel {
  post(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
  close(): void
}
