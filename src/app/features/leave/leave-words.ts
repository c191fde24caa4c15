import { leaveHalves, leaveStates, leaveTypes } from '#contract/records/leave.ts'
import type { FieldValue } from '#contract/records/field.ts'
import { formatDay } from '#domain/office-date.ts'
import { failureReason, waitingNote, type OutcomeWords } from '#app/records/actions/outcome-words.ts'
import type { BadgeTone } from '#app/ui/display/badge.tsx'

export const actionNames = { create: '신청', update: '수정', delete: '취소' } as const

/** What is said of an action on a request, and when the server turns one down (research/domain.md §3.3 where it is worded there). */
export const leaveWords: OutcomeWords = {
  success(kind, _subject, isOnline) {
    const done = {
      create: '휴가 신청이 등록되었습니다.',
      update: '휴가 신청이 수정되었습니다.',
      delete: '휴가 신청이 취소되었습니다.',
    }
    return done[kind] + waitingNote(isOnline)
  },
  failure: (kind, detail) => `휴가 ${actionNames[kind]} 실패: ${failureReason(detail)}`,
}

/** `반차 (오전)`. */
export function typeText(leave: Readonly<Record<string, FieldValue>>): string {
  const type = labelOf(leaveTypes, leave['type'])
  const half = labelOf(leaveHalves, leave['half'])
  return half === '' ? type : `${type} (${half})`
}

/** `2026.11.23 ~ 2026.11.25`, a single day once. */
export function daysText(leave: Readonly<Record<string, FieldValue>>): string {
  const [start, end] = [text(leave['startDate']), text(leave['endDate'])]
  return start === end ? formatDay(start) : `${formatDay(start)} ~ ${formatDay(end)}`
}

/** How people speak of a request: `연차 2026.11.23`. */
export function captionOf(leave: Readonly<Record<string, FieldValue>>): string {
  return `${typeText(leave)} ${daysText(leave)}`
}

export function stateText(state: FieldValue | undefined): string {
  return labelOf(leaveStates, state)
}

/** What waits asks for a look; word and tint together. */
export function stateTone(state: FieldValue | undefined): BadgeTone {
  const tones: Readonly<Record<string, BadgeTone>> = { pending: 'warn', approved: 'good', refused: 'seal' }
  return tones[String(state)] ?? 'plain'
}

function labelOf(choices: readonly { value: string; label: string }[], value: FieldValue | undefined): string {
  return choices.find((choice) => choice.value === value)?.label ?? ''
}

function text(value: FieldValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
