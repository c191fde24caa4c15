import { stoppedWord } from '#domain/keeping/stopped-words.ts'
import type { SourceRow } from '#contract/records/row-source.ts'

/**
 * The state of a whole record, as a word and the colour of the mark at its left edge; null for
 * none.
 */
export function rowMark(row: SourceRow): { text: string; colour: string } | null {
  if (row.state === 'new') return { text: '새 기록, 아직 전송되지 않음', colour: 'bg-good' }
  if (row.isGone) return { text: '다른 사람이 삭제함, 수정이 남아 있음', colour: 'bg-seal' }
  if (row.state === 'deleted') return { text: '삭제 예정', colour: 'bg-seal' }
  if (row.stopped) return { text: stoppedWord, colour: 'bg-seal' }
  if (row.isOutside) return { text: '현재 조건과 맞지 않음', colour: 'bg-warn' }
  return null
}
