import { stickyHead, stickyName } from '#app/ui/display/sticky-names.ts'
import type { TrailReview } from '#contract/trail/trail-reviews.ts'
import { actWord, alertText, alertWord, areaWord } from '#domain/trail/review-words.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { TextField } from '#app/ui/fields/text-field.tsx'

/** The figures of a month, and who signed it off. */
export function ReviewFacts({ review: { figures, signed } }: { review: TrailReview }) {
  const { rows, acts, people, taken_out: takenOut, role_changes: roles } = figures
  return (
    <div className="flex flex-col gap-5 py-4">
      {signed ? (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="good">점검 완료</Badge>
          <span className="tabular">{`${momentText(Date.parse(signed.reviewed_at))} · ${signed.user_name}`}</span>
          {signed.is_whole ? <Badge tone="good">이어짐</Badge> : <Badge tone="seal">끊어짐</Badge>}
          <span className="tabular wrap-anywhere text-ink-2">{`연결 ${signed.head_number}번 ${signed.head_hash}`}</span>
          {signed.remark ? <span className="basis-full whitespace-pre-wrap">{signed.remark}</span> : null}
        </p>
      ) : null}
      <CountTable
        caption={`행위별 ${text(rows)}건`}
        heads={['행위', '건수']}
        rows={acts.map(({ act, count }) => [actWord(act), text(count)])}
      />
      <CountTable
        caption="사용자별"
        heads={['사용자', '전체', '번호 열람', '내보내기·인쇄', '거부', '야간·일요일']}
        rows={people.map((one) => [
          one.user_name,
          ...[one.count, one.reveals, one.taken_out, one.refusals, one.unusual_hours].map(text),
        ])}
      />
      <CountTable
        caption={`내보내기와 인쇄 ${text(takenOut.count)}건 (사유 없음 ${text(takenOut.without_reason)}건)`}
        heads={['일시', '사용자', '행위', '업무', '사유']}
        rows={takenOut.listed.map((one) => [
          momentText(Date.parse(one.at)),
          one.user_name,
          actWord(one.act),
          areaWord(one.collection),
          one.reason ?? '없음',
        ])}
        isText
      />
      <CountTable
        caption={`권한 변경 ${text(roles.length)}건`}
        heads={['일시', '변경한 사람', '대상']}
        rows={roles.map((one) => [momentText(Date.parse(one.at)), one.user_name, one.subject ?? ''])}
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
  const align = (at: number) => (at === 0 || isText ? 'text-left' : 'text-right')
  return (
    <section className="min-w-0">
      <h3 className="pb-1 font-semibold">{caption}</h3>
      {rows.length === 0 ? (
        <p className="border-t py-2 text-ink-2">없습니다.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls has to be reached (WCAG 2.1.1)
        <div className="overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
          <table className="tabular w-full min-w-max border-t">
            <thead className="bg-paper-sunk text-label text-ink-2">
              <tr>
                {heads.map((head, at) => (
                  <th
                    key={head}
                    scope="col"
                    className={`px-2 py-1 font-semibold whitespace-nowrap ${align(at)} ${at === 0 ? stickyHead : ''}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, line) => (
                <tr key={`${line} ${cells.join(' ')}`} className="border-b">
                  {cells.map((cell, at) => (
                    <td key={heads[at]} className={`px-2 py-1 ${align(at)} ${at === 0 ? stickyName : ''}`}>
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
export function ReviewAlerts({ review: { alerts, signed }, notes, onNote }: ReviewAlertsProps) {
  return (
    <section aria-labelledby="review-alerts">
      <h3 id="review-alerts" className="pb-1 font-semibold">{`이상 징후 ${text(alerts.length)}건`}</h3>
      {alerts.length === 0 ? <p className="border-t py-2 text-ink-2">없습니다.</p> : null}
      <ul className="border-t">
        {alerts.map((alert) => (
          <li key={alert.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2">
            <div className="min-w-0 flex-1 basis-72">
              <p>{alertText(alert)}</p>
              <p className="tabular text-label text-ink-2">{`${momentText(Date.parse(alert.at))} · ${alertWord(alert.rule).says}`}</p>
              {alert.look ? <p className="text-label">{`${alert.look.user_name} 확인: ${alert.look.note}`}</p> : null}
            </div>
            {signed ? (
              <p className="flex-1 basis-60">{notes[alert.id] ?? ''}</p>
            ) : (
              <div className="flex-1 basis-60">
                <TextField
                  label={`${alertText(alert)} 점검 내용`}
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

function text(count: number): string {
  return count.toLocaleString('ko-KR')
}
