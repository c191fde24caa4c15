import {
  computeWeekday,
  findFirstWorkingDay,
  findHolidayName,
  isWorkingDay,
  weekdayNames,
} from '#domain/dates/calendar.ts'
import { addDays, countDaysBetween, formatDay } from '#domain/dates/office-date.ts'

/**
 * The fields of a leave request that determine its days, for rows of the offline copy and the
 * server.
 */
export interface LeaveSpan {
  readonly type: string | null
  /** 오전 or 오후, for a half day only. */
  readonly half: string | null
  readonly startDate: string | null
  readonly endDate: string | null
}

/** Longest request in days, so that a mistyped century isn't counted day by day. */
const maxLeaveDays = 366

/**
 * Working days of a request, without weekends and public holidays; a half day counts 0.5. With
 * `year`, only its days in that year.
 */
export function countLeaveDays({ type, startDate, endDate }: LeaveSpan, year?: number): number {
  if (isMissing(startDate) || isMissing(endDate) || countDaysBetween(startDate, endDate) > maxLeaveDays) return 0
  let days = 0
  for (let day = startDate; day <= endDate; day = addDays(day, 1)) {
    if ((year === undefined || Number(day.slice(0, 4)) === year) && isWorkingDay(day)) days += 1
  }
  return type === 'half_day' ? Math.min(days, 0.5) : days
}

/** A cleared date field gives an empty text. */
function isMissing(day: string | null): day is null {
  return day === null || day === ''
}

/** Whether two requests of one person overlap. The two halves of one day don't. */
export function leavesOverlap(a: LeaveSpan, b: LeaveSpan): boolean {
  if (a.startDate === null || a.endDate === null || b.startDate === null || b.endDate === null) return false
  if (a.endDate < b.startDate || b.endDate < a.startDate) return false
  const areHalves = a.type === 'half_day' && b.type === 'half_day'
  return !areHalves || a.half === b.half
}

export interface LeaveError {
  readonly field: 'half' | 'startDate' | 'endDate' | 'reason'
  readonly message: string
}

/** The first error of a request by itself, shared by screen and server. */
export function findLeaveError(request: RequestedSpan): LeaveError | undefined {
  return findLeaveErrors(request)[0]
}

type RequestedSpan = LeaveSpan & { readonly reason: string | null }

/** What is wrong with the days and with the reason, for a form that shows both at once. */
export function findLeaveErrors(request: RequestedSpan): readonly LeaveError[] {
  const { reason } = request
  const spanError = findSpanError(request)
  const isReasonMissing = reason === null || reason.trim() === ''
  return [
    ...(spanError ? [spanError] : []),
    ...(isReasonMissing ? [{ field: 'reason', message: '사유를 입력해 주세요.' } as const] : []),
  ]
}

function findSpanError(span: LeaveSpan): LeaveError | undefined {
  const { type, half, startDate, endDate } = span
  if (isMissing(startDate)) return { field: 'startDate', message: '시작일을 입력해 주세요.' }
  if (isMissing(endDate)) return { field: 'endDate', message: '종료일을 입력해 주세요.' }
  if (endDate < startDate) return { field: 'endDate', message: '종료일은 시작일보다 빠를 수 없습니다.' }
  if (type === 'half_day' && startDate !== endDate) {
    return { field: 'endDate', message: '반차는 하루만 신청할 수 있습니다.' }
  }
  if (type === 'half_day' && half === null) return { field: 'half', message: '오전과 오후 중에서 선택해 주세요.' }
  if (countDaysBetween(startDate, endDate) >= maxLeaveDays) {
    return { field: 'endDate', message: '한 번에 1년 이내로 신청해 주세요.' }
  }
  if (countLeaveDays(span) === 0)
    return { field: 'startDate', message: '주말과 공휴일만 들어 있어 신청할 날이 없습니다.' }
  return undefined
}

/** Says that a leave starts on a day off, and which day counts first; null when it doesn't. */
export function formatDayOffNote(span: LeaveSpan): string | null {
  const { startDate } = span
  if (isMissing(startDate) || isWorkingDay(startDate)) return null
  const dayName = findHolidayName(startDate) ?? `${weekdayNames[computeWeekday(startDate)] ?? ''}요일`
  if (countLeaveDays(span) === 0) return `쉬는 날(${dayName})이라 신청할 날이 없습니다.`
  return `쉬는 날(${dayName})입니다. 휴가는 ${formatDay(findFirstWorkingDay(startDate))}부터 셉니다.`
}

/**
 * Types taken from the annual leave; sick and other leave are not (근로기준법 제60조 only covers annual
 * leave).
 */
export function isAnnualLeave(type: string | null): boolean {
  return type === 'annual' || type === 'half_day'
}

export const fullYearDays = 15
const maxStatutoryDays = 25

/**
 * Days of annual leave the law gives in a calendar year (근로기준법 제60조): one per full month of the
 * first year of employment (제2항, at most eleven), 15 after a full year (제1항), and one more for
 * every two years beyond the first, 25 in total (제4항). The law counts from the day of employment;
 * each entitlement is put into the calendar year in which it arises and may be used from January
 * on, so that over the years nobody gets less than the law gives. Assumes full attendance. Without
 * a day of employment it is 15, the law's figure for an ordinary year; a superuser sets other
 * values. After `leftOn`, the last day of employment, nothing more arises.
 */
export function computeStatutoryLeave(employedOn: string | null, year: number, leftOn: string | null = null): number {
  if (leftOn !== null && Number(leftOn.slice(0, 4)) < year) return 0
  if (employedOn === null) return fullYearDays
  const served = year - Number(employedOn.slice(0, 4))
  if (served < 0) return 0
  const months = countFullMonths(employedOn, year, leftOn)
  const isYearFull = leftOn === null || leftOn >= `${year}${employedOn.slice(4)}`
  const yearly = isYearFull ? Math.min(maxStatutoryDays, fullYearDays + Math.floor((served - 1) / 2)) : 0
  return served === 0 ? months : served === 1 ? months + yearly : yearly
}

/**
 * How many of the first eleven months of employment are completed in a calendar year: the k-th one
 * k months after the day of employment.
 */
function countFullMonths(employedOn: string, year: number, leftOn: string | null): number {
  const first = Number(employedOn.slice(0, 4)) * 12 + Number(employedOn.slice(5, 7)) - 1
  let count = 0
  for (let month = first + 1; month <= first + 11; month += 1) {
    const day = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}${employedOn.slice(7)}`
    if (Math.floor(month / 12) === year && (leftOn === null || day <= leftOn)) count += 1
  }
  return count
}

/** Annual leave of one person in one year, in days: approved and requested. */
export interface LeaveUse {
  readonly userId: string
  readonly name: string
  readonly used: number
  readonly waiting: number
}

export interface LeaveRow extends LeaveSpan {
  readonly id: string
  readonly requester_id: string | null
  readonly requester_name: string | null
  readonly state: string | null
}

/** A request about to be made or changed, and its requester. */
export interface RequestedLeave extends LeaveSpan {
  /** Empty for a new request. */
  readonly id: string
  readonly requesterId: string
}

export type OtherLeave = Pick<LeaveRow, 'startDate' | 'endDate' | 'state'>

/**
 * The first request of the same person that overlaps, ignoring refused ones. A row without a
 * requester was created on this device by the asker.
 */
export function findOverlappingLeave(rows: Iterable<LeaveRow>, request: RequestedLeave): OtherLeave | null {
  let first: OtherLeave | null = null
  for (const row of rows) {
    const isOther = row.id !== request.id && (row.requester_id ?? request.requesterId) === request.requesterId
    if (!isOther || row.state === 'refused' || !leavesOverlap(row, request)) continue
    const { startDate, endDate, state } = row
    if (first === null || (startDate ?? '') < (first.startDate ?? '')) first = { startDate, endDate, state }
  }
  return first
}

/** The message about an overlap, on screen and from the server. */
export function formatOverlap({ startDate, endDate, state }: OtherLeave): string {
  const [first, last] = [startDate, endDate].map((day) => formatDay(day))
  const days = first === last ? first : `${first} ~ ${last}`
  return `이미 신청한 휴가(${days}, ${state === 'approved' ? '승인' : '대기'})와 겹칩니다.`
}

/**
 * Annual leave each person uses in a year, by name. HAZARD: `rows` may reuse one object, so don't
 * keep references to it.
 */
export function sumLeaveUses(rows: Iterable<Omit<LeaveRow, 'id'>>, year: number): LeaveUse[] {
  const uses = new Map<string, { userId: string; name: string; used: number; waiting: number }>()
  for (const row of rows) {
    const userId = row.requester_id ?? ''
    if (row.state === 'refused' || !isAnnualLeave(row.type)) continue
    const days = countLeaveDays(row, year)
    if (days === 0) continue
    const use = uses.get(userId) ?? { userId, name: row.requester_name ?? '', used: 0, waiting: 0 }
    uses.set(userId, use)
    if (row.state === 'approved') use.used += days
    else use.waiting += days
  }
  return [...uses.values()].toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
}

/** `1.5일`, or `초과 2일` beyond the granted days. */
export function formatRemaining(days: number): string {
  return days < 0 ? `초과 ${-days}일` : `${days}일`
}

/** Names the days awaiting approval that a balance already leaves out; null for none. */
export function formatWaitingNote(days: number): string | null {
  return days > 0 ? `(승인 대기 ${days}일 제외)` : null
}
