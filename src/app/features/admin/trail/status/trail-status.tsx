import { CalendarCheck, ShieldCheck, TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useDirtyDialog } from '#app/records/unstored-values/dirty-dialog.ts'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import type { ServerQuery } from '#app/session/server-query.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { type ChainCheck, type ChainState, chainStateSchema, trailChainPath } from '#contract/trail/trail-chain.ts'
import { type TrailAlert, type TrailAlertList, trailAlertsPath } from '#contract/trail/trail-reviews.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { describeAlertRule, describeChainError, formatAlert } from '#domain/trail/trail-words.ts'
import { ReviewsDialog } from './reviews-dialog.tsx'
import { alertChange, slowCall, useAlerts, useReviewMonths, useTrailChain } from './use-trail-status.ts'

const icon = { size: 16, strokeWidth: 1.5 } as const

/** State of the trail itself: whether it is intact, its alerts, and months waiting for a review. */
export function TrailStatus() {
  const chain = useTrailChain()
  const alerts = useAlerts()
  const months = useReviewMonths()
  const [open, setOpen] = useState<'chain' | 'alerts' | 'reviews' | null>(null)
  const close = () => setOpen(null)
  const alertList = alerts.value
  return (
    <section aria-label="접속기록의 상태" className="flex flex-col gap-1 border-b pb-2" data-screen-only>
      <div className="flex flex-wrap items-center gap-2">
        <ChainStatusText last={chain.value?.last} />
        <div className="ml-auto flex flex-wrap gap-2">
          <Button size="sm" icon={<ShieldCheck {...icon} />} onClick={() => setOpen('chain')}>
            위변조 확인
          </Button>
          <Button size="sm" icon={<TriangleAlert {...icon} />} onClick={() => setOpen('alerts')}>
            <CountLabel word="이상 징후" count={alertList?.open_count ?? 0} />
          </Button>
          <Button size="sm" icon={<CalendarCheck {...icon} />} onClick={() => setOpen('reviews')}>
            <CountLabel word="월별 점검" count={months.value?.due_count ?? 0} />
          </Button>
        </div>
      </div>
      {alertList && alertList.open_count > 0 ? (
        <ul aria-label="확인하지 않은 이상 징후" className="max-sm:hidden">
          {alertList.results.slice(0, 2).map((alert) => (
            <li key={alert.id} className="flex items-center gap-2 py-0.5">
              <Badge tone="warn">이상 징후</Badge>
              <span className="tabular min-w-0 truncate">{`${formatMoment(alert.at)} · ${formatAlert(alert)}`}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {open === 'chain' ? <ChainDialog chain={chain} onClose={close} /> : null}
      {open === 'alerts' ? <AlertsDialog alerts={alerts} onClose={close} /> : null}
      {open === 'reviews' ? <ReviewsDialog months={months} onClose={close} /> : null}
    </section>
  )
}

function CountLabel({ word, count }: { word: string; count: number }): ReactNode {
  return count === 0 ? word : `${word} ${formatNumber(count)}건`
}

/** Undefined: still loading; null: never checked. */
function ChainStatusText({ last }: { last: ChainCheck | null | undefined }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-ink-2">
      {last === undefined ? (
        <span className="sr-only">불러오는 중...</span>
      ) : last === null ? (
        <>
          <Badge>확인 전</Badge> 아직 확인하지 않았습니다.
        </>
      ) : (
        <>
          {last.is_whole ? <Badge tone="good">이어짐</Badge> : <Badge tone="danger">끊어짐</Badge>}
          <span className="tabular">{`${formatMoment(last.checked_at)} 마지막 확인 · 기록 ${formatNumber(last.row_count)}건`}</span>
        </>
      )}
    </p>
  )
}

/** 위변조 확인: the result of the last check, a new check, and the key of signed exports. */
function ChainDialog({ chain, onClose }: { chain: ServerQuery<ChainState>; onClose(): void }) {
  const toast = useToast()
  const { isBusy, run } = useServerAction({
    send: (api) => api.post(trailChainPath, slowCall).json(),
    parse: chainStateSchema.parse,
    onDone(state) {
      chain.update(() => state)
      if (state.last?.is_whole) toast.success('접속기록이 온전합니다.')
      else toast.error('접속기록이 온전하지 않습니다.')
    },
  })

  return (
    <Dialog
      open
      title="위변조 확인"
      description="기록마다 앞선 기록과 이어진 해시값을 두어, 데이터베이스에서 고치거나 지우거나 끼워 넣은 기록을 찾습니다. 서버가 하루에 한 번 스스로 확인합니다."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button tone="primary" isBusy={isBusy} onClick={() => void run()}>
            지금 확인
          </Button>
        </>
      }
    >
      <div className="mt-4">
        <ResultView {...chain} noun="확인 결과는">
          {(state) => <ChainDetails state={state} />}
        </ResultView>
      </div>
    </Dialog>
  )
}

function ChainDetails({ state: { last, fingerprint } }: { state: ChainState }) {
  const details = [
    ...(last
      ? [
          ['마지막 확인', `${formatMoment(last.checked_at)} · ${last.checked_by}`],
          ['확인한 양', `기록 ${formatNumber(last.row_count)}건, 연결 ${formatNumber(last.link_count)}개`],
          ['마지막 연결', last.head_number === 0 ? '' : `${last.head_number}번 ${last.head_hash}`],
        ]
      : []),
    ['서명 키의 지문', fingerprint],
  ].filter(([, value]) => value)
  return (
    <div className="flex flex-col gap-3 border-b py-3">
      <p className="flex flex-wrap items-center gap-2">
        {last === null ? (
          <>
            <Badge>확인 전</Badge> 아직 확인하지 않았습니다.
          </>
        ) : last.is_whole ? (
          <>
            <Badge tone="good">이어짐</Badge> 바뀌거나 없어진 기록이 없습니다.
          </>
        ) : (
          <>
            <Badge tone="danger">끊어짐</Badge> 바뀌거나 없어진 기록이 있습니다.
          </>
        )}
      </p>
      {last && last.faults.length > 0 ? (
        <ul aria-label="찾은 문제" className="list-disc pl-5">
          {last.faults.map((error) => (
            <li key={`${error.kind} ${error.seq} ${error.link}`}>{describeChainError(error)}</li>
          ))}
        </ul>
      ) : null}
      <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {details.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** 이상 징후: unreviewed alerts, and a form to record a superuser's assessment. */
function AlertsDialog({ alerts, onClose }: { alerts: ServerQuery<TrailAlertList>; onClose(): void }) {
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const isDirty = Object.values(notes).some((note) => note.trim() !== '')
  const close = useDirtyDialog(isDirty, '이상 징후 확인 내용', onClose)
  return (
    <Dialog
      open
      isSticky={isDirty}
      title="이상 징후"
      description="접속기록에서 평소와 다른 일을 찾아 알립니다. 무슨 일인지 확인한 내용을 적으면 목록에서 빠지고, 적은 내용은 월별 점검에 남습니다."
      width="wide"
      onClose={() => void close()}
      actions={<Button onClick={() => void close()}>닫기</Button>}
    >
      <div className="mt-4">
        <ResultView {...alerts} noun="이상 징후는">
          {({ results, open_count }) =>
            results.length === 0 ? (
              <p className="border-b py-4 text-ink-2">확인할 이상 징후가 없습니다.</p>
            ) : (
              <>
                <ul aria-label="이상 징후 목록">
                  {results.map((alert) => (
                    <AlertLine
                      key={alert.id}
                      alert={alert}
                      note={notes[alert.id] ?? ''}
                      onNote={(note) => setNotes((now) => ({ ...now, [alert.id]: note }))}
                    />
                  ))}
                </ul>
                {open_count > results.length ? (
                  <p className="py-2 text-ink-2">{`그 밖에 ${formatNumber(open_count - results.length)}건이 더 있습니다.`}</p>
                ) : null}
              </>
            )
          }
        </ResultView>
      </div>
    </Dialog>
  )
}

interface AlertLineProps {
  alert: TrailAlert
  note: string
  onNote(note: string): void
}

function AlertLine({ alert, note, onNote }: AlertLineProps) {
  const [error, setError] = useState<string>()
  const { isBusy, run } = useServerAction({
    send: (api) => api.post(`${trailAlertsPath}/${alert.id}/look`, { json: { note } }).json(),
    done: '확인한 내용을 남겼습니다.',
    onRefusal: (problem) => setError(problem.fields?.['note'] ?? formatRefusal(problem)),
    ...alertChange,
    onDone: () => onNote(''),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (note.trim() === '') setError('확인한 내용을 입력해 주세요.')
    else void run()
  }

  const alertLabel = formatAlert(alert)
  return (
    <li className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">{alertLabel}</p>
        <p className="tabular text-label text-ink-2">
          {[formatMoment(alert.at), describeAlertRule(alert.rule).description, formatRows(alert)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <form className="flex flex-1 basis-72 items-start gap-2" noValidate onSubmit={submit}>
        <div className="min-w-0 flex-1">
          <TextField
            label={`${alertLabel} 확인 내용`}
            isLabelHidden
            placeholder="확인한 내용"
            maxLength={500}
            value={note}
            error={error}
            onValue={(text) => {
              onNote(text)
              setError(undefined)
            }}
          />
        </div>
        <Button type="submit" isBusy={isBusy}>
          확인
        </Button>
      </form>
    </li>
  )
}

/** The range of trail rows behind the alert. */
function formatRows({ first_seq, last_seq }: TrailAlert): string {
  return first_seq === last_seq ? `기록 ${last_seq}번` : `기록 ${first_seq}~${last_seq}번`
}
