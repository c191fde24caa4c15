import { leaveHalves, leaveTypes } from '#contract/books/leave.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { type BookRules, textIn, type Values } from './book-rules.ts'

/**
 * Leave requests 휴가신청: `연차 2026.11.23`. Rules that need other requests (who may change what,
 * allowed days) are in domain/ledgers and server/leave.
 */
export const leaveRules: BookRules = {
  captionOf: (leave) => `${formatLeaveType(leave)} ${formatLeaveDays(leave)}`,
  subjectOf: (leave) => textIn(leave, 'requester_name'),
}

/** `반차 (오전)`. */
export function formatLeaveType(leave: Values): string {
  const type = findChoiceLabel(leaveTypes, leave['type'])
  const half = findChoiceLabel(leaveHalves, leave['half'])
  return half === '' ? type : `${type} (${half})`
}

/** `2026.11.23 ~ 2026.11.25`; a single day only once. */
export function formatLeaveDays(leave: Values): string {
  const [start, end] = [readDayField(leave, 'startDate'), readDayField(leave, 'endDate')]
  return start === end ? formatDay(start) : `${formatDay(start)} ~ ${formatDay(end)}`
}

function readDayField(leave: Values, key: string): string | null {
  return textIn(leave, key) || null
}

function findChoiceLabel(choices: readonly { value: string; label: string }[], value: unknown): string {
  return choices.find((choice) => choice.value === value)?.label ?? ''
}
