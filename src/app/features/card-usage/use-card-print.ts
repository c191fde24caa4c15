import { cardPurposes } from '#domain/card-usage.ts'
import type { CardTotals } from '#domain/card-totals.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { usePrintList, type ListPrint } from '#app/records/print/use-print-list.tsx'
import { cardExportOrder } from './card-excel.tsx'
import { monthsOf } from './card-search.ts'
import { wonText } from './card-words.ts'
import { monthBars } from './month-chart.tsx'
import type { CardScreenState } from './use-card-screen.ts'

/** The uses on paper, with their sums by purpose and the months after them. */
export function useCardPrint(screen: CardScreenState, totals: CardTotals | null): ListPrint {
  const { value: months } = useFigure(screen.copy, 'card-months', monthsOf(screen.state.search))
  return usePrintList(screen, {
    exportOrder: () => cardExportOrder(screen),
    extras: () => ({
      facts: totals ? [sumsText(totals)] : [],
      blocks: [{ kind: 'bars', title: '월별 사용 금액(원)', bars: monthBars(months).map(printedBar) }],
    }),
  })
}

function sumsText({ byPurpose, total }: CardTotals): string {
  const sums = cardPurposes.map((purpose) => `${purpose} ${wonText(byPurpose[purpose])}`)
  return [...sums, `합계 ${wonText(total)}`].join(' · ')
}

function printedBar({ label, value }: { label: string; value: number }) {
  return { label, value, text: wonText(value) }
}
