import { formatFooter } from '#app/records/print/list-print.ts'
import { fitColumns, printableWidth } from '#app/ui/print/fit-columns.ts'
import type { PrintBlock, PrintColumn, PrintSheet } from '#app/ui/print/print-sheet.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { TrailReview } from '#contract/trail/trail-reviews.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatAct, formatAlert, formatMonth, formatTrailArea } from '#domain/trail/trail-words.ts'

/**
 * A month's review as an A4 print for the office's records: who, when, the figures, the alerts, and
 * the state of the chain.
 */
export function buildReviewPrint({ month, figures, alerts, signed }: TrailReview, by: string): PrintSheet {
  const { acts, people, taken_out: takenOut, role_changes: roles } = figures
  return {
    title: `${formatMonth(month)} 접속기록 점검`,
    subtitleLines: signed
      ? [
          `점검 ${signed.user_name} · ${formatMoment(signed.reviewed_at)} · 접속기록 ${signed.is_whole ? '이어짐' : '끊어짐'}`,
          `연결 ${signed.head_number}번 ${signed.head_hash}`,
          ...(signed.remark ? [`의견: ${signed.remark}`] : []),
        ]
      : ['점검 전'],
    printed: formatFooter(by),
    trailInfo: { rows: figures.rows },
    orientation: 'portrait',
    blocks: [
      ...buildTable(
        [
          ...buildTextColumns('사용자'),
          ...buildFigureColumns('전체', '번호 열람', '내보내기·인쇄', '거부', '야간·일요일'),
        ],
        people.map(toPersonRow),
      ),
      buildEntries(
        `행위별 ${formatNumber(figures.rows)}건`,
        2,
        acts.map(({ act, count }) => [formatAct(act), formatNumber(count)]),
      ),
      buildEntries(
        `내보내기와 인쇄 ${formatNumber(takenOut.count)}건 (사유 없음 ${formatNumber(takenOut.without_reason)}건)`,
        1,
        takenOut.listed.map((entry) => [
          formatMoment(entry.at),
          [entry.user_name, formatAct(entry.act), formatTrailArea(entry.collection), entry.reason ?? '사유 없음'].join(
            ' · ',
          ),
        ]),
      ),
      buildEntries(
        `권한 변경 ${formatNumber(roles.length)}건`,
        1,
        roles.map((change) => [formatMoment(change.at), `${change.user_name} → ${change.subject ?? ''}`]),
      ),
      buildEntries(
        `이상 징후 ${formatNumber(alerts.length)}건`,
        1,
        alerts.map((alert) => {
          const notes = [alert.look?.note, signed?.notes[alert.id]].filter(Boolean)
          return [formatMoment(alert.at), [formatAlert(alert), ...notes].join(' — ')]
        }),
      ),
    ],
  }
}

function buildTextColumns(...labels: string[]): PrintColumn[] {
  return labels.map((label) => ({ label, align: 'start', isUnbroken: false, width: 120 }))
}

function buildFigureColumns(...labels: string[]): PrintColumn[] {
  return labels.map((label) => ({ label, align: 'end', isUnbroken: true, width: 80 }))
}

function buildTable(columns: readonly PrintColumn[], rows: readonly (readonly string[])[]): PrintBlock[] {
  const fit = fitColumns(columns, rows, printableWidth.portrait)
  return rows.length === 0 || 'fitting' in fit ? [] : [{ kind: 'table', columns, fit, rows }]
}

function buildEntries(title: string, columnCount: 1 | 2, entries: readonly (readonly string[])[]): PrintBlock {
  const listed = entries.map(([label = '', value = '']) => ({ label, text: value }))
  return {
    kind: 'entries',
    title,
    columnCount,
    entries: listed.length > 0 ? listed : [{ label: '없음', text: '' }],
  }
}

/** A person's name and figures, for the table 사용자별 on screen and paper. */
export function toPersonRow(person: TrailReview['figures']['people'][number]): readonly string[] {
  const { user_name, count, reveals, taken_out, refusals, unusual_hours } = person
  const figures = [count, reveals, taken_out, refusals, unusual_hours]
  return [user_name, ...figures.map((figure) => formatNumber(figure))]
}
