import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { AnswerPart } from '#contract/chat/answer.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { BookRows } from './generated-questions.ts'

type Row = NonNullable<BookRows[CollectionName]>[number]

/** A follow-up, with what its answer has to hold. */
export interface GeneratedFollowUp {
  readonly questions: readonly string[]
  /** The number of records that meet the conditions of both. */
  readonly count: number
  /** The field that the table shows of a single record; its value, unless it is a reference. */
  readonly cell?: { readonly label: string; readonly value: string | number | null | undefined }
  /** An amount that the message names. */
  readonly amount?: number
  /** The sum of the numbers of several answers, which the message names. */
  readonly total?: number
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
      ...pick(fields, records, subject),
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
      questions: [first, `${label}${ending}`],
      count: 1,
      cell: { label: field.label, value: readCell(field, row[field.key]) },
    }))
  })
}

/** Fields of a record by its place in the list of its name. */
function pick(
  fields: readonly Field[],
  records: readonly Row[],
  { key, noun }: { readonly key: string; readonly noun: string },
): GeneratedFollowUp[] {
  const row = records.find((candidate) => isUnique(records, candidate, key))
  return row
    ? askFields(fields, row, `${String(row[key])} ${noun}`).map(
        ({ questions: [first = '', next = ''], ...rest }, index) => ({
          ...rest,
          questions: index % 2 === 0 ? [first, `첫번째 ${next}`] : [first, '맨 위에 거', next],
        }),
      )
    : []
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
        ['만', '인 것만', '은', '인 거', '인거만'].map((ending) => ({
          questions: [first, `${choice.label.replace(/됨$/, '된')}${ending}`],
          count: known.filter((row) => row[key] === choice.value).length,
        })),
      ),
  )
  const amounts = fields.filter((field) => field.kind === 'won').slice(0, 5)
  const bySum = amounts.map(({ key, label }) => ({
    questions: [first, `${label} 합계`],
    count: known.length,
    amount: known.reduce((sum, row) => sum + Number(row[key] ?? 0), 0),
  }))
  return [
    ...byChoice,
    ...bySum,
    ...amounts.flatMap((field) => narrowByAmount(field, known, first)),
    ...joinChoices(fields, known, first),
  ]
}

/** A bound of an amount, and the order by it: 보수료 200000원 넘는 거. */
function narrowByAmount({ key, label }: Field, known: readonly Row[], first: string): GeneratedFollowUp[] {
  const values = known.map((row) => Number(row[key] ?? 0)).filter((value) => value > 0)
  const bound = values.toSorted((a, b) => a - b)[values.length >> 1]
  if (bound === undefined) return []
  return [
    { questions: [first, `${label} ${bound}원 넘는 거`], count: values.filter((value) => value > bound).length },
    { questions: [first, `${label} ${bound}원 이상인 것만`], count: values.filter((value) => value >= bound).length },
    { questions: [first, `${label} 높은순`], count: known.length },
  ]
}

/** Two values of a closed list, one after the other, and both together. */
function joinChoices(fields: readonly Field[], known: readonly Row[], first: string): GeneratedFollowUp[] {
  return fields.flatMap(({ key, choices = [] }) => {
    const named = choices.filter(({ label }) => label !== '기타' && isOnlyField(fields, key, label))
    return named.slice(1).flatMap((choice, index) => {
      const [one, other] = [named[index], choice].map((value) => ({
        words: `${value?.label.replace(/됨$/, '된')}은`,
        count: known.filter((row) => row[key] === value?.value).length,
      }))
      if (!one || !other) return []
      return ['둘 합치면', '합쳐서 몇 건', '다 합하면?'].map((words) => ({
        questions: [first, one.words, other.words, words],
        count: one.count,
        total: one.count + other.count,
      }))
    })
  })
}

/** Whether no other closed list of the book has a value like it. */
function isOnlyField(fields: readonly Field[], key: string, label: string): boolean {
  return fields.every((field) => field.key === key || !field.choices?.some((choice) => choice.label.includes(label)))
}

/** What is wrong with the answer to a follow-up; null if nothing is. */
export function findFollowUpFault(
  { questions, count, cell, amount, total }: GeneratedFollowUp,
  { message, parts }: { readonly message: string; readonly parts: readonly AnswerPart[] },
): string | null {
  const asked = `${questions.join(' ▸ ')} → ${message}`
  const [, figure] = /([\d,]+)(?:건|개|명|곳)(?:입니다|,| 가운데)/.exec(message) ?? []
  if (figure !== formatNumber(count)) return `${formatNumber(count)} expected: ${asked}`
  if (amount !== undefined && !message.includes(`${formatNumber(amount)}원`))
    return `${formatNumber(amount)} expected: ${asked}`
  if (total !== undefined && !message.includes(`합하면 ${formatNumber(total)}건`))
    return `합하면 ${formatNumber(total)} expected: ${asked}`
  if (!cell) return null
  const table = parts.find((part) => part.kind === 'table')
  const index = table?.columns.findIndex(({ label }) => label === cell.label) ?? -1
  if (index < 0) return `no column ‘${cell.label}’: ${asked}`
  const shown = table?.rows[0]?.[index] ?? null
  return cell.value === undefined || (shown === '' ? null : shown) === cell.value
    ? null
    : `${cell.label} ${String(cell.value)} expected, and not ${String(shown)}: ${asked}`
}
