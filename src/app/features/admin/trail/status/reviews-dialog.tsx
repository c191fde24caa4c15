import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useDirtyDialog } from '#app/records/unstored-values/dirty-dialog.ts'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { stickyHead, stickyName } from '#app/ui/display/sticky-names.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { sendToPrinter, usePrintShortcut } from '#app/ui/print/send-to-printer.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import {
  type ReviewMonth,
  type ReviewSignOff,
  type TrailReview,
  trailReviewsPath,
} from '#contract/trail/trail-reviews.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { describeAlertRule, formatAct, formatAlert, formatMonth, formatTrailArea } from '#domain/trail/trail-words.ts'
import { buildReviewPrint, toPersonRow } from './review-print.ts'
import { reviewChange, slowCall, type useReviewMonths, useTrailReview } from './use-trail-status.ts'

interface ReviewsDialogProps {
  months: ReturnType<typeof useReviewMonths>
  onClose(): void
}

/** 월별 점검: finished months, with unreviewed ones marked. */
export function ReviewsDialog({ months, onClose }: ReviewsDialogProps) {
  const [open, setOpen] = useState<string | null>(null)
  if (open !== null) return <ReviewDialog month={open} onClose={() => setOpen(null)} />
  return (
    <Dialog
      open
      title="월별 점검"
      description="개인정보의 안전성 확보조치 기준에 따라 지난달의 접속기록을 매달 점검하고, 점검한 사람과 결과를 남깁니다."
      onClose={onClose}
      actions={<Button onClick={onClose}>닫기</Button>}
    >
      <div className="mt-4">
        <ResultView {...months} noun="점검 목록은">
          {({ results }) =>
            results.length === 0 ? (
              <p className="border-b py-4 text-ink-2">아직 끝난 달이 없습니다. 이번 달이 끝나면 점검할 수 있습니다.</p>
            ) : (
              <ul aria-label="월별 점검 목록">
                {results.map((month) => (
                  <MonthLine key={month.month} month={month} onOpen={() => setOpen(month.month)} />
                ))}
              </ul>
            )
          }
        </ResultView>
      </div>
    </Dialog>
  )
}

function MonthLine({ month: { month, reviewed_at, user_name }, onOpen }: { month: ReviewMonth; onOpen(): void }) {
  const text = formatMonth(month)
  return (
    <li className="flex flex-wrap items-center gap-3 border-b py-2">
      <div className="tabular flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <span className="font-semibold">{text}</span>
        {reviewed_at === null ? <Badge tone="danger">점검 필요</Badge> : <Badge tone="good">점검 완료</Badge>}
        {reviewed_at === null ? null : (
          <span className="text-ink-2">{`${formatMoment(reviewed_at)} · ${user_name ?? ''}`}</span>
        )}
      </div>
      <Button size="sm" aria-label={`${text} ${reviewed_at === null ? '점검' : '점검 결과'}`} onClick={onOpen}>
        {reviewed_at === null ? '점검' : '결과'}
      </Button>
    </li>
  )
}

/** One month of the trail: figures, alerts, and the sign-off. */
function ReviewDialog({ month, onClose }: { month: string; onClose(): void }) {
  const { user } = useSession()
  const query = useTrailReview(month)
  const review = query.value
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const [remark, setRemark] = useState('')
  const [error, setError] = useState<string>()
  const sign = useServerAction({
    send: (api, json: ReviewSignOff) => api.post(`${trailReviewsPath}/${month}`, { json, ...slowCall }).json(),
    done: `${formatMonth(month)} 점검을 마쳤습니다.`,
    onRefusal: (problem) => setError(formatRefusal(problem)),
    ...reviewChange,
  })
  const isDirty = review?.signed === null && [remark, ...Object.values(notes)].some((text) => text.trim() !== '')
  const close = useDirtyDialog(isDirty, `${formatMonth(month)} 접속기록 점검`, onClose)
  const layout = () => (review ? buildReviewPrint(review, user?.nickname ?? '') : null)
  const print = () => {
    const printSheet = layout()
    if (printSheet) void sendToPrinter(printSheet)
  }
  usePrintShortcut({ printRecord: print, layout })

  function signOff() {
    const writtenNotes = Object.entries(notes).filter(([, note]) => note.trim() !== '')
    void sign.run({ remark, notes: Object.fromEntries(writtenNotes) })
  }

  return (
    <Dialog
      open
      isSticky={review?.signed === null}
      title={`${formatMonth(month)} 접속기록 점검`}
      width="wide"
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>{review?.signed ? '닫기' : '나중에'}</Button>
          {review ? (
            <Button icon={<Printer size={16} strokeWidth={1.5} />} onClick={print}>
              인쇄
            </Button>
          ) : null}
          {review && review.signed === null ? (
            <Button tone="primary" isBusy={sign.isBusy} onClick={signOff}>
              점검 완료
            </Button>
          ) : null}
        </>
      }
    >
      <ResultView {...query} noun="점검 내용은">
        {(value) => (
          <>
            <ReviewDetails review={value} />
            <ReviewAlerts
              review={value}
              notes={value.signed?.notes ?? notes}
              onNote={(id, note) => setNotes({ ...notes, [id]: note })}
            />
            <Remark review={value} remark={remark} error={error} onRemark={setRemark} />
          </>
        )}
      </ResultView>
    </Dialog>
  )
}

interface RemarkProps {
  review: TrailReview
  remark: string
  error: string | undefined
  onRemark(text: string): void
}

/** Field for the reviewer's remark. For a signed-off month the remark is shown with the figures. */
function Remark({ review, remark, error, onRemark }: RemarkProps) {
  if (review.signed !== null) return null
  return (
    <div className="py-4">
      <TextArea
        label="점검 의견"
        maxLength={2000}
        value={remark}
        error={error}
        hint="점검 완료를 누르면 이름과 시각, 그때의 해시값이 함께 남고 고칠 수 없습니다."
        onValue={onRemark}
      />
    </div>
  )
}

/** The figures of a month, and who signed it off. */
function ReviewDetails({ review: { figures, signed } }: { review: TrailReview }) {
  const { rows, acts, people, taken_out: takenOut, role_changes: roles } = figures
  return (
    <div className="flex flex-col gap-5 py-4">
      {signed ? (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="good">점검 완료</Badge>
          <span className="tabular">{`${formatMoment(signed.reviewed_at)} · ${signed.user_name}`}</span>
          {signed.is_whole ? <Badge tone="good">이어짐</Badge> : <Badge tone="danger">끊어짐</Badge>}
          <span className="tabular wrap-anywhere text-ink-2">{`연결 ${signed.head_number}번 ${signed.head_hash}`}</span>
          {signed.remark ? <span className="basis-full whitespace-pre-wrap">{signed.remark}</span> : null}
        </p>
      ) : null}
      <CountTable
        caption={`행위별 ${formatNumber(rows)}건`}
        heads={['행위', '건수']}
        rows={acts.map(({ act, count }) => [formatAct(act), formatNumber(count)])}
      />
      <CountTable
        caption="사용자별"
        heads={['사용자', '전체', '번호 열람', '내보내기·인쇄', '거부', '야간·일요일']}
        rows={people.map(toPersonRow)}
      />
      <CountTable
        caption={`내보내기와 인쇄 ${formatNumber(takenOut.count)}건 (사유 없음 ${formatNumber(takenOut.without_reason)}건)`}
        heads={['일시', '사용자', '행위', '업무', '사유']}
        rows={takenOut.listed.map((entry) => [
          formatMoment(entry.at),
          entry.user_name,
          formatAct(entry.act),
          formatTrailArea(entry.collection),
          entry.reason ?? '없음',
        ])}
        isText
      />
      <CountTable
        caption={`권한 변경 ${formatNumber(roles.length)}건`}
        heads={['일시', '변경한 사람', '대상']}
        rows={roles.map((change) => [formatMoment(change.at), change.user_name, change.subject ?? ''])}
        isText
      />
    </div>
  )
}

interface CountTableProps {
  caption: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  /** True: text in all columns. Default: numbers in all but the first. */
  isText?: boolean
}

function CountTable({ caption, heads, rows, isText = false }: CountTableProps) {
  const align = (index: number) => (index === 0 || isText ? 'text-left' : 'text-right')
  return (
    <section className="min-w-0">
      <h3 className="pb-1 font-semibold">{caption}</h3>
      {rows.length === 0 ? (
        <p className="border-t py-2 text-ink-2">없습니다.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable)
        <div className="overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
          <table className="tabular w-full min-w-max border-t">
            <thead className="bg-paper-sunk text-label text-ink-2">
              <tr>
                {heads.map((head, index) => (
                  <th
                    key={head}
                    scope="col"
                    className={`px-2 py-1 font-semibold whitespace-nowrap ${align(index)} ${index === 0 ? stickyHead : ''}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, line) => (
                <tr key={`${line} ${cells.join(' ')}`} className="border-b">
                  {cells.map((cell, index) => (
                    <td key={heads[index]} className={`px-2 py-1 ${align(index)} ${index === 0 ? stickyName : ''}`}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface ReviewAlertsProps {
  review: TrailReview
  notes: Readonly<Record<string, string>>
  onNote(id: string, note: string): void
}

/** Alerts of the month, each with its assessment and a note of the reviewer. */
function ReviewAlerts({ review: { alerts, signed }, notes, onNote }: ReviewAlertsProps) {
  return (
    <section aria-labelledby="review-alerts">
      <h3 id="review-alerts" className="pb-1 font-semibold">{`이상 징후 ${formatNumber(alerts.length)}건`}</h3>
      {alerts.length === 0 ? <p className="border-t py-2 text-ink-2">없습니다.</p> : null}
      <ul className="border-t">
        {alerts.map((alert) => (
          <li key={alert.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2">
            <div className="min-w-0 flex-1 basis-72">
              <p>{formatAlert(alert)}</p>
              <p className="tabular text-label text-ink-2">{`${formatMoment(alert.at)} · ${describeAlertRule(alert.rule).description}`}</p>
              {alert.look ? <p className="text-label">{`${alert.look.user_name} 확인: ${alert.look.note}`}</p> : null}
            </div>
            {signed ? (
              <p className="flex-1 basis-60">{notes[alert.id] ?? ''}</p>
            ) : (
              <div className="flex-1 basis-60">
                <TextField
                  label={`${formatAlert(alert)} 점검 내용`}
                  isLabelHidden
                  placeholder="점검 내용"
                  maxLength={500}
                  value={notes[alert.id] ?? ''}
                  onValue={(note) => onNote(alert.id, note)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
