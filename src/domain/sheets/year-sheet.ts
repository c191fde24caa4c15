import type { YearFigures, YearRow } from '#contract/deposit-cases/year-report.ts'
import { describeSheet, type Sheet, type SourcedColumn } from './record-sheet.ts'

/** A figure of the yearly report. */
export interface YearFigure {
  readonly key: keyof YearFigures
  readonly label: string
}

/** The year's figures next to those of the year before and the difference, as a sheet. */
export function yearSheet(
  year: number,
  { heading, figures }: { heading: string; figures: readonly YearFigure[] },
): Sheet<YearRow> {
  const column = (header: string, cell: (row: YearRow) => number): SourcedColumn<YearRow> => ({
    header,
    kind: 'won',
    width: 14,
    summed: true,
    cell,
  })
  return describeSheet(`${year}년 ${heading}별`, [
    { header: heading, kind: 'text', width: 20, cell: ({ key }) => yearKeyText(key) },
    ...figures.flatMap(({ key, label }) => [
      column(`${label} ${year}`, ({ current }) => current[key]),
      column(`${label} ${year - 1}`, ({ before }) => before[key]),
      column(`${label} 증감`, ({ current, before }) => current[key] - before[key]),
    ]),
  ])
}

/** `3월`, a name, or a note that there is none. */
export function yearKeyText(key: string): string {
  if (key === '') return '(담당자 없음)'
  return /^\d{1,2}$/.test(key) ? `${key}월` : key
}

/** `+3`, `-1,200`, `0`. */
export function differenceText(amount: number): string {
  return `${amount > 0 ? '+' : ''}${amount.toLocaleString('ko-KR')}`
}
