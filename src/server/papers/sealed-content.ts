import { openPiece, sealPiece } from '../jobs/sealed-piece.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'

/** Where in its content a piece begins; the thumbnail stands before all of them. */
export type Start = number | 'thumb'

/** As it may lie in the database. */
export function sealContent(keys: NumberKeys, { contentId, start }: Place, bytes: Buffer): Buffer {
  return sealPiece(keys, placeOf(contentId, start), bytes)
}

/** Throws `ClosedFile` where it was not sealed for this place, or its key is gone. */
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
