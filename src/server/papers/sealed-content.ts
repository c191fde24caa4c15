import { openPiece, sealPiece } from '../jobs/sealed-piece.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'

/** Byte offset of a piece in its file, or the thumbnail. */
export type Start = number | 'thumb'

/** Encrypts a piece or a thumbnail for storage, bound to its file and offset. */
export function sealContent(keys: NumberKeys, { contentId, start }: Place, bytes: Buffer): Buffer {
  return sealPiece(keys, placeOf(contentId, start), bytes)
}

/** Throws `ClosedFile` when the bytes belong to another file or offset, or their key is missing. */
export function openContent(keys: NumberKeys, { contentId, start }: Place, sealed: Buffer): Buffer {
  return openPiece(keys, placeOf(contentId, start), sealed)
}

interface Place {
  readonly contentId: string
  readonly start: Start
}

/**
 * The location `sealPiece` authenticates. HAZARD: part of the stored format; changing it makes
 * every stored file unreadable.
 */
function placeOf(id: string, start: Start) {
  return { id, attempt: 0, seq: start === 'thumb' ? -1 : start }
}
