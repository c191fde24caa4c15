import { openPiece, sealPiece } from '../jobs/sealed-piece.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'

/** Offset of a piece in its file; the thumbnail precedes all pieces. */
export type Start = number | 'thumb'

/** Encrypts bytes for storage in the database. */
export function sealContent(keys: NumberKeys, { contentId, start }: Place, bytes: Buffer): Buffer {
  return sealPiece(keys, placeOf(contentId, start), bytes)
}

/** Throws `ClosedFile` when the bytes were encrypted for another place or their key is gone. */
export function openContent(keys: NumberKeys, { contentId, start }: Place, sealed: Buffer): Buffer {
  return openPiece(keys, placeOf(contentId, start), sealed)
}

interface Place {
  readonly contentId: string
  readonly start: Start
}

function placeOf(id: string, start: Start) {
  return { id, attempt: 0, seq: start === 'thumb' ? -1 : start }
}
