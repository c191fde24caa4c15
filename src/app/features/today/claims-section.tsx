import { receivableAges, receivableFilters } from '#domain/deposit-cases/deposit-receivables.ts'
import { receivablesTotal } from '#domain/deposit-cases/receivables-total.ts'
import { formatWon } from '#domain/money/won.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { listLead } from './list-lead.ts'
import { SectionLack, SectionWords, TodaySection } from './today-section.tsx'

/** 미수금: claimed but unpaid amounts by age; the same figure as in the report. */
export function ClaimsSection({ today }: { today: string }) {
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-receivables', today)
  const total = value && receivablesTotal(value)
  const sort = 'cost_request_at'
  const lead =
    total && total.count > 0 ? listLead('deposit-cases', { filters: receivableFilters({}, today), sort }) : undefined
  return (
    <TodaySection title="미수금" lead={lead}>
      {status === 'never_fetched' ? (
        <SectionLack />
      ) : !total ? (
        <div aria-busy className="border-t px-4 py-3">
          <Skeleton className="h-34 w-full" />
        </div>
      ) : total.count === 0 ? (
        <SectionWords>청구하고 입금되지 않은 사건이 없습니다.</SectionWords>
      ) : (
        <dl className="border-t px-4 py-2">
          <Sum label={`합계 (${total.count.toLocaleString('ko-KR')}건)`} won={total.sum} isStrong />
          {receivableAges.map(({ label }, at) => (
            <Sum key={label} label={label} won={total.ages[at]?.sum ?? 0} />
          ))}
        </dl>
      )}
    </TodaySection>
  )
}

function Sum({ label, won, isStrong = false }: { label: string; won: number; isStrong?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 py-1 ${isStrong ? 'font-semibold' : 'text-ink-2'}`}>
      <dt>{label}</dt>
      <dd className="tabular">{formatWon(won)}원</dd>
    </div>
  )
}
