import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { CardMonth } from '#domain/ledgers/card-totals.ts'
import { cardPurposes } from '#domain/ledgers/card-usage.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { BarChart } from '#app/ui/charts/bar-chart.tsx'
import { purposeColours } from './card-summary.tsx'
import { monthsOf, type CardSearch } from './card-search.ts'
import { wonText } from './card-words.ts'

const parts = cardPurposes.map((purpose) => ({ label: purpose, colour: purposeColours[purpose] }))

/** Spending per month by purpose: the selected year, or the months of the period. */
export function MonthChart({ copy, search }: { copy: OfflineCopy; search: CardSearch }) {
  const { value } = useFigure(copy, 'card-months', monthsOf(search))
  const bars = monthBars(value)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls in a low window must be reachable with the keyboard (axe: scrollable-region-focusable)
    <section aria-label="월별 사용 금액" tabIndex={0}>
      <BarChart
        title="월별 사용 금액(원)"
        bars={bars}
        parts={parts}
        format={wonText}
        axisFormat={shortWonText}
        labelWidth={64}
      />
    </section>
  )
}

export function monthBars(months: readonly CardMonth[] | null): { label: string; value: number; parts: number[] }[] {
  const isOneYear = new Set(months?.map(({ month }) => month.slice(0, 4))).size <= 1
  return (months ?? []).map(({ month, byPurpose }) => ({
    label: monthLabel(month, isOneYear),
    value: cardPurposes.reduce((sum, purpose) => sum + byPurpose[purpose], 0),
    parts: cardPurposes.map((purpose) => byPurpose[purpose]),
  }))
}

/** `11월`; across years `26.11월`. */
function monthLabel(month: string, isOneYear: boolean): string {
  const name = `${Number(month.slice(5))}월`
  return isOneYear ? name : `${month.slice(2, 4)}.${name}`
}

/** `120만`, to fit the axis. */
function shortWonText(amount: number): string {
  return amount !== 0 && amount % 1000 === 0 && Math.abs(amount) >= 10_000
    ? `${(amount / 10_000).toLocaleString('ko-KR')}만`
    : amount.toLocaleString('ko-KR')
}
