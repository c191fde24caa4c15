import type { StoredOp } from '../stored-op.ts'

/**
 * The version a later entry of the same record stands on after an earlier one was acknowledged. It moves on only when nobody else wrote in between: if
 * the server merged somebody's change, the later entry keeps its old base, so that a collision is still found (and one with the user's own earlier
 * entry is recognised by its values, see `merge-conflict.ts`).
 */
export function carryBase(
  baseVersion: number,
  earlier: Pick<StoredOp, 'ack' | 'request'> & { readonly kind: string },
): number {
  if (!earlier.ack || !earlier.request) return baseVersion
  const { ifMatch } = earlier.request
  if (earlier.kind === 'create') return baseVersion === 0 ? earlier.ack.version : baseVersion
  const isNext = ifMatch !== null && earlier.ack.version === ifMatch + 1
  return isNext && baseVersion === ifMatch ? earlier.ack.version : baseVersion
}

/** The version a new edit stands on, given what its maker saw and the acknowledged entries of the record that the mirror may not hold yet. */
export function baseForNew(seenVersion: number, lane: readonly StoredOp[]): number {
  return lane.reduce(carryBase, seenVersion)
}
