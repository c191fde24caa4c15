import type { FieldValue } from '#contract/books/field.ts'
import type { Column } from '../data-table-props.ts'

/** Figures of the selected cells, shown below the table. */
export interface Figures {
  /** Number of non-empty cells. */
  readonly count: number
  /** Sum of amounts and numbers; null when there are none. */
  readonly sum: number | null
  readonly average: number | null
}

/** Adds cells one by one, so rows may arrive over time. */
export interface Tally {
  add(column: Column, value: FieldValue): void
  figures(): Figures
}

/**
 * Sums whole won and ten-thousandths separately as integers: areas with four decimals add up
 * without rounding errors, and large amounts stay exact to the won.
 */
const parts = 10_000

export function createFigureTally(): Tally {
  let count = 0
  let numbers = 0
  let integerPart = 0
  let rest = 0
  return {
    add(column, value) {
      if (value === null || value === '') return
      count += 1
      const isAmount = column.field.kind === 'won' || column.field.kind === 'number'
      if (!isAmount || typeof value !== 'number') return
      numbers += 1
      integerPart += Math.trunc(value)
      rest += Math.round((value - Math.trunc(value)) * parts)
    },
    figures() {
      if (numbers === 0) return { count, sum: null, average: null }
      const sum = integerPart + rest / parts
      return { count, sum, average: sum / numbers }
    },
  }
}

/** 개수 12 · 합계 1,234,000 · 평균 102,833.33 */
export function figuresText({ count, sum, average }: Figures): string {
  const texts = [`개수 ${integerFormat.format(count)}`]
  if (sum !== null) texts.push(`합계 ${exact.format(sum)}`)
  if (average !== null) texts.push(`평균 ${rounded.format(average)}`)
  return texts.join(' · ')
}

const integerFormat = new Intl.NumberFormat('ko-KR')
const exact = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 4 })
const rounded = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 2 })
