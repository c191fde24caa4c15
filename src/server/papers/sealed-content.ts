import { problem } from '#contract/problem.ts'
import { openPiece, sealPiece } from '../jobs/sealed-piece.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'
import { Refusal } from '../plugins/refusal.ts'

/** Where in its content a piece begins; the thumbnail stands before all of them. */
export type Start = number | 'thumb'

/** As it may lie in the database. */
export function sealContent(keys: NumberKeys, { contentId, start }: Place, bytes: Buffer): Buffer {
  return sealPiece(keys, placeOf(contentId, start), bytes)
}

/** Throws `ClosedContent` where it was not sealed for this place, or its key is gone (a restore without the key file). */
export function openContent(keys: NumberKeys, { contentId, start }: Place, sealed: Buffer): Buffer {
  try {
    return openPiece(keys, placeOf(contentId, start), sealed)
  } catch {
    throw new ClosedContent()
  }
}

/** A file that is there and that nobody can open. */
export class ClosedContent extends Refusal {
  constructor() {
    super(problem('refused', { message: closedMessage }))
  }
}

const closedMessage = '보관된 파일을 열 수 없습니다. 서버의 번호 키 파일을 확인하도록 최고관리자에게 알려 주세요.'

interface Place {
  readonly contentId: string
  readonly start: Start
}

function placeOf(id: string, start: Start) {
  return { id, attempt: 0, seq: start === 'thumb' ? -1 : start }
}
