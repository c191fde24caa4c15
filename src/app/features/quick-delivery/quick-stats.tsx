import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import type { Query } from '#contract/records/query.ts'
import { formatWon } from '#domain/money/won.ts'
import { explainServerFailure } from '#domain/office/server-failure-texts.ts'
import type { DeliveryFigures } from '#domain/quick-delivery/quick-balance.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { FigureState } from '#mirror/query/figures.ts'
import { describeFound, formatBalance } from './quick-totals.ts'

/** Balance, total top-ups and total charges, including unsent records. */
export function QuickStats({ status, value }: FigureState<'quick-balance'>) {
  if (status === 'never_fetched') {
    return (
      <div className="shrink-0 rounded-panel border bg-paper-raised px-4 py-3">
        <BalanceUnavailable />
      </div>
    )
  }
  return (
    <dl aria-label="잔액" className="grid shrink-0 grid-cols-3 rounded-panel border bg-paper-raised py-2 tablet:py-0">
      <Figure
        label="사용 가능 잔액"
        figure={value && `${formatBalance(value.available_balance)}원`}
        note={describeBalance(value)}
        isMain
      />
      <Figure
        label="총 충전액"
        figure={value && `${formatWon(value.total_balance)}원`}
        note={value && `충전 ${formatWon(value.topUps)}건`}
      />
      <Figure
        label="총 사용액"
        figure={value && `${formatWon(value.total_amount)}원`}
        note={value && `배송 ${formatWon(value.deliveries)}건`}
      />
    </dl>
  )
}

/** The sums of the records a search or filter finds; the figures above are those of all records. */
export function FoundTotals({ copy, query }: { copy: OfflineCopy; query: Query }) {
  const { value } = useFigure(copy, 'quick-totals', query)
  return (
    <p role="status" className="tabular shrink-0 text-label text-ink-2">
      {value ? describeFound(value) : '\u00a0'}
    </p>
  )
}

function BalanceUnavailable() {
  const copy = useOfflineCopy()
  const { trouble } = useSyncStatus()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <p role="status">잔액 정보를 불러오는데 실패했습니다: {trouble ? explainServerFailure(trouble) : '연결 없음'}</p>
      <Button size="sm" data-screen-only onClick={() => copy.syncNow()}>
        다시 시도
      </Button>
    </div>
  )
}

function describeBalance(value: DeliveryFigures | null): { text: string; isAlarm: boolean } | null {
  if (value === null) return null
  return value.available_balance < 0
    ? { text: '잔액이 부족합니다', isAlarm: true }
    : { text: '충전액 − 사용액', isAlarm: false }
}

interface FigureProps {
  label: string
  figure: string | null
  note: string | { text: string; isAlarm: boolean } | null
  isMain?: boolean
}

function Figure({ label, figure, note, isMain = false }: FigureProps) {
  const noteText = typeof note === 'string' ? { text: note, isAlarm: false } : note
  return (
    <div className="flex min-w-0 flex-col border-l px-4 first:border-l-0 max-sm:px-2.5 tablet:h-11 tablet:flex-row tablet:items-center tablet:gap-2">
      <dt className="truncate text-label text-ink-2">{label}</dt>
      <dd
        className={`tabular truncate font-semibold ${isMain ? 'text-title max-sm:text-lead' : 'text-lead max-sm:text-body'} ${isMain && noteText?.isAlarm ? 'text-danger' : ''}`}
      >
        {figure ?? <Skeleton className="my-1 h-5 w-24" />}
      </dd>
      <dd
        className={`truncate text-label max-sm:hidden ${noteText?.isAlarm ? '' : 'tablet:hidden'} ${noteText?.isAlarm ? 'text-danger' : 'text-ink-3'}`}
      >
        {noteText?.text ?? '\u00a0'}
      </dd>
    </div>
  )
}
