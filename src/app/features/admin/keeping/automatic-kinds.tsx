import { periodWords } from '#contract/keeping/period.ts'
import { retentionKindNames, retentionKinds } from '#contract/keeping/retention-kinds.ts'
import { MonitorTable } from '../tasks/monitor-table.tsx'

const goings = { automatic: '자동으로', along: '속한 기록과 함께', kept: '파기하지 않고 따로 관리' } as const

/** Everything that goes without a confirmation, so that the table is whole. */
export function AutomaticKinds() {
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
