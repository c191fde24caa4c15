import { actChoices, areaChoices } from '#contract/trail/trail-words.ts'
import type { TrailAlert } from '#contract/trail/trail-alerts.ts'
import { type AlertRuleName, alertRules } from './alert-rules.ts'

/** An act without a known label is shown as stored. */
export function actWord(act: string): string {
  return actChoices.find(({ value }) => value === act)?.label ?? act
}

export function areaWord(area: string | null): string {
  return areaChoices.find(({ value }) => value === area)?.label ?? area ?? ''
}

/** An alert's label and threshold text. */
export function alertWord(rule: string): { label: string; says: string } {
  const { label, description } = Object.hasOwn(alertRules, rule)
    ? alertRules[rule as AlertRuleName]
    : { label: rule, description: '' }
  return { label, says: description }
}

/** In one line: `잦은 번호 열람 · 김가온 · 10.0.0.1 · 20건`. */
export function alertText({ rule, user_name, address, count }: TrailAlert): string {
  const parts = [alertWord(rule).label, user_name || '로그인하지 않음', address ?? '']
  return [...parts, count > 1 ? `${count.toLocaleString('ko-KR')}건` : ''].filter((part) => part !== '').join(' · ')
}

/** `2026년 11월`. */
export function monthText(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${year}년 ${number}월`
}
