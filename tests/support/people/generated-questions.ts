import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { formatNumber } from '#contract/text/format-number.ts'

type Row = Readonly<Record<string, string | number | boolean | null | Date>>
export type BookRows = Readonly<Partial<Record<CollectionName, readonly Row[]>>>

/** A question, with the counts that are right and the words that its answer may not lose. */
export interface GeneratedQuestion {
  readonly text: string
  readonly noun: string
  /** By the label of the field that the condition may be about. */
  readonly counts: ReadonlyMap<string, number>
  /** Its condition in words, and other ways in which a headline may name it. */
  readonly condition: readonly string[]
}

/** What people call the records of a book. */
const nouns: Partial<Record<CollectionName, string>> = {
  projects: '사업구간',
  addresses: '부동산 주소',
  'address-changes': '등기 변동',
  'real-estate-units': '세대',
  'deposit-cases': '공탁 사건',
  'real-estate': '등기 사건',
  inquiries: '문의',
  companies: '회사',
  managers: '관리자',
  banks: '은행',
}

/** Questions about every field of the books, from the books' own descriptions and records. */
export function generateQuestions(rows: BookRows): GeneratedQuestion[] {
  return collectionNames.flatMap((collection) => {
    const [noun, records] = [nouns[collection], rows[collection]]
    if (noun === undefined || records === undefined) return []
    const { fields }: { fields: readonly Field[] } = getBook(collection)
    return [
      ...askOfChoices(noun, fields, records),
      ...fields.flatMap((field) => askOfBounds(noun, field, records)),
      ...fields.flatMap((field) => askOfAbsence(noun, field, records)),
      ...fields.flatMap((field) => askOfText(noun, field, records)),
      ...askOfUnknown(noun, collection),
    ]
  })
}

function askOfChoices(noun: string, fields: readonly Field[], records: readonly Row[]): GeneratedQuestion[] {
  const labels = new Set(fields.flatMap(({ choices = [] }) => choices.map(({ label }) => label)))
  return [...labels].flatMap((label) => {
    const counts = new Map(
      fields.flatMap((field) => {
        const value = field.choices?.find((choice) => choice.label === label)?.value
        return value === undefined
          ? []
          : [[field.label, records.filter((row) => row[field.key] === value).length] as const]
      }),
    )
    const said = label.replace(/됨$/, '된')
    return [
      `${said} ${noun} 몇 건`,
      `${noun} 중 ${said} 몇 건이야`,
      `${noun} 중에 ${said}${/[된한]$/.test(said) ? '' : '인'} 거 몇 개야?`,
      `${said}${/[된한]$/.test(said) ? '' : '인'} ${noun} 개수`,
    ].map((text) => ({ text, noun, counts, condition: [label, said] }))
  })
}

function askOfBounds(noun: string, { key, label, kind }: Field, records: readonly Row[]): GeneratedQuestion[] {
  if (kind !== 'won' && kind !== 'number') return []
  const values = records.map((row) => row[key]).filter((value) => typeof value === 'number' && value > 0)
  const [middle] = values.toSorted((a, b) => Number(a) - Number(b)).slice(values.length >> 1)
  if (typeof middle !== 'number') return []
  const unit = kind === 'won' ? '원' : (/\((㎡|%)\)/.exec(label)?.[1] ?? '')
  const bound = kind === 'won' ? middle : Math.round(middle)
  const name = label.replace(/\(.*\)/, '')
  const isIn = (test: (value: number) => boolean) =>
    new Map([[label, records.filter((row) => typeof row[key] === 'number' && test(row[key])).length]])
  const bounds = [
    ['이상', isIn((value) => value >= bound)],
    ['이하', isIn((value) => value <= bound)],
    ['넘는', isIn((value) => value > bound)],
    ['미만', isIn((value) => value < bound)],
  ] as const
  return bounds.flatMap(([word, counts]) =>
    [
      `${name} ${bound}${unit} ${word} ${noun} 몇 건`,
      `${noun} 중 ${name} ${bound}${unit} ${word}인 거 몇 개`.replace('넘는인', '넘는'),
      ...(kind === 'number' ? [`${name} ${bound} ${word} ${noun} 몇 개야`] : []),
    ].map((text) => ({ text, noun, counts, condition: [name] })),
  )
}

function askOfAbsence(noun: string, { key, label, kind }: Field, records: readonly Row[]): GeneratedQuestion[] {
  if (kind !== 'text' && kind !== 'date') return []
  const counts = new Map([[label, records.filter((row) => (row[key] ?? '') === '').length]])
  return [`${label} 없는 ${noun} 몇 건`, `${noun} 중 ${label} 비어 있는 거 몇 개`].map((text) => ({
    text,
    noun,
    counts,
    condition: [label],
  }))
}

function askOfText(noun: string, { key, label, kind, repeats }: Field, records: readonly Row[]): GeneratedQuestion[] {
  const value = records.map((row) => row[key]).find((text) => typeof text === 'string' && /^[가-힣 ]{2,12}$/.test(text))
  if (kind !== 'text' || !repeats || typeof value !== 'string') return []
  const counts = new Map([[label, records.filter((row) => (row[key] ?? '').toString().includes(value)).length]])
  return [{ text: `${label}이 ${value}인 ${noun} 몇 건`, noun, counts, condition: [value] }]
}

/** Conditions that the book has no field for, and words that no record has. */
function askOfUnknown(noun: string, collection: CollectionName): GeneratedQuestion[] {
  // The lands of an address are asked for by the address: 편입면적 50 이상인 부동산 주소.
  const books = [collection, ...(collection === 'addresses' ? (['address-lands'] as const) : [])]
  const own: readonly Field[] = books.flatMap((name) => getBook(name).fields)
  const foreign = collectionNames
    .flatMap((name) =>
      getBook(name).fields.map(({ label, kind }: Field) => ({ label: label.replace(/\(.*\)/, ''), kind })),
    )
    .filter(({ label, kind }) => kind === 'number' && !own.some((field) => field.label.includes(label)))
    .map(({ label }) => label)
  return [
    ...new Set([
      ...foreign.map((label) => `${label} 50 이상인 ${noun} 몇 건`),
      `직원 12명 넘는 ${noun} 몇 건`,
      `봉인된 ${noun} 몇 건`,
      `${noun} 중 공증한 것 몇 개`,
    ]),
  ].map((text) => ({ text, noun, counts: new Map(), condition: [text] }))
}

/** What is wrong with an answer: a figure that is not right, or lost words; null if nothing is. */
export function findAnswerFault({ text, counts, condition }: GeneratedQuestion, message: string): string | null {
  const hasFigure = /[\d,]+(?:건|개|명|곳)(?:입니다|,)/.test(message)
  if (!hasFigure) return /없습니다|않습니다|없어|않아/.test(message) ? null : `no answer: ${text}`
  const right = [...counts].filter(([, count]) =>
    new RegExp(`(?<![\\d,])${formatNumber(count)}(?:건|개|명|곳)`).test(message),
  )
  if (right.length === 0) return `wrong figure (${[...counts.values()].join(', ')}): ${text} → ${message}`
  const names = [...condition, ...right.map(([label]) => label)]
  return names.some((words) => message.includes(words)) ? null : `condition not named: ${text} → ${message}`
}
