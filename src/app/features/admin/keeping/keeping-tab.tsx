import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { keepingSchema, type KindDue, holdsSchema, type Hold } from '#contract/keeping/keeping.ts'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { AnswerPlace } from '#app/session/answer-states.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { CandidatesDialog } from './candidates-dialog.tsx'
import { DueTable } from './due-table.tsx'
import { Ledger } from './ledger.tsx'
import { PeriodDialog } from './period-dialog.tsx'
import { Recipients } from './recipients.tsx'
import { useRetention, useKeepingActs } from './use-keeping.ts'
import { periodWords } from '#contract/keeping/period.ts'
import { retentionKindNames, retentionKinds } from '#contract/keeping/retention-kinds.ts'
import { MonitorTable } from '../tasks/monitor-table.tsx'
import { formatDay } from '#domain/dates/office-date.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { RecordLink } from './record-link.tsx'

const goings = { automatic: '자동으로', along: '속한 기록과 함께', kept: '파기하지 않고 따로 관리' } as const

/** Kinds that are destroyed without confirmation, listed for completeness. */
function AutomaticKinds() {
  const lines = retentionKindNames.flatMap((name) => {
    const kind = retentionKinds[name]
    if (kind.going === 'confirmed') return []
    const cells = [kind.label, periodWords(kind.least), kind.from, goings[kind.going], kind.ground]
    return [{ key: name, cells }]
  })
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-lead font-semibold">확정 없이 관리하는 것</h2>
      <div className="border-t border-rule-strong">
        <MonitorTable
          label="확정 없이 관리하는 것"
          head={['종류', '보유기간', '세는 날', '파기', '근거']}
          lines={lines}
          empty="없습니다."
        />
      </div>
    </div>
  )
}

/** 보유기간·파기 (개인정보 보호법 §21): retention periods, due records, holds, and the destruction ledger. */
export function KeepingTab() {
  const { answer, isFetching, refetch } = useRetention('', keepingSchema)
  const act = useKeepingActs()
  const [isLooking, setLooking] = useState(false)
  const [opened, setOpened] = useState<KindDue | null>(null)
  const [lengthened, setLengthened] = useState<KindDue | null>(null)
  async function showLedger() {
    setLooking(true)
    await act('post', 'look')
    setLooking(false)
  }
  return (
    <PageLayout>
      <div className="flex flex-col gap-8">
        <section aria-labelledby="due" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-end justify-between gap-2">
            <div>
              <h2 id="due" className="text-lead font-semibold">
                보유기간과 파기 대상
              </h2>
              <p className="measure text-ink-2">
                보유기간이 지난 기록을 날마다 한 번 찾습니다. 확인하고 확정해야 파기하며, 파기한 기록은 되살릴 수
                없습니다. 법령은 기간이 지난 뒤 5일 안에 파기하도록 합니다.
              </p>
            </div>
            <div className="flex items-center gap-2" data-screen-only>
              {answer?.ok && answer.value.looked_at ? (
                <span className="tabular text-ink-2">{momentText(Date.parse(answer.value.looked_at))} 확인</span>
              ) : null}
              <Button
                icon={<RefreshCw size={16} strokeWidth={1.5} />}
                isBusy={isLooking}
                onClick={() => void showLedger()}
              >
                다시 찾기
              </Button>
            </div>
          </div>
          <AnswerPlace answer={answer} noun="보유기간은" isBusy={isFetching} onRetry={refetch}>
            {(keeping) => <DueTable retention={keeping} onOpen={setOpened} onLengthen={setLengthened} />}
          </AnswerPlace>
        </section>
        <HoldList />
        <Ledger />
        <AutomaticKinds />
        <Recipients />
      </div>
      {opened ? <CandidatesDialog due={opened} onClose={() => setOpened(null)} /> : null}
      {lengthened && answer?.ok ? (
        <PeriodDialog due={lengthened} periods={answer.value.periods} onClose={() => setLengthened(null)} />
      ) : null}
    </PageLayout>
  )
}

/** Records kept beyond their period, by whom and why. */
function HoldList() {
  const { answer, isFetching, refetch } = useRetention('holds', holdsSchema)
  const releaseHold = useReleaseHold()
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-lead font-semibold">보존하는 기록</h2>
      <AnswerPlace answer={answer} noun="보존 목록은" isBusy={isFetching} onRetry={refetch}>
        {({ results }) => (
          <MonitorTable
            label="보존하는 기록"
            head={['기록', '이유', '보존 기한', '정한 사람', '동작']}
            lines={results.map((hold) => ({ key: hold.id, cells: cellsOf(hold, () => void releaseHold(hold)) }))}
            empty="보유기간이 지나도 보존하기로 한 기록이 없습니다."
          />
        )}
      </AnswerPlace>
    </div>
  )
}

function cellsOf(hold: Hold, onRelease: () => void) {
  return [
    <RecordLink key="record" collection={hold.collection} id={hold.record_id} caption={hold.caption} />,
    hold.reason,
    formatDay(hold.until),
    hold.placed_by,
    <Button key="lift" size="sm" aria-label={`${hold.caption} 보존 해제`} onClick={onRelease}>
      해제
    </Button>,
  ]
}

function useReleaseHold() {
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
