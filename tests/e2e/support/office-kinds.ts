import type { FaultProxy } from '../../support/fault-proxy.ts'

export interface Office {
  /** The address people open: the proxy in front of the server. */
  url: string
  /** The server itself, behind the proxy. */
  origin: string
  /** Loses, repeats and falsifies what it is told to; `setReachable(false)` is the network gone. */
  network: FaultProxy
  /** kill -9 of the server process; its database goes down with it or is taken over by the next start. */
  kill(): Promise<void>
  /** Starts the server again on the same data and port. */
  start(): Promise<void>
  /** `npm run backup` while the server runs. */
  backup(): Promise<void>
  /** The server ends; `npm run restore` loads the last backup into a new data folder, and the server starts on that, at the same address. */
  restore(): Promise<void>
  /** Its database as the owner of everything, for what only time or a hand there could do. */
  ownerUrl(): string
  stop(): Promise<void>
  /** Where its embedded database lies now. */
  dataDir(): string
}

/**
 * `small`: some sixty records of each kind. `full`: what `npm start` puts into an empty database, some ten thousand rows, which costs every device of a story a longer first
 * copy. `none`: no record.
 */
export type DemoSize = 'small' | 'full' | 'none'

export interface OfficeOptions {
  readonly demo?: DemoSize
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>
  /** The helper that its extracts come from. */
  readonly registry?: { url: string; token: string }
  /** The vehicle maker whose accounts may sign in. */
  readonly maker?: { url: string; clientId: string; clientSecret: string }
}
