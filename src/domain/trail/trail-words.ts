import { formatNumber } from '#contract/text/format-number.ts'
import { type ChainError, chainErrorKinds } from '#contract/trail/trail-chain.ts'
import type { TrailAlert } from '#contract/trail/trail-reviews.ts'
import { actChoices, areaChoices } from '#contract/trail/trail.ts'
import { addDays, formatDay, getMonthBounds, toOfficeDay } from '#domain/dates/office-date.ts'
import { type AlertRuleName, alertRules } from './alert-rules.ts'

/** An act without a known label is shown as stored. */
export function formatAct(act: string): string {
  return actChoices.find(({ value }) => value === act)?.label ?? act
}

export function formatTrailArea(area: string | null): string {
  return areaChoices.find(({ value }) => value === area)?.label ?? area ?? ''
}

/** An alert's label and threshold text. */
export function describeAlertRule(rule: string): { label: string; description: string } {
  const { label, description } = Object.hasOwn(alertRules, rule)
    ? alertRules[rule as AlertRuleName]
    : { label: rule, description: '' }
  return { label, description }
}

/** In one line: `잦은 번호 열람 · 김가온 · 10.0.0.1 · 20건`. */
export function formatAlert({ rule, user_name, address, count }: TrailAlert): string {
  const words = [describeAlertRule(rule).label, user_name || '로그인하지 않음', address ?? '']
  return [...words, count > 1 ? `${formatNumber(count)}건` : ''].filter((part) => part !== '').join(' · ')
}

/** `2026년 11월`. */
export function formatMonth(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${year}년 ${number}월`
}

/** An error of the chain as readable text: `지워진 기록: 1024번 (2026.11.26, 연결 17)`. */
export function describeChainError({ kind, seq, link, day }: ChainError): string {
  const location = [...(day ? [formatDay(day)] : []), ...(link !== null && seq !== null ? [`연결 ${link}`] : [])]
  const subject = seq !== null ? `${seq}번` : link !== null ? `연결 ${link}` : ''
  return `${chainErrorKinds[kind]}${subject && `: ${subject}`}${location.length > 0 ? ` (${location.join(', ')})` : ''}`
}

export const trailPeriods = {
  today: '오늘',
  week: '최근 7일',
  month: '이번 달',
  last_month: '지난달',
} as const
export type TrailPeriod = keyof typeof trailPeriods

/** First and last day of a period as of `today`. */
export function getPeriodBounds(period: TrailPeriod, today: string): { start: string; end: string } {
  if (period === 'today') return { start: today, end: today }
  if (period === 'week') return { start: addDays(today, -6), end: today }
  const day = period === 'month' ? today : addDays(`${today.slice(0, 7)}-01`, -1)
  const [year = 0, month = 1] = day.split('-').map(Number)
  const { first, last } = getMonthBounds(year, month)
  return { start: first, end: last }
}

/** The period with exactly these days; undefined when there is none. */
export function findPeriod(days: { start: string; end: string }, today: string): TrailPeriod | undefined {
  const periods = Object.keys(trailPeriods) as TrailPeriod[]
  return periods.find((period) => {
    const { start, end } = getPeriodBounds(period, today)
    return start === days.start && end === days.end
  })
}

/** First and last day of `YYYY-MM`. */
export function getReviewBounds(month: string): { first: string; last: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return getMonthBounds(year, number)
}

/** Maximum number of finished months; older rows may no longer be stored. */
const maxMonths = 24

/**
 * Finished months of the office, newest first, from the month in which the trail begins; at most
 * two years.
 */
export function listFinishedMonths(firstRowMs: number, nowMs: number): string[] {
  const begin = toOfficeDay(firstRowMs).slice(0, 7)
  const months: string[] = []
  let month = getPreviousMonth(toOfficeDay(nowMs).slice(0, 7))
  while (month >= begin && months.length < maxMonths) {
    months.push(month)
    month = getPreviousMonth(month)
  }
  return months
}

function getPreviousMonth(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7)
}
