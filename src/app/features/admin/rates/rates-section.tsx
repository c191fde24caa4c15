import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useRates } from '#app/records/use-rates.ts'
import { ResultPending, ResultProblem } from '#app/session/result-view.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { type Rate, type RateKind, rateKindNames, rateKinds } from '#contract/rates/rates.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { findRates } from '#domain/rates/proposed-sums.ts'
import { RateDialog } from './rate-dialog.tsx'
import type { EditedRate } from './use-rate-form.ts'

/** 요율 in the settings: taxes, fees and bonds by effective date. */
export function RatesSection() {
  const { rates, refusal, isFetching, refetch } = useRates()
  const [edited, setEdited] = useState<EditedRate | null>(null)
  const close = () => setEdited(null)
  return (
    <section aria-labelledby="rates" className="flex flex-col gap-3">
      <div>
        <h2 id="rates" className="text-lead font-semibold">
          요율
        </h2>
        <p className="measure text-ink-2">
          신청서가 제안하는 세금과 수수료, 보수는 신청일에 시행 중인 요율로 계산합니다. 법령이 바뀌면 새 시행일을 추가해
          주세요. 사무소가 저장한 보수기준은 누리집 첫 화면에 보수의 예로도 보입니다.
        </p>
      </div>
      <div className="border-t border-rule-strong">
        {rates ? (
          rateKindNames.map((kind) => <KindRates key={kind} kind={kind} rates={rates} onEdit={setEdited} />)
        ) : refusal ? (
          <ResultProblem result={refusal} noun="요율은" isBusy={isFetching} onRetry={refetch} />
        ) : (
          <ResultPending />
        )}
      </div>
      {edited && rates ? (
        <RateDialog edited={edited} isOnly={listVersions(rates, edited.rate.kind).length === 1} onClose={close} />
      ) : null}
    </section>
  )
}

function listVersions(rates: readonly Rate[], kind: RateKind): Rate[] {
  return rates
    .filter((rate) => rate.kind === kind)
    .toSorted((rate, other) => (rate.effective_from < other.effective_from ? 1 : -1))
}

interface KindRatesProps {
  kind: RateKind
  rates: readonly Rate[]
  onEdit(edited: EditedRate): void
}

/** The versions of a kind, newest first. */
function KindRates({ kind, rates, onEdit }: KindRatesProps) {
  const isOffline = useSyncStatus().connection === 'offline'
  const versions = listVersions(rates, kind)
  const today = getOfficeToday()
  const current = findRates(rates, today)[kind]
  const [newest] = versions
  const { label } = rateKinds[kind]
  return (
    <div className="border-b py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{label}</h3>
        <Button
          size="sm"
          aria-label={`${label} 새 시행일 추가`}
          icon={<Plus size={16} strokeWidth={1.5} />}
          disabledReason={isOffline ? '연결되면 추가할 수 있습니다.' : undefined}
          onClick={() => newest && onEdit({ rate: newest, isNew: true })}
        >
          새 시행일
        </Button>
      </div>
      <ul className="mt-1">
        {versions.map((rate) => (
          <li key={rate.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1">
            <Button
              size="sm"
              tone="transparent"
              className="tabular -ml-2 underline underline-offset-4"
              aria-label={`${label} ${formatDay(rate.effective_from)} 시행 요율 보기`}
              onClick={() => onEdit({ rate, isNew: false })}
            >
              {formatDay(rate.effective_from)}
            </Button>
            {rate.id === current?.id ? (
              <Badge tone="good">현재 적용</Badge>
            ) : rate.effective_from > today ? (
              <Badge tone="info">시행 예정</Badge>
            ) : (
              <Badge>지난 요율</Badge>
            )}
            <span className="min-w-0 flex-1 basis-64 text-label text-ink-3">{rate.note}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
