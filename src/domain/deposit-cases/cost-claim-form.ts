import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { dayOfExcelSerial } from '../dates/excel-day.ts'
import { claimPeriod, claimStatement, type CostClaim } from '../sheets/cost-claim-sheet.ts'
import type { CostRange } from './cost-summary.ts'
import { wonInHangul } from '../filings/document-words.ts'
import type { FilledForm, FormName } from '../filings/filing.ts'
import { formatDay, writtenDay } from '../dates/office-date.ts'
import { scrivenerOf, type Office } from '../office/office-words.ts'
import { textFromSheet, type SheetCell, type SheetColumn } from '../sheets/record-sheet.ts'
import { formatWon } from '../money/won.ts'

/** Section, period and date of a claim, and the office. */
export interface ClaimFacts {
  readonly section: string
  readonly range: CostRange
  readonly today: string
  readonly office: Pick<Office, 'name' | 'address' | 'telephone' | 'account' | 'scrivener_title' | 'scrivener'>
}

/** The first part of a printed 비용청구서: the texts above its table. Its rows follow, the sum last. */
export function claimFormHead(form: FormName, claim: CostClaim, facts: ClaimFacts): FilledForm {
  const { section, office, today } = facts
  return {
    form,
    goesOn: true,
    texts: {
      title: '비 용 청 구 서',
      section,
      office: office.name,
      reach: `${office.address} / 전화 ${office.telephone}`,
      period: claimPeriod(claim, facts.range) || '전체',
      day: writtenDay(today),
      statement: claimStatement(claim, section),
    },
    lists: {},
  }
}

export function claimFormRows(
  form: FormName,
  { sheet }: CostClaim,
  rows: readonly (readonly SheetCell[])[],
): FilledForm {
  return { form, goesOn: true, texts: {}, lists: { rows: rows.map((cells) => printedCells(sheet.columns, cells)) } }
}

/** `total`: the last row of the sheet. */
export function claimFormFoot(
  form: FormName,
  { sheet }: CostClaim,
  { sums, facts: { office, today } }: { sums: ClaimSums; facts: ClaimFacts },
): FilledForm {
  const cells = printedCells(sheet.columns, sums.total)
  const whole = Number(sums.total.at(-1) ?? 0)
  return {
    form,
    texts: {
      total: '합 계',
      count: `${sums.count.toLocaleString('ko-KR')}건`,
      // The costs are the last columns, and their sum is the very last.
      ...Object.fromEntries([...costKeys, 'sum'].map((key, at) => [key, cells.at(at - costKeys.length - 1) ?? ''])),
      in_words: wonInHangul(whole),
      account: office.account,
      signature: `${writtenDay(today)}\n${office.name}   ${scrivenerOf(office)}        (인)`,
    },
    lists: {},
  }
}

export interface ClaimSums {
  readonly count: number
  readonly total: readonly SheetCell[]
}

/** Cells of the sheet as printed. */
function printedCells(columns: readonly SheetColumn[], cells: readonly SheetCell[]): string[] {
  return columns.map(({ kind }, at) => {
    const cell = cells[at] ?? null
    if (cell === null) return ''
    if (typeof cell === 'string') return textFromSheet(cell)
    return kind === 'day' ? formatDay(dayOfExcelSerial(cell)) : formatWon(cell)
  })
}
