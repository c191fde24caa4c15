import type { FaultProxy } from '../../support/servers/fault-proxy.ts'

export interface Office {
  /** The URL people open: the proxy in front of the server. */
  url: string
  /** The server itself, behind the proxy. */
  origin: string
  /** Loses, repeats and alters requests as configured; `setReachable(false)` cuts the network. */
  network: FaultProxy
  /**
   * kill -9 of the server process; its database stops with it or is taken over by the next start.
   */
  kill(): Promise<void>
  /** Starts the server again on the same data and port. */
  start(): Promise<void>
  /** `npm run backup` while the server runs. */
  backup(): Promise<void>
  /**
   * Stops the server, loads the last backup into a new data folder with `npm run restore`, and
   * starts the server on it at the same URL.
   */
  restore(): Promise<void>
  /** Its database as the owner, for states that only time or manual changes can bring about. */
  ownerUrl(): string
  stop(): Promise<void>
  /** Current folder of its embedded database. */
  dataDir(): string
}

/**
 * `small`: about sixty records of each kind. `full`: what `npm start` puts into an empty database,
 * about ten thousand rows, which makes every device's first copy longer. `none`: no records.
 */
export type DemoSize = 'small' | 'full' | 'none'

export interface OfficeOptions {
  readonly demo?: DemoSize
  /** Whether the proxy in front of it speaks https. */
  readonly isSecure?: boolean
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** The helper that provides its extracts. */
  readonly registry?: { url: string; token: string }
  /** The vehicle maker whose accounts may sign in. */
  readonly maker?: { url: string; clientId: string; clientSecret: string }
}
