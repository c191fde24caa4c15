import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import { costKeys } from '#contract/cost-summary.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { tablePlace } from './letter-text.ts'
import { letterWon } from './letter-words.ts'
import { writtenDay } from './office-date.ts'
import { scrivenerOf, type Office } from './office-words.ts'

type CaseValues = Readonly<Record<string, FieldValue | undefined>>

/** What a template can ask for, in the order it is offered: the fields of a case by their labels, and what follows from them. */
export const letterFieldNames: readonly string[] = [
  ...depositCaseDescription.fields.map(({ label }) => label),
  ...['합계', '오늘', '사무소', '법무사', '사무소 주소', '사무소 전화'],
]

/** A case's values as a letter writes them, by the name a template calls them; a field without a value is not there. `today`: a day of the office. */
export function letterValues(
  record: CaseValues,
  { today, office }: { today: string; office: Office },
): ReadonlyMap<string, string> {
  const costs = costKeys.map((key) => record[key]).filter((cost) => typeof cost === 'number')
  const entries: [string, string][] = [
    ...(depositCaseDescription.fields as readonly Field[]).map((field): [string, string] => [
      field.label,
      textOf(field, record[field.key] ?? null),
    ]),
    ['합계', costs.length === 0 ? '' : letterWon(costs.reduce((sum, cost) => sum + cost, 0))],
    ['오늘', writtenDay(today)],
    ['사무소', office.name],
    ['법무사', scrivenerOf(office)],
    ['사무소 주소', office.address],
    ['사무소 전화', office.telephone],
  ]
  return new Map(entries.filter(([, text]) => text !== ''))
}

/** A text with what is known put in for `{소유자}` and its like; what is not known stays as it is written. */
export function fillLetter(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(asked, (place, name: string) => values.get(name.trim()) ?? place)
}

export interface OpenPlace {
  readonly name: string
  /** False: no case has such a field, so the name is mistyped. */
  readonly isField: boolean
}

/** What a text asks for and nothing was put in, each once, in the order of the text. */
export function openPlaces(text: string): OpenPlace[] {
  const names = [...text.matchAll(asked)].filter(([place]) => place !== tablePlace).map(([, name = '']) => name.trim())
  return [...new Set(names)].map((name) => ({ name, isField: letterFieldNames.includes(name) }))
}

const asked = /\{([^{}\n]{1,40})\}/g

function textOf(field: Field, value: FieldValue): string {
  if (value === null || value === '') return ''
  if (field.kind === 'won') return letterWon(Number(value))
  if (field.kind === 'date') return writtenDay(String(value))
  return field.choices?.find((choice) => choice.value === value)?.label ?? String(value)
}
