import { ledgerSchema, type LedgerRow } from '#contract/keeping/keeping.ts'
import { retentionKinds } from '#contract/keeping/retention-kinds.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { AnswerPlace } from '#app/session/answer-states.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { MonitorTable } from '../tasks/monitor-table.tsx'
import { useRetention } from './use-keeping.ts'

const head = ['확정 일시', '종류', '파기', '기록의 기간', '보유기간', '근거', '확정한 사람', '방법']

/** 파기 대장: what was destroyed, when, why and by whom, without the data itself. */
export function Ledger() {
  const { answer, isFetching, refetch } = useRetention('ledger', ledgerSchema)
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h2 className="text-lead font-semibold">파기 대장</h2>
        <p className="measure text-ink-2">파기한 사실만 남기며 고치거나 지울 수 없습니다.</p>
      </div>
      <AnswerPlace answer={answer} noun="파기 대장은" isBusy={isFetching} onRetry={refetch}>
        {({ results }) => (
          <MonitorTable
            label="파기 대장"
            head={head}
            lines={results.map((row) => ({ key: row.id, cells: cellsOf(row) }))}
            empty="아직 파기한 기록이 없습니다."
          />
        )}
      </AnswerPlace>
    </div>
  )
}

function cellsOf(row: LedgerRow) {
  const { asked, destroyed, ended_from: from, ended_to: to } = row
  const count = `${destroyed.toLocaleString('ko')}건`
  return [
    momentText(Date.parse(row.confirmed_at)),
    retentionKinds[row.kind].label,
    destroyed === asked ? count : `${count} (확정 ${asked.toLocaleString('ko')}건)`,
    from === to ? formatDay(from) : `${formatDay(from)} ~ ${formatDay(to)}`,
    row.period,
    row.ground,
    row.confirmed_by,
    row.way,
  ]
}
