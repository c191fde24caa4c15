import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { FieldValue, RecordDescription } from '#contract/books/field.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay, formatLetterDay, parseExcelDay } from '#domain/dates/office-date.ts'
import type { CostRange } from '#domain/deposit-cases/cost-summary.ts'
import type { LetterAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import { formatWonInHangul } from '#domain/filings/document-texts.ts'
import type { FilledForm, FormName } from '#domain/filings/filing.ts'
import { formatWon } from '#domain/money/won.ts'
import { formatScrivener, type Office } from '#domain/office/office-texts.ts'
import {
  createFieldColumn,
  describeSheet,
  type Sheet,
  type SheetCell,
  type SheetColumn,
  type SourcedColumn,
  sumOrEmpty,
  unescapeFormula,
} from './record-sheet.ts'

/** A case of either case book. */
export type ClaimedRecord = Readonly<Record<(typeof costKeys)[number], number | null>> &
  Readonly<Record<string, FieldValue>>

/** A case and its number in the claim, from 1. */
interface ClaimedCase {
  readonly position: number
  readonly record: ClaimedRecord
}

/** A claim 비용청구 for one project: its cases and their costs. `about`: the kind of work. */
export interface CostClaim {
  readonly book: RecordDescription
  readonly sheet: Sheet<ClaimedCase>
  readonly about: string
}

export const depositClaim = buildCostClaim(depositCaseBook, {
  about: '공탁 및 등기',
  names: ['created_at', 'owner_name', 'address', 'purpose'],
})
export const realEstateClaim = buildCostClaim(realEstateBook, {
  about: '부동산 등기',
  names: ['created_at', 'owner', 'purpose'],
})

function buildCostClaim(
  book: RecordDescription,
  { about, names }: { about: string; names: readonly string[] },
): CostClaim {
  const columns: readonly SourcedColumn<ClaimedCase>[] = [
    { header: '순번', kind: 'text', width: 8, cell: ({ position }) => String(position) },
    ...[...names, ...costKeys].map((key) => createCaseColumn(book, key)),
    {
      header: '합계',
      kind: 'won',
      width: 14,
      summed: true,
      cell: ({ record }) => sumOrEmpty(costKeys.map((key) => record[key])),
    },
  ]
  return { book, about, sheet: describeSheet('비용청구', columns) }
}

interface ClaimLine {
  readonly text: string
  readonly style: 'title' | 'centered' | 'left'
}

/**
 * The lines above the table, as on the office's letters: sender, title, project, period and date.
 */
export function buildClaimHeading(
  costClaim: CostClaim,
  claim: Omit<ClaimContext, 'office'>,
  office: Pick<Office, 'name' | 'address' | 'telephone'>,
): ClaimLine[] {
  const period = formatClaimPeriod(costClaim, claim)
  return [
    { text: office.name, style: 'title' },
    { text: `${office.address} / 전화 ${office.telephone}`, style: 'centered' },
    { text: '비용청구서', style: 'title' },
    ...formatAddressees(claim.addressees).map((text) => ({ text: text.replace(' : ', ': '), style: 'left' as const })),
    { text: `사업구간: ${claim.project}`, style: 'left' },
    ...(period === '' ? [] : [{ text: `기간: ${period}`, style: 'left' as const }]),
    { text: `작성일: ${formatLetterDay(claim.today)}`, style: 'left' },
    {
      text: formatClaimStatement(costClaim, claim.project),
      style: 'left',
    },
  ]
}

/** `수신 : 가상도로공사` and `참조 : 보상1부 박새론`, where they are known. */
function formatAddressees({ recipient, reference }: LetterAddressees): string[] {
  return [...(recipient === '' ? [] : [`수신 : ${recipient}`]), ...(reference === '' ? [] : [`참조 : ${reference}`])]
}

function formatClaimStatement({ about }: CostClaim, project: string): string {
  return `「${project}」 ${about} 업무와 관련하여 아래와 같이 비용을 청구하오니 지급하여 주시기 바랍니다.`
}

/** `등기접수일 2026.11.01 ~ 2026.11.30, 미청구분`; empty without a range. */
function formatClaimPeriod(
  { book: { fields } }: CostClaim,
  { range, isUnclaimedOnly = false }: Pick<ClaimContext, 'range' | 'isUnclaimedOnly'>,
): string {
  const rangeTexts = (['receipted_at', 'created_at', 'registrated_at'] as const).flatMap((field) => {
    const [start, end] = [range[`${field}_start`] ?? '', range[`${field}_end`] ?? '']
    if (start === '' && end === '') return []
    const label = fields.find(({ key }) => key === field)?.label ?? field
    return [`${label} ${formatDay(start || null)} ~ ${formatDay(end || null)}`.trim()]
  })
  return [...rangeTexts, ...(isUnclaimedOnly ? ['미청구분'] : [])].join(', ')
}

function createCaseColumn({ name, fields }: RecordDescription, key: string): SourcedColumn<ClaimedCase> {
  const field = fields.find((candidate) => candidate.key === key)
  if (field === undefined) throw new Error(`${name} have no field ${key}`)
  return createFieldColumn(field, ({ record }) => record[key] ?? null)
}

/** Section, period and date of a claim, and the office. */
interface ClaimContext {
  readonly project: string
  readonly addressees: LetterAddressees
  readonly range: CostRange
  readonly isUnclaimedOnly?: boolean
  readonly today: string
  readonly office: Pick<Office, 'name' | 'address' | 'telephone' | 'account' | 'scrivener_title' | 'scrivener'>
}

/** The first part of a printed 비용청구서: the texts above its table. Its rows follow, the sum last. */
export function buildClaimHead(form: FormName, claim: CostClaim, context: ClaimContext): FilledForm {
  const { project, addressees, office, today } = context
  return {
    form,
    continues: true,
    texts: {
      title: '비 용 청 구 서',
      addressees: formatAddressees(addressees).join('     '),
      section: project,
      office: office.name,
      reach: `${office.address} / 전화 ${office.telephone}`,
      period: formatClaimPeriod(claim, context) || '전체',
      day: formatLetterDay(today),
      statement: formatClaimStatement(claim, project),
    },
    lists: {},
  }
}

export function buildClaimRows(
  form: FormName,
  { sheet }: CostClaim,
  rows: readonly (readonly SheetCell[])[],
): FilledForm {
  return { form, continues: true, texts: {}, lists: { rows: rows.map((cells) => formatCells(sheet.columns, cells)) } }
}

/** The longest printed text of each column; `before`: those of earlier rows. */
export function findLongestTexts(
  { sheet }: CostClaim,
  rows: readonly (readonly SheetCell[])[],
  before: readonly string[] = [],
): readonly string[] {
  return rows
    .map((cells) => formatCells(sheet.columns, cells))
    .reduce((widest, texts) => texts.map((text, index) => longer(widest[index] ?? '', text)), before)
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a
}

/** `sums.total`: the last row of the sheet. */
export function buildClaimFoot(
  form: FormName,
  { sheet }: CostClaim,
  { sums, context: { office, today } }: { sums: ClaimSums; context: ClaimContext },
): FilledForm {
  const cells = formatCells(sheet.columns, sums.total)
  const totalAmount = Number(sums.total.at(-1) ?? 0)
  return {
    form,
    texts: {
      total: '합 계',
      count: `${formatNumber(sums.count)}건`,
      // The costs are the last columns, and their sum is the very last.
      ...Object.fromEntries(
        [...costKeys, 'sum'].map((key, index) => [key, cells.at(index - costKeys.length - 1) ?? '']),
      ),
      in_words: `${formatWonInHangul(totalAmount)} (₩${formatWon(totalAmount)})`,
      account: office.account,
      signature: `${formatLetterDay(today)}\n${office.name}   ${formatScrivener(office)}        (인)`,
    },
    lists: {},
  }
}

export interface ClaimSums {
  readonly count: number
  readonly total: readonly SheetCell[]
}

/** Cells of the sheet as printed. */
function formatCells(columns: readonly SheetColumn[], cells: readonly SheetCell[]): string[] {
  return columns.map(({ kind }, index) => {
    const cell = cells[index] ?? null
    if (cell === null) return ''
    if (typeof cell === 'string') return unescapeFormula(cell)
    return kind === 'day' ? formatDay(parseExcelDay(cell)) : formatWon(cell)
  })
}
