import type { CollectionName } from '#contract/books/collections.ts'
import type { Grouping } from '#contract/records/grouping.ts'
import { isDay } from '../tools/record-question.ts'
import { defaultFields } from './book-words.ts'
import type { FieldHere } from './field-words.ts'
import type { Reading } from './read-question.ts'

/** How the question's figures are grouped; null when it names no grouping that the book has. */
export function groupingOf(
  { measure, question }: Reading,
  collection: CollectionName,
  fields: readonly FieldHere[],
): Grouping | null {
  const { by } = measure
  // 공탁자별, 소유자별: any named field followed by 별.
  const named = fields.find(({ end, path }) => /^(?:별|마다)/.test(question.slice(end)) && !isDay(collection, path))
  if (by === null) return named ? { field: named.path } : null
  const { day, person } = defaultFields[collection] ?? {}
  const date = fields.find(({ path }) => isDay(collection, path))?.path ?? day
  if (/^(?:월|달|매월|분기)$/.test(by)) return date === undefined ? null : { field: date, part: 'month' }
  if (/^(?:연도|년도|년|해)$/.test(by)) return date === undefined ? null : { field: date, part: 'year' }
  const wordPath = groupWords.find(({ words }) => words.test(by))?.paths[collection] ?? null
  if (wordPath) return { field: wordPath }
  return person !== undefined && /담당|누|사람|직원|신청자|기사|관리자/.test(by) ? { field: person } : null
}

const groupWords: readonly { words: RegExp; paths: Partial<Record<CollectionName, string>> }[] = [
  {
    words: /구간|현장|단지|그룹|공구/,
    paths: { 'deposit-cases': 'business_section', 'real-estate': 'group_id', 'real-estate-units': 'group_id' },
  },
  {
    words: /상태|진행|율$|^몇/,
    paths: { 'deposit-cases': 'status', 'leave-requests': 'state', inquiries: 'state', 'quick-deliveries': 'status' },
  },
  { words: /소유자/, paths: { 'deposit-cases': 'owner_name', 'real-estate': 'owner' } },
  { words: /공탁자/, paths: { 'deposit-cases': 'deposit_name' } },
  { words: /목적/, paths: { 'deposit-cases': 'purpose', 'real-estate': 'purpose' } },
  { words: /지역/, paths: { 'real-estate': 'group_id.region' } },
  { words: /등기소|관할/, paths: { 'real-estate': 'group_id.office', 'deposit-cases': 'regi_office' } },
  { words: /신탁/, paths: { 'real-estate': 'group_id.trust_corporate_name' } },
  {
    words: /구분|종류|유형/,
    paths: { 'real-estate': 'group_id.type', 'leave-requests': 'type', 'quick-deliveries': 'status' },
  },
]
