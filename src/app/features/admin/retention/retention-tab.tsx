import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { formatPeriod, retentionKindNames, retentionKinds } from '#contract/retention/retention-kinds.ts'
import {
  type DestructionRow,
  type Hold,
  holdsSchema,
  type KindDue,
  ledgerSchema,
  type RetentionOverview,
  retentionOverviewSchema,
  retentionPath,
} from '#contract/retention/retention.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { addDays, formatDay } from '#domain/dates/office-date.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { describeStart } from '#domain/retention/privacy-notice.ts'
import { MonitorTable } from '../task-monitor/monitor-table.tsx'
import { CandidatesDialog } from './candidates-dialog.tsx'
import { PeriodDialog } from './period-dialog.tsx'
import { Recipients } from './recipients.tsx'
import { RecordLink } from './record-link.tsx'
import { retentionChange, useRetention } from './use-retention.ts'

const destructionLabels = {
  automatic: '자동으로',
  with_parent: '속한 기록과 함께',
  never_proposed: '파기하지 않고 따로 관리',
} as const

/** Kinds that need no confirmation, listed for completeness. */
function AutomaticKinds() {
  const lines = retentionKindNames.flatMap((name) => {
    const kind = retentionKinds[name]
    if (kind.deletionMode === 'confirmed') return []
    const cells = [
      kind.label,
      formatPeriod(kind.minPeriod),
      kind.from,
      destructionLabels[kind.deletionMode],
      kind.legalBasis,
    ]
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

/** 보유기간·파기 (개인정보 보호법 제21조): retention periods, due records, holds, and the destruction ledger. */
export function RetentionTab() {
  const overview = useRetention('', retentionOverviewSchema)
  const search = useServerAction({
    ...retentionChange,
    send: (api) => api.post(`${retentionPath}/look`, { json: {} }).text(),
    // The overview says why.
    onRefusal: () => undefined,
  })
  const [opened, setOpened] = useState<KindDue | null>(null)
  const [kindToExtend, setKindToExtend] = useState<KindDue | null>(null)
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
              {overview.value?.looked_at ? (
                <span className="tabular text-ink-2">{formatMoment(overview.value.looked_at)} 확인</span>
              ) : null}
              <Button
                icon={<RefreshCw size={16} strokeWidth={1.5} />}
                isBusy={search.isBusy}
                onClick={() => void search.run()}
              >
                다시 찾기
              </Button>
            </div>
          </div>
          <ResultView {...overview} noun="보유기간은">
            {(keeping) => <DueTable retention={keeping} onOpen={setOpened} onExtend={setKindToExtend} />}
          </ResultView>
        </section>
        <HoldList />
        <Ledger />
        <AutomaticKinds />
        <Recipients />
      </div>
      {opened ? <CandidatesDialog due={opened} onClose={() => setOpened(null)} /> : null}
      {kindToExtend && overview.value ? (
        <PeriodDialog due={kindToExtend} periods={overview.value.periods} onClose={() => setKindToExtend(null)} />
      ) : null}
    </PageLayout>
  )
}

/** Records kept beyond their period, by whom and why. */
function HoldList() {
  const holds = useRetention('holds', holdsSchema)
  const release = useServerAction({
    ...retentionChange,
    send: (api, { id }: Hold) => api.delete(`${retentionPath}/holds`, { json: { id } }).text(),
    question: ({ caption }) => ({
      title: `'${caption}' 기록의 보존을 해제하시겠습니까?`,
      message: '보유기간이 지났으면 다시 파기 대상이 됩니다.',
      confirmLabel: '해제',
    }),
    done: '보존을 해제했습니다.',
  })
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-lead font-semibold">보존하는 기록</h2>
      <ResultView {...holds} noun="보존 목록은">
        {({ results }) => (
          <MonitorTable
            label="보존하는 기록"
            head={['기록', '이유', '보존 기한', '정한 사람', '동작']}
            lines={results.map((hold) => ({ key: hold.id, cells: buildHoldCells(hold, () => void release.run(hold)) }))}
            empty="보유기간이 지나도 보존하기로 한 기록이 없습니다."
          />
        )}
      </ResultView>
    </div>
  )
}

function buildHoldCells(hold: Hold, onRelease: () => void) {
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

interface DueTableProps {
  retention: RetentionOverview
  onOpen(due: KindDue): void
  onExtend(due: KindDue): void
}

/** Every kind that needs a superuser's confirmation, with its due records. */
function DueTable({ retention, onOpen, onExtend }: DueTableProps) {
  return (
    <ul aria-label="보유기간과 파기 대상">
      {retention.due.map((due) => (
        <KindLine key={due.kind} due={due} today={retention.today} onOpen={onOpen} onExtend={onExtend} />
      ))}
    </ul>
  )
}

/** Days within which due records must be destroyed. */
const graceDays = 5

function KindLine({
  due,
  today,
  onOpen,
  onExtend,
}: { due: KindDue; today: string } & Omit<DueTableProps, 'retention'>) {
  const { label, what, legalBasis: ground } = retentionKinds[due.kind]
  const { count, oldest_ended_on, oldest_due_on, held, unended, years } = due
  const isLate = oldest_due_on !== null && addDays(oldest_due_on, graceDays) < today
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b py-3">
      <div className="min-w-0 flex-1 basis-80">
        <h3 className="font-semibold">{label}</h3>
        <p className="text-ink-2">{what}</p>
        <p className="mt-1 text-label text-ink-3">
          {describeStart(retentionKinds[due.kind])} · {ground}
        </p>
      </div>
      <div className="flex basis-40 flex-wrap items-center gap-2">
        <span className="tabular font-semibold">{years}년</span>
        <Button size="sm" aria-label={`${label} 보유기간 연장`} onClick={() => onExtend(due)}>
          연장
        </Button>
      </div>
      <div className="flex basis-72 flex-col items-start gap-1">
        {count > 0 ? (
          <>
            <span className="flex flex-wrap items-center gap-2">
              <Button
                size="sm"
                tone="primary"
                aria-label={`${label} 파기 대상 ${formatNumber(count)}건 보기`}
                onClick={() => onOpen(due)}
              >
                파기 대상 {formatNumber(count)}건
              </Button>
              {isLate ? <Badge tone="danger">5일 지남</Badge> : null}
            </span>
            <span className="tabular text-label text-ink-2">가장 오래된 기록 {formatDay(oldest_ended_on)}</span>
          </>
        ) : (
          <span className="text-ink-2">파기 대상 없음</span>
        )}
        {held > 0 ? <span className="text-label text-ink-2">보존 {formatNumber(held)}건</span> : null}
        {unended > 0 ? (
          <span className="text-label text-warn">
            2년이 넘도록 끝난 날이 없어 세지 못한 기록 {formatNumber(unended)}건
          </span>
        ) : null}
      </div>
    </li>
  )
}

const head = ['확정 일시', '종류', '파기', '기록의 기간', '보유기간', '근거', '확정한 사람', '방법']

/** 파기 대장: what was destroyed, when, why and by whom, without the data itself. */
function Ledger() {
  const ledger = useRetention('ledger', ledgerSchema)
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h2 className="text-lead font-semibold">파기 대장</h2>
        <p className="measure text-ink-2">파기한 사실만 남기며 고치거나 지울 수 없습니다.</p>
      </div>
      <ResultView {...ledger} noun="파기 대장은">
        {({ results }) => (
          <MonitorTable
            label="파기 대장"
            head={head}
            lines={results.map((row) => ({ key: row.id, cells: buildDestructionCells(row) }))}
            empty="아직 파기한 기록이 없습니다."
          />
        )}
      </ResultView>
    </div>
  )
}

function buildDestructionCells(row: DestructionRow) {
  const { asked, destroyed, ended_from: from, ended_to: to } = row
  const count = `${formatNumber(destroyed)}건`
  return [
    formatMoment(row.confirmed_at),
    retentionKinds[row.kind].label,
    destroyed === asked ? count : `${count} (확정 ${formatNumber(asked)}건)`,
    from === to ? formatDay(from) : `${formatDay(from)} ~ ${formatDay(to)}`,
    row.period,
    row.ground,
    row.confirmed_by,
    row.way,
  ]
}
