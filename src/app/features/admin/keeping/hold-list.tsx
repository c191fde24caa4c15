import { holdsSchema, type Hold } from '#contract/keeping/keeping.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { AnswerPlace } from '#app/session/answer-states.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { MonitorTable } from '../tasks/monitor-table.tsx'
import { RecordLink } from './record-link.tsx'
import { useKeeping, useKeepingActs } from './use-keeping.ts'

/** Records kept beyond their period, by whom and why. */
export function HoldList() {
  const { answer, isFetching, ask } = useKeeping('holds', holdsSchema)
  const lift = useLift()
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-lead font-semibold">보존하는 기록</h2>
      <AnswerPlace answer={answer} what="보존 목록은" isBusy={isFetching} onRetry={ask}>
        {({ results }) => (
          <MonitorTable
            label="보존하는 기록"
            head={['기록', '이유', '보존 기한', '정한 사람', '동작']}
            lines={results.map((hold) => ({ key: hold.id, cells: cellsOf(hold, () => void lift(hold)) }))}
            empty="보유기간이 지나도 보존하기로 한 기록이 없습니다."
          />
        )}
      </AnswerPlace>
    </div>
  )
}

function cellsOf(hold: Hold, onLift: () => void) {
  return [
    <RecordLink key="record" collection={hold.collection} id={hold.record_id} caption={hold.caption} />,
    hold.reason,
    formatDay(hold.until),
    hold.placed_by,
    <Button key="lift" size="sm" aria-label={`${hold.caption} 보존 해제`} onClick={onLift}>
      해제
    </Button>,
  ]
}

function useLift() {
  const act = useKeepingActs()
  const confirm = useConfirm()
  const toast = useToast()
  return async ({ id, caption }: Hold) => {
    const title = `'${caption}' 기록의 보존을 해제하시겠습니까?`
    const message = '보유기간이 지났으면 다시 파기 대상이 됩니다.'
    if (!(await confirm({ title, message, confirmLabel: '해제' }))) return
    const answer = await act('delete', 'holds', { id })
    if (answer.ok) toast.success('보존을 해제했습니다.')
    else toast.error(answer.problem.message)
  }
}
