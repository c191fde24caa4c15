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
 * Consecutive versions of one record that entries of this outbox produced and the mirror holds:
 * every version after `from` up to `to`.
 */
export interface OwnVersions {
  readonly from: number
  readonly to: number
}

/** Adds an acknowledged entry that leaves the outbox; null if it proves nothing. */
export function addOwnVersion(ownVersions: OwnVersions | undefined, entry: StoredEntry): OwnVersions | null {
  const from = entry.kind === 'create' ? 0 : (entry.request?.ifMatch ?? null)
  if (from === null || rebaseVersion(from, entry) === from) return null
  return { from: ownVersions?.to === from ? ownVersions.from : from, to: rebaseVersion(from, entry) }
}

/**
 * The base version of a new edit, from the version its author saw, the record's entries that the
 * mirror may not hold yet, and those that left the outbox after the author saw them as waiting.
 *
 * HAZARD: a sent entry without a response hides the values of the confirmed record, which may be
 * newer than the entry and contain somebody else's change of the same field. Its author saw the
 * record as it was when the entry was made.
 */
export function computeBaseVersion(
  seenVersion: number,
  lane: readonly StoredEntry[],
  ownVersions?: OwnVersions,
): number {
  const isOwn = ownVersions !== undefined && seenVersion >= ownVersions.from && seenVersion < ownVersions.to
  return lane.reduce(
    (version, entry) => rebaseVersion(Math.min(version, unhiddenVersion(entry)), entry),
    isOwn ? ownVersions.to : seenVersion,
  )
}

/** The newest version of which the entry hides nothing. */
function unhiddenVersion({ ack, request }: StoredEntry): number {
  return ack ? Infinity : (request?.ifMatch ?? Infinity)
}
