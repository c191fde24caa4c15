import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { formatLetterDay } from '#domain/dates/office-date.ts'
import { formatLetterWon } from '#domain/filings/document-texts.ts'
import { formatScrivener, type Office } from '#domain/office/office-texts.ts'
import { sumOrEmpty } from '#domain/sheets/record-sheet.ts'
import { tablePlaceholder } from './letter-text.ts'

type CaseValues = Readonly<Record<string, FieldValue | undefined>>

/**
 * The fields a template can use, in the order offered: the fields of a case by label, and derived
 * ones.
 */
export const letterFieldNames: readonly string[] = [
  ...depositCaseDescription.fields.map(({ label }) => label),
  '합계',
  '오늘',
  '사무소',
  '법무사',
  '사무소 주소',
  '사무소 전화',
]

interface LetterContext {
  /** A day of the office. */
  readonly today: string
  readonly office: Office
}

/** A case's values as letters write them, by field name; empty fields are left out. */
export function listLetterValues(record: CaseValues, { today, office }: LetterContext): ReadonlyMap<string, string> {
  const cost = sumCaseCosts(record)
  const entries: [string, string][] = [
    ...(depositCaseDescription.fields as readonly Field[]).map((field): [string, string] => [
      field.label,
      formatFieldValue(field, record[field.key] ?? null),
    ]),
    ['합계', cost === null ? '' : formatLetterWon(cost)],
    ['오늘', formatLetterDay(today)],
    ['사무소', office.name],
    ['법무사', formatScrivener(office)],
    ['사무소 주소', office.address],
    ['사무소 전화', office.telephone],
  ]
  return new Map(entries.filter(([, text]) => text !== ''))
}

/**
 * The same for several cases: common values, the first owner and property with the number of
 * others, and total amounts. Leaves out values that differ, and amounts that one case lacks.
 */
export function mergeLetterValues(records: readonly CaseValues[], context: LetterContext): ReadonlyMap<string, string> {
  const [first = new Map<string, string>(), ...others] = records.map((record) => listLetterValues(record, context))
  if (others.length === 0) return first
  const sums = new Map<string, string>(
    [...wonFields, { key: sumKey, label: '합계' }].flatMap(({ key, label }) => {
      const amounts = records.map((record) => (key === sumKey ? sumCaseCosts(record) : (record[key] ?? null)))
      const isWhole = amounts.every((amount) => typeof amount === 'number')
      return isWhole ? [[label, formatLetterWon(amounts.reduce((sum, amount) => sum + amount, 0))] as const] : []
    }),
  )
  const equal = [...first].filter(([name, text]) => others.every((other) => other.get(name) === text))
  const firsts = [...first].flatMap(([name, text]) =>
    counters.has(name) ? [[name, `${text} 외 ${others.length}${counters.get(name) ?? ''}`] as const] : [],
  )
  return new Map([...equal.filter(([name]) => !isSummed(name)), ...firsts, ...sums])
}

const wonFields = (depositCaseDescription.fields as readonly Field[]).filter(({ kind }) => kind === 'won')

const sumKey = 'sum'

const isSummed = (name: string) => name === '합계' || wonFields.some(({ label }) => label === name)

const counters: ReadonlyMap<string, string> = new Map(
  (depositCaseDescription.fields as readonly Field[]).flatMap(({ key, label }): [string, string][] =>
    key === 'owner_name' ? [[label, '명']] : key === 'address' ? [[label, '건']] : [],
  ),
)

/** Null when no cost is known. */
function sumCaseCosts(record: CaseValues): number | null {
  const costs = costKeys.map((key) => record[key] ?? null)
  return sumOrEmpty(costs.map((cost) => (typeof cost === 'number' ? cost : null)))
}

/** Replaces `{소유자}` and the like with known values; unknown ones stay as written. */
export function fillLetter(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(placeholder, (match, name: string) => values.get(name.trim()) ?? match)
}

interface UnfilledField {
  readonly name: string
  /** False: no case has such a field, so the name is mistyped. */
  readonly isField: boolean
}

/** The remaining placeholders of a text, each once, in order. */
export function findUnfilledFields(text: string): UnfilledField[] {
  const names = [...text.matchAll(placeholder)]
    .filter(([match]) => match !== tablePlaceholder)
    .map(([, name = '']) => name.trim())
  return [...new Set(names)].map((name) => ({ name, isField: letterFieldNames.includes(name) }))
}

/** Why these places of a letter about `count` cases are unfilled. */
export function formatUnfilled(places: readonly string[], count: number): string {
  const reason = count > 1 ? '값이 사건마다 다르거나 없는 사건이 있어' : '사건에 값이 없어'
  return `${reason} 채우지 못했습니다: ${places.join(', ')}`
}

const placeholder = /\{([^{}\n]{1,40})\}/g

function formatFieldValue(field: Field, value: FieldValue): string {
  if (value === null || value === '') return ''
  if (field.kind === 'won') return formatLetterWon(Number(value))
  if (field.kind === 'date') return formatLetterDay(String(value))
  return field.choices?.find((choice) => choice.value === value)?.label ?? String(value)
}
