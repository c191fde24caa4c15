import { openPiece, sealPiece } from '../jobs/sealed-piece.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'

/** Byte offset of a piece in its file, or the thumbnail. */
export type Start = number | 'thumb'

/** Encrypts bytes for storage in the database. */
export function sealContent(keys: NumberKeys, { contentId, start }: FileStart, bytes: Buffer): Buffer {
  return sealPiece(keys, associatedData(contentId, start), bytes)
}

/** Throws `ClosedFile` when the bytes were encrypted for another place or their key is gone. */
export function openContent(keys: NumberKeys, { contentId, start }: FileStart, sealed: Buffer): Buffer {
  return openPiece(keys, associatedData(contentId, start), sealed)
}

interface FileStart {
  readonly contentId: string
  readonly start: Start
}

function associatedData(id: string, start: Start) {
  return { id, attempt: 0, seq: start === 'thumb' ? -1 : start }
}
