import type { StoredOp } from './stored-op.ts'

/** Put back because the server has lost it (put-back-lost.ts), and not decided yet. */
export function isLost({ state, wasAcked }: Pick<StoredOp, 'state'> & { readonly wasAcked?: true }): boolean {
  return wasAcked === true && state === 'rejected'
}
