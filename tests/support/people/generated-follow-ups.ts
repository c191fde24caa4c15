import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { AnswerPart } from '#contract/chat/answer.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { BookRows } from './generated-questions.ts'

type Row = NonNullable<BookRows[CollectionName]>[number]

/** A follow-up, with what its answer has to hold. */
export interface GeneratedFollowUp {
  readonly first: string
  readonly next: string
  /** The number of records that meet the conditions of both. */
  readonly count: number
  /** The field that the table shows of a single record; its value, unless it is a reference. */
  readonly cell?: { readonly label: string; readonly value: string | number | null | undefined }
  /** An amount that the message names. */
  readonly amount?: number
}

/** How an office names one record, and many, of a book. */
const subjects: Partial<
  Record<CollectionName, { readonly key: string; readonly noun: string; readonly kind?: string }>
> = {
  'deposit-cases': { key: 'request_number', noun: '공탁', kind: 'business_section' },
  inquiries: { key: 'name', noun: '문의' },
  banks: { key: 'name', noun: '은행' },
  companies: { key: 'name', noun: '회사' },
  projects: { key: 'name', noun: '사업구간' },
  addresses: { key: 'jibun', noun: '부동산 주소', kind: 'regi_office' },
}

/**
 * Follow-ups to an answer about one record with each field of its book, and to an answer about many
 * with each value of the closed lists and each measure.
 */
export function generateFollowUps(rows: BookRows): GeneratedFollowUp[] {
  return Object.entries(subjects).flatMap(([name, subject]) => {
    const collection = name as CollectionName
    const records = rows[collection] ?? []
    const { fields }: { fields: readonly Field[] } = getBook(collection)
    const single = records.find((row) => isUnique(records, row, subject.key))
    return [
      ...(single ? askFields(fields, single, `${String(single[subject.key])} ${subject.noun}`) : []),
      ...narrow(fields, records, subject),
    ]
  })
}

function isUnique(records: readonly Row[], row: Row, key: string): boolean {
  const name = row[key]
  return (
    typeof name === 'string' && name !== '' && records.filter((other) => String(other[key]).includes(name)).length === 1
  )
}

const endings = ['', ' 뭐야', ' 알려줘', '?'] as const

function askFields(fields: readonly Field[], row: Row, first: string): GeneratedFollowUp[] {
  return fields.flatMap((field) => {
    if (field.kind === 'secret' || field.kind === 'flag' || field.label === '로고 이미지') return []
    const label = field.label.replace(/\([^()]*\)/, '')
    return endings.map((ending) => ({
      first,
      next: `${label}${ending}`,
      count: 1,
      cell: { label: field.label, value: readCell(field, row[field.key]) },
    }))
  })
}

function readCell({ kind, choices }: Field, value: Row[string] | undefined): string | number | null | undefined {
  if (kind === 'reference' || kind === 'datetime' || value instanceof Date || typeof value === 'boolean')
    return undefined
  if (kind === 'enum') return choices?.find((choice) => choice.value === value)?.label ?? null
  return value === '' ? null : value
}

function narrow(
  fields: readonly Field[],
  records: readonly Row[],
  { noun, kind }: { readonly noun: string; readonly kind?: string },
): GeneratedFollowUp[] {
  const value = kind === undefined ? undefined : records[0]?.[kind]
  const isNamed = kind !== undefined && typeof value === 'string'
  const known = isNamed ? records.filter((row) => row[kind] === value) : records
  const first = isNamed ? `${value} ${noun} 몇 건` : `${noun} 몇 건`
  const byChoice = fields.flatMap(({ key, choices = [] }) =>
    choices
      .filter(({ label }) => label !== '기타' && isOnlyField(fields, key, label))
      .flatMap((choice) =>
        ['만', '인 것만', '은'].map((ending) => ({
          first,
          next: `${choice.label.replace(/됨$/, '된')}${ending}`,
          count: known.filter((row) => row[key] === choice.value).length,
        })),
      ),
  )
  const amounts = fields.filter((field) => field.kind === 'won').slice(0, 5)
  const bySum = amounts.map(({ key, label }) => ({
    first,
    next: `${label} 합계`,
    count: known.length,
    amount: known.reduce((sum, row) => sum + Number(row[key] ?? 0), 0),
  }))
  return [...byChoice, ...bySum]
}

/** Whether no other closed list of the book has a value like it. */
function isOnlyField(fields: readonly Field[], key: string, label: string): boolean {
  return fields.every((field) => field.key === key || !field.choices?.some((choice) => choice.label.includes(label)))
}

/** What is wrong with the answer to a follow-up; null if nothing is. */
export function findFollowUpFault(
  { first, next, count, cell, amount }: GeneratedFollowUp,
  { message, parts }: { readonly message: string; readonly parts: readonly AnswerPart[] },
): string | null {
  const asked = `${first} ▸ ${next} → ${message}`
  const [, figure] = /([\d,]+)(?:건|개|명|곳)(?:입니다|,| 가운데)/.exec(message) ?? []
  if (figure !== formatNumber(count)) return `${formatNumber(count)} expected: ${asked}`
  if (amount !== undefined && !message.includes(`${formatNumber(amount)}원`))
    return `${formatNumber(amount)} expected: ${asked}`
  if (!cell) return null
  const table = parts.find((part) => part.kind === 'table')
  const index = table?.columns.findIndex(({ label }) => label === cell.label) ?? -1
  if (index < 0) return `no column ‘${cell.label}’: ${asked}`
  const shown = table?.rows[0]?.[index] ?? null
  return cell.value === undefined || (shown === '' ? null : shown) === cell.value
    ? null
    : `${cell.label} ${String(cell.value)} expected, and not ${String(shown)}: ${asked}`
}
