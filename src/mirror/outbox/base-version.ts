import type { StoredEntry } from './stored-entry.ts'

/**
 * The base version of a later entry after an earlier one of the same record was acknowledged. It
 * only advances when nobody else wrote in between. If the server merged another change, the later
 * entry keeps its old base, so that a collision is still found (one with the user's own earlier
 * entry is recognized by its values, see `settle-response.ts`).
 */
export function rebaseVersion(
  baseVersion: number,
  earlier: Pick<StoredEntry, 'ack' | 'request'> & { readonly kind: string },
): number {
  if (!earlier.ack || !earlier.request) return baseVersion
  const { ifMatch } = earlier.request
  if (earlier.kind === 'create') return baseVersion === 0 ? earlier.ack.version : baseVersion
  const isNext = ifMatch !== null && earlier.ack.version === ifMatch + 1
  return isNext && baseVersion === ifMatch ? earlier.ack.version : baseVersion
}

/**
 * The base version of a new edit, from the version its author saw and the record's entries that the
 * mirror may not hold yet.
 *
 * HAZARD: a sent entry without a response hides the values of the confirmed record, which may be
 * newer than the entry and contain somebody else's change of the same field. Its author saw the
 * record as it was when the entry was made.
 */
export function computeBaseVersion(seenVersion: number, lane: readonly StoredEntry[]): number {
  return lane.reduce((version, entry) => rebaseVersion(Math.min(version, unhiddenVersion(entry)), entry), seenVersion)
}

/** The newest version of which the entry hides nothing. */
function unhiddenVersion({ ack, request }: StoredEntry): number {
  return ack ? Infinity : (request?.ifMatch ?? Infinity)
}
