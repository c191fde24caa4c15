import type { AnyRecord } from '#contract/books/field.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import {
  type CardPurpose,
  cardPurposes,
  type CardTotals,
  computeCardShares,
  parseAmount,
} from '#domain/card-usage/card-usage.ts'
import { formatWon } from '#domain/money/won.ts'

/** Segments above this percentage get a label. */
const minLabelledPercent = 10

export const purposeColors: Readonly<Record<CardPurpose, string>> = {
  점심: 'var(--primary)',
  저녁: 'var(--info)',
  기타: 'var(--ink-3)',
}

/**
 * Footer with totals by purpose and overall, and a bar of their shares. `totals` is null until all
 * records are on this device.
 */
export function CardSummary({ totals }: { totals: CardTotals | null }) {
  const shares = totals && computeCardShares(totals)
  return (
    <section
      aria-label="합계"
      className="flex flex-col gap-2 border bg-paper-raised px-3 py-2.5 tablet:h-11 tablet:justify-center tablet:py-0"
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-4">
        {cardPurposes.map((purpose) => (
          <Figure
            key={purpose}
            label={purpose}
            color={purposeColors[purpose]}
            amount={totals?.byPurpose[purpose] ?? null}
          />
        ))}
        <Figure
          label={totals ? `합계 ${formatNumber(totals.count)}건` : '합계'}
          amount={totals?.total ?? null}
          isTotal
        />
      </dl>
      <div
        role="img"
        aria-label={
          shares ? cardPurposes.map((purpose) => `${purpose} ${shares[purpose]}%`).join(', ') : '합계 계산 중'
        }
        className="flex h-6 overflow-hidden rounded-control bg-paper-sunk tablet:hidden"
      >
        {shares && totals
          ? cardPurposes.map((purpose) => (
              <Segment key={purpose} purpose={purpose} totals={totals} share={shares[purpose]} />
            ))
          : null}
      </div>
    </section>
  )
}

interface FigureProps {
  label: string
  amount: number | null
  color?: string
  isTotal?: boolean
}

function Figure({ label, amount, color, isTotal = false }: FigureProps) {
  return (
    <div className="flex min-w-0 items-baseline justify-between gap-2">
      <dt className="flex items-center gap-1.5 text-label font-semibold whitespace-nowrap text-ink-2">
        {color ? (
          <span aria-hidden className="size-2.5 rounded-[2px] forced-color-adjust-none" style={{ background: color }} />
        ) : null}
        {label}
      </dt>
      <dd className={`tabular truncate ${isTotal ? 'font-semibold text-ink' : ''}`}>
        {amount === null ? '…' : formatWonAmount(amount)}
      </dd>
    </div>
  )
}

/** Width by share of the spending; refunds take no space. */
function Segment({ purpose, totals, share }: { purpose: CardPurpose; totals: CardTotals; share: number }) {
  const amount = Math.max(0, totals.byPurpose[purpose])
  if (amount === 0) return null
  return (
    <span
      aria-hidden
      className="tabular flex min-w-0 items-center justify-center overflow-hidden text-label font-semibold text-paper-raised"
      style={{ flexGrow: amount, flexBasis: 0, background: purposeColors[purpose] }}
    >
      {share > minLabelledPercent ? `${share}%` : null}
    </span>
  )
}

/** Won as displayed. */
export function formatWonAmount(amount: number): string {
  return `${formatWon(amount)}원`
}

export function readAmount(record: Pick<AnyRecord, string>): number {
  const { pay } = record
  return parseAmount(typeof pay === 'string' ? pay : null)
}
