import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatLetterDay } from '#domain/dates/office-date.ts'
import { formatLetterWon } from '#domain/filings/document-texts.ts'
import { formatScrivener, type Office } from '#domain/office/office-texts.ts'
import { sumOrEmpty } from '#domain/sheets/record-sheet.ts'
import { formatTableLine, parseTableLine, splitLetter } from './letter-text.ts'

type CaseValues = Readonly<Record<string, FieldValue | undefined>>

/**
 * The fields a template can use, in the order offered: the fields of a case by label, and derived
 * ones.
 */
export const letterFieldNames: readonly string[] = [
  ...depositCaseBook.fields.map(({ label }) => label),
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
    ...(depositCaseBook.fields as readonly Field[]).map((field): [string, string] => [
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
 * The same for several cases: common values, the first of differing ones with the number of others,
 * and total amounts. Leaves out amounts that one case lacks, and values that only one case has.
 */
export function mergeLetterValues(records: readonly CaseValues[], context: LetterContext): ReadonlyMap<string, string> {
  const [first = new Map<string, string>(), ...otherValues] = records.map((record) => listLetterValues(record, context))
  if (otherValues.length === 0) return first
  const sums = new Map<string, string>(
    [...wonFields, { key: sumKey, label: '합계' }].flatMap(({ key, label }) => {
      const amounts = records.map((record) => (key === sumKey ? sumCaseCosts(record) : (record[key] ?? null)))
      const isWhole = amounts.every((amount) => typeof amount === 'number')
      return isWhole ? [[label, formatLetterWon(amounts.reduce((sum, amount) => sum + amount, 0))] as const] : []
    }),
  )
  const equal = [...first].filter(([name, text]) => otherValues.every((other) => other.get(name) === text))
  const names = new Set([first, ...otherValues].flatMap((values) => [...values.keys()]))
  const firsts = [...names].flatMap((name): [string, string][] => {
    const texts = [first, ...otherValues].flatMap((values) => values.get(name) ?? [])
    const [text = ''] = texts
    if (isSummed(name) || texts.length < 2) return []
    const count = counters.get(name) === '명' ? new Set(texts).size : texts.length
    return [[name, `${text} 외 ${count - 1}${counters.get(name) ?? '건'}`]]
  })
  return new Map([...firsts, ...equal.filter(([name]) => !isSummed(name)), ...sums])
}

const wonFields = (depositCaseBook.fields as readonly Field[]).filter(({ kind }) => kind === 'won')

const sumKey = 'sum'

const isSummed = (name: string) => name === '합계' || wonFields.some(({ label }) => label === name)

const counters: ReadonlyMap<string, string> = new Map(
  (depositCaseBook.fields as readonly Field[]).flatMap(({ key, label }): [string, string][] =>
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

export interface LetterTexts {
  readonly title: string
  readonly content: string
}

/**
 * Fills a letter about these cases. Fields that differ from case to case become columns of its
 * table, and an item that consists of one refers to the table.
 */
export function fillLetterTexts(
  { title, content }: LetterTexts,
  records: readonly CaseValues[],
  context: LetterContext,
): LetterTexts {
  const values = mergeLetterValues(records, context)
  const added = records.length > 1 ? findDifferingFields(`${title}\n${content}`, records) : []
  const referring = content.replace(soleField, (match, before: string, name: string) =>
    added.includes(name.trim()) && !hasEveryAmount(name.trim(), records) ? `${before}아래 표와 같음` : match,
  )
  return { title: fillLetter(title, values), content: addTableColumns(fillLetter(referring, values), added) }
}

/** Values of a case in the table of a letter, in the order of the columns; empty without one. */
export function listTableCells(record: CaseValues, columns: readonly string[]): string[] {
  return columns.map((name) => {
    const field = fieldsByLabel.get(name)
    if (name === '합계') return formatCell(sumCaseCosts(record))
    if (!field) return ''
    const value = record[field.key] ?? null
    return field.kind === 'won' ? formatCell(value) : formatFieldValue(field, value)
  })
}

/** Columns with empty cells, and the number of cases without the value. */
export function findEmptyCells(content: string, records: readonly CaseValues[]): { name: string; count: number }[] {
  const { columns } = splitLetter(content)
  const rows = records.map((record) => listTableCells(record, columns))
  return columns
    .map((name, index) => ({ name, count: rows.filter((cells) => cells[index] === '').length }))
    .filter(({ name, count }) => count > 0 && isCaseField(name))
}

/** More columns would be too narrow on A4. */
const maxColumns = 4

/**
 * The fields in a text that differ from case to case, in order. If not all amounts fit, only their
 * total is listed.
 */
function findDifferingFields(text: string, records: readonly CaseValues[]): string[] {
  const used = [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim()))]
  const differing = used.filter((name) => {
    const cells = new Set(records.map((record) => listTableCells(record, [name])[0] ?? ''))
    return isCaseField(name) && !counters.has(name) && cells.size > 1
  })
  const fitting =
    differing.length > maxColumns
      ? differing.filter((name) => name === '합계' || !hasEveryAmount(name, records))
      : differing
  return fitting.slice(0, maxColumns)
}

/** Whether every case has the amount, so that the text gives its total. */
function hasEveryAmount(name: string, records: readonly CaseValues[]): boolean {
  return isSummed(name) && records.every((record) => listTableCells(record, [name])[0] !== '')
}

function addTableColumns(content: string, added: readonly string[]): string {
  const lines = content.split('\n')
  if (added.length === 0) return content
  const tableLine = lines.findIndex((line) => parseTableLine(line) !== null)
  if (tableLine >= 0) {
    const columns = [...new Set([...(parseTableLine(lines[tableLine] ?? '') ?? []), ...added])]
    return lines.with(tableLine, formatTableLine(columns)).join('\n')
  }
  const { above, enclosures } = splitLetter(content)
  return [above, formatTableLine(added), ...(enclosures === '' ? [] : ['', enclosures])].join('\n')
}

const isCaseField = (name: string) => name === '합계' || fieldsByLabel.has(name)

const fieldsByLabel: ReadonlyMap<string, Field> = new Map(
  (depositCaseBook.fields as readonly Field[]).map((field) => [field.label, field]),
)

const formatCell = (amount: FieldValue) => (amount === null || amount === '' ? '' : `${formatNumber(Number(amount))}원`)

interface UnfilledField {
  readonly name: string
  /** False: no case has such a field, so the name is mistyped. */
  readonly isField: boolean
}

/** The remaining placeholders of a text, each once, in order. */
export function findUnfilledFields(text: string): UnfilledField[] {
  const names = [...text.matchAll(placeholder)]
    .filter(([match]) => parseTableLine(match) === null)
    .map(([, name = '']) => name.trim())
  const columns = splitLetter(text).columns.filter((name) => !isCaseField(name))
  return [...new Set([...names, ...columns])].map((name) => ({ name, isField: letterFieldNames.includes(name) }))
}

/** Why these places of a letter about `count` cases are unfilled. */
export function formatUnfilled(places: readonly string[], count: number): string {
  const reason = count > 1 ? '값이 사건마다 다르거나 없는 사건이 있어' : '사건에 값이 없어'
  return `${reason} 채우지 못했습니다: ${places.join(', ')}`
}

/** An item that consists of a label and one placeholder. */
const soleField = /(:[ \t]*)\{([^{}\n]{1,40})\}(?=[ \t]*$)/gm

const placeholder = /\{([^{}\n]{1,40})\}/g

function formatFieldValue(field: Field, value: FieldValue): string {
  if (value === null || value === '') return ''
  if (field.kind === 'won') return formatLetterWon(Number(value))
  if (field.kind === 'date') return formatLetterDay(String(value))
  return field.choices?.find((choice) => choice.value === value)?.label ?? String(value)
}
