import type { SourceRow } from '#contract/records/row-source.ts'
import { stoppedEditText, stoppedWord } from '#domain/retention/stopped-texts.ts'

/** Whether the row is read-only here; `describeLock` gives the reason. */
export function isRowLocked({ state, stopped }: Pick<SourceRow, 'state' | 'stopped'>): boolean {
  return state === 'deleted' || stopped === 'locked'
}

export function describeLock({ state, isGone }: SourceRow): string {
  if (isGone) return '다른 사람이 삭제한 기록입니다. 남은 수정은 보낼 작업에서 정해 주세요.'
  return state === 'deleted' ? '삭제가 전송을 기다리고 있습니다.' : stoppedEditText
}

/**
 * The state of a whole record, as a word and the color of the mark at its left edge; null for
 * none.
 */
export function getRowMark(row: SourceRow): { text: string; color: string } | null {
  if (row.state === 'new') return { text: '새 기록, 아직 전송되지 않음', color: 'bg-good' }
  if (row.isGone) return { text: '다른 사람이 삭제함, 수정이 남아 있음', color: 'bg-danger' }
  if (row.state === 'deleted') return { text: '삭제 예정', color: 'bg-danger' }
  if (row.stopped) return { text: stoppedWord, color: 'bg-danger' }
  if (row.isOutside) return { text: '현재 조건과 맞지 않음', color: 'bg-warn' }
  return null
}
