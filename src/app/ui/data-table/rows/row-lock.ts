import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import type { SourceRow } from '#contract/records/row-source.ts'

/** Whether the row is read-only here; `lockedText` gives the reason. */
export function isRowLocked({ state, stopped }: Pick<SourceRow, 'state' | 'stopped'>): boolean {
  return state === 'deleted' || stopped === 'locked'
}

export function lockedText({ state, isGone }: SourceRow): string {
  if (isGone) return '다른 사람이 삭제한 기록입니다. 남은 수정은 보낼 작업에서 정해 주세요.'
  return state === 'deleted' ? '삭제가 전송을 기다리고 있습니다.' : stoppedEditText
}
