import type { NewOp } from './stored-op.ts'

/** An entry on its way into the outbox. `isRestore`: its record was deleted, and while the delete waits unsent only the delete goes. */
export interface NewEntry {
  readonly op: NewOp
  readonly isRestore: boolean
}

/** An act whose entries are being taken down: all of them are kept or none, and whoever did it is told. */
export interface WaitingAct {
  readonly entries: readonly NewEntry[]
  /** It was in a transaction before, and whether that one was kept is not always known. */
  isTried: boolean
  readonly kept: (opIds: readonly string[]) => void
  readonly failed: (error: unknown) => void
}

/** Acts of this thread that no transaction has taken along yet, in the order in which they were done. */
export interface WaitingActs {
  readonly acts: WaitingAct[]
  /** Somebody is taking them down, one group after the other. */
  isBeingEmptied: boolean
}
