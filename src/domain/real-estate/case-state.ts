import type { Choice } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import type { Values } from '#domain/books/book-rules.ts'
import { addDays, firstDay } from '#domain/dates/office-date.ts'

/**
 * The state of a real-estate case, derived from its days. The record has no state field, because
 * one kept by hand would sooner or later contradict the days.
 */
export const caseStates = [
  { value: 'completed', label: '완료', tone: 'good' },
  { value: 'in_progress', label: '진행중', tone: 'info' },
  { value: 'delayed', label: '지연', tone: 'danger' },
  { value: 'waiting', label: '대기', tone: 'warn' },
] as const satisfies readonly Choice[]

type CaseState = (typeof caseStates)[number]['value']

/** 완료: the certificate arrived. 진행중: filed. 지연: 등기예정일 has passed without filing. 대기: all others. */
export function deriveCaseState({ registrated_at, created_at, regi_date }: Values, today: string): CaseState {
  if (isDay(registrated_at)) return 'completed'
  if (isDay(created_at)) return 'in_progress'
  return isDay(regi_date) && regi_date < today ? 'delayed' : 'waiting'
}

/**
 * List filters for the cases of a state. 대기 needs alternatives: neither filed nor late, with or
 * without a 등기예정일.
 */
export function createCaseStateFilters(state: Exclude<CaseState, 'waiting'>, today: string): Filter[] {
  const filterEmpty = (field: string): Filter => ({ op: 'equals', field, value: null })
  const filterDay = (field: string): Filter => ({ op: 'between', field, from: firstDay, to: null })
  if (state === 'completed') return [filterDay('registrated_at')]
  if (state === 'in_progress') return [filterDay('created_at'), filterEmpty('registrated_at')]
  const past: Filter = { op: 'between', field: 'regi_date', from: firstDay, to: addDays(today, -1) }
  return [past, filterEmpty('created_at'), filterEmpty('registrated_at')]
}

/** The cases of any state: those that meet all filters of one of the alternatives. */
export function createCaseStateAlternatives(value: string, today: string): readonly (readonly Filter[])[] {
  const state = caseStates.find((candidate) => candidate.value === value)?.value
  if (state === undefined) return []
  if (state !== 'waiting') return [createCaseStateFilters(state, today)]
  const notFiled = ['created_at', 'registrated_at'].map((field): Filter => ({ op: 'equals', field, value: null }))
  return [
    [...notFiled, { op: 'equals', field: 'regi_date', value: null }],
    [...notFiled, { op: 'between', field: 'regi_date', from: today, to: null }],
  ]
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** A registry issues its certificate within a week; after two weeks somebody should ask. */
export const longOpenDays = 14

/** Real-estate cases filed at least that long ago without a certificate. `today`: `YYYY-MM-DD`. */
export function createLongOpenFilters(today: string): Filter[] {
  return [
    { op: 'between', field: 'created_at', from: firstDay, to: addDays(today, -longOpenDays) },
    { op: 'equals', field: 'registrated_at', value: null },
  ]
}
