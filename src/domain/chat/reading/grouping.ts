import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import type { Grouping } from '#contract/records/row-source.ts'
import { createAnyDayFilter, createAnyTextFilter, findFieldByPath, isDay } from '../record-filters.ts'
import { defaultFields } from './default-fields.ts'
import type { NamedBookField } from './read-fields.ts'
import type { ParsedQuestion } from './read-question.ts'

/** Groups by the field of the named states: 완료와 취소 각각 몇 건, 조사중 몇 건 대기 몇 건. */
export function detectStateGrouping({ text }: ParsedQuestion, states: readonly Filter[]): Grouping | null {
  const stateFilter = states.find(({ op }) => op === 'one_of')
  return stateFilter && /각각|씩|몇 ?건.*몇 ?건/.test(text) ? { field: stateFilter.field } : null
}

/** Whether it asks for shares of the states or groups: 취소 몇 퍼센트, 상태별 비율. */
export function asksForShare({ text, measure }: Pick<ParsedQuestion, 'text' | 'measure'>): boolean {
  return measure.groupWord !== null && /[료행리소류납]율|비율|비중|퍼센트|몇\s*(?:%|프로)|%/.test(text)
}

/**
 * Leaves out records without a value, so that the top group has a name: 가장 많은 달, 가장 많은
 * 기사.
 */
export function createGroupFilters(
  collection: CollectionName,
  { field, part }: Grouping,
  dayFilters: readonly Filter[],
): Filter[] {
  if (part) return dayFilters.length === 0 ? [createAnyDayFilter(field)] : []
  const kind = findFieldByPath(collection, field)?.kind
  if (kind === 'reference') return [{ op: 'none_of', field, values: [null] }]
  return kind === 'text' ? [createAnyTextFilter(field)] : []
}

/** How the question's figures are grouped; null when it names no grouping that the book has. */
export function detectGrouping(
  { measure, text }: ParsedQuestion,
  collection: CollectionName,
  fields: readonly NamedBookField[],
): Grouping | null {
  const { groupWord } = measure
  // 공탁자별, 소유자별: any named field followed by 별.
  const named = fields.find(({ end, path }) => /^(?:별|마다)/.test(text.slice(end)) && !isDay(collection, path))
  if (groupWord === null) return named ? { field: named.path } : null
  const { day, person } = defaultFields[collection] ?? {}
  const date = fields.find(({ path }) => isDay(collection, path))?.path ?? day
  if (/^(?:월|달|매월|분기)$/.test(groupWord)) return date === undefined ? null : { field: date, part: 'month' }
  if (/^(?:연도|년도|년|해)$/.test(groupWord)) return date === undefined ? null : { field: date, part: 'year' }
  // A day is a group of its own; a moment isn't.
  if (/^(?:날|날짜|일자|요일)$/.test(groupWord))
    return date === undefined || groupWord === '요일' || findFieldByPath(collection, date)?.kind !== 'date'
      ? null
      : { field: date }
  // 근저당 은행 제일 많은 데, 퀵 제일 많이 받은 사람
  const place = /^(?:곳|데|어디)$/.test(groupWord) ? fields.find(({ path }) => isName(collection, path)) : undefined
  if (place) return { field: place.path.replace(/^(mortgage_bank_id)\.name$/, '$1') }
  if (collection === 'quick-deliveries' && /사람|누|담당/.test(groupWord) && /받[은는았]|보[낸내냈]/.test(text))
    return { field: /받[은는았]/.test(text) ? 'receiver' : 'sender' }
  const wordPath =
    groupWords.find(({ words, paths }) => words.test(groupWord) && paths[collection] !== undefined)?.paths[
      collection
    ] ?? null
  if (wordPath) return { field: wordPath }
  return person !== undefined && /담당|누|사람|직원|신청자|기사|관리자/.test(groupWord) ? { field: person } : null
}

function isName(collection: CollectionName, path: string): boolean {
  return ['text', 'reference'].includes(findFieldByPath(collection, path)?.kind ?? '')
}

/** Words for a grouping, and the field that each book groups by. */
const groupWords: readonly { words: RegExp; paths: Partial<Record<CollectionName, string>> }[] = [
  {
    words: /구간|현장|단지|그룹|공구|^곳$|^데$|^어디$/,
    paths: { 'deposit-cases': 'business_section', 'real-estate': 'group_id', 'real-estate-units': 'group_id' },
  },
  { words: /^(?:곳|데|어디)$/, paths: { 'quick-deliveries': 'receiver' } },
  {
    words: /상태|진행|율$|^비중|^몇/,
    paths: { 'deposit-cases': 'status', 'leave-requests': 'state', inquiries: 'state', 'quick-deliveries': 'status' },
  },
  { words: /^(?:사람|누가|누구)$/, paths: { 'real-estate-units': 'owner' } },
  { words: /소유자/, paths: { 'deposit-cases': 'owner_name', 'real-estate': 'owner' } },
  { words: /신탁/, paths: { 'real-estate': 'group_id.trust_corporate_name' } },
  {
    words: /공탁자|^(?:회사|업체|시행사)$/,
    paths: { 'deposit-cases': 'deposit_name', managers: 'company', departments: 'company', addresses: 'deposit_name' },
  },
  { words: /은행/, paths: { 'real-estate-units': 'mortgage_bank_id' } },
  { words: /부서/, paths: { managers: 'department' } },
  { words: /직책|직급/, paths: { managers: 'position' } },
  { words: /목적/, paths: { 'deposit-cases': 'purpose', 'real-estate': 'purpose' } },
  { words: /지역/, paths: { 'real-estate': 'group_id.region' } },
  { words: /등기소|관할/, paths: { 'real-estate': 'group_id.office', 'deposit-cases': 'regi_office' } },
  {
    words: /구분|종류|유형/,
    paths: { 'real-estate': 'group_id.type', 'leave-requests': 'type', 'quick-deliveries': 'status' },
  },
]
