import type { HistoryStep } from './action-history.ts'
import type { LeftOut } from './plan-part.ts'

export const directionNames = { undo: '실행 취소', redo: '다시 실행' } as const

/** Toast text for an undo or redo: what was done, and what was left out and why. */
export function stepText(step: HistoryStep, { isOutOfSight }: { isOutOfSight: boolean }): string {
  const name = directionNames[step.direction]
  if (step.failure !== null) return `${name} 실패: ${step.failure}`
  const reasons = [...Map.groupBy(step.leftOut, ({ reason }) => reason)].map(([reason, left]) => leftText(reason, left))
  const [first] = reasons
  const head =
    step.changed === 0 && first !== undefined ? `${name}하지 못했습니다: ${step.label}` : `${name}: ${step.label}`
  const outOfSightNote = isOutOfSight ? ['현재 조건에 맞지 않아 목록에 보이지 않습니다.'] : []
  return [head, ...reasons, ...outOfSightNote].join('\n')
}

function leftText(reason: LeftOut['reason'], left: readonly LeftOut[]): string {
  const [first] = left
  const captionText = first && first.caption !== '' ? ` (${first.caption}${left.length > 1 ? ' 외' : ''})` : ''
  return reasonTexts[reason](`${left.length}건${captionText}`)
}

const reasonTexts: Record<LeftOut['reason'], (what: string) => string> = {
  changed: (what) => `${what}은 그 뒤에 다른 값으로 바뀌어 그대로 두었습니다.`,
  gone: (what) => `${what}은 삭제되어 되돌릴 수 없습니다.`,
  attention: (what) => `${what}은 확인이 필요한 항목이어서 그대로 두었습니다.`,
  not_here: (what) => `${what}은 아직 이 기기에 내려오지 않았습니다. 잠시 후 다시 시도해 주세요.`,
}
