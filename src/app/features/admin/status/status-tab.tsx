import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ServerStatus, serverStatusPath, serverStatusSchema } from '#contract/admin/server-status.ts'
import { AnswerPlace } from '#app/session/answer-states.tsx'
import { type Answer, answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { BackupFacts, DatabaseFacts, DiskFacts, QueueFacts } from './status-facts.tsx'
import { ServerSetup } from '../server-setup.tsx'
import { OutdatedDevices, Processes, SlowCalls } from './status-lists.tsx'
import { troublesOf } from './status-words.ts'

const refreshMs = 30_000
const queryKey = ['server-status']

interface StatusQuery {
  answer: Answer<ServerStatus>
  /** The last received status, kept when the server stops answering. */
  last: ServerStatus | undefined
}

/** 상태 tab of 서버 운영: the status overview. Refreshed every 30 seconds while visible. */
export function StatusTab() {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<StatusQuery> => {
      const answer = await answerOf(api.get(serverStatusPath, { signal }).json())
      if (answer.ok) {
        const last = serverStatusSchema.parse(answer.value)
        return { answer: { ok: true, value: last }, last }
      }
      const isServerAway = answer.isUnreachable || answer.problem.code === 'unavailable'
      return { answer, last: isServerAway ? client.getQueryData<StatusQuery>(queryKey)?.last : undefined }
    },
    staleTime: 0,
    refetchInterval: refreshMs,
  })
  const reload = () => void refetch()
  return (
    <section aria-labelledby="server-status" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="server-status" className="text-lead font-semibold">
            상태
          </h2>
          <p className="measure text-ink-2">{aboutText(data)}</p>
        </div>
        <Button
          icon={<RefreshCw size={16} strokeWidth={1.5} />}
          isBusy={isFetching && data !== undefined}
          onClick={reload}
        >
          새로고침
        </Button>
      </header>
      <AnswerPlace answer={data?.answer} noun="서버 상태는" isBusy={isFetching} onRetry={reload}>
        {(status) => <Troubles status={status} />}
      </AnswerPlace>
      {data?.last ? <StatusSummary status={data.last} /> : null}
      <ServerSetup />
    </section>
  )
}

function aboutText(data: StatusQuery | undefined): string {
  if (data?.last === undefined) return '서버가 지금 어떤지 보여 줍니다.'
  const at = momentText(Date.parse(data.last.asked_at))
  return data.answer.ok
    ? `${at} 현재의 서버입니다. 30초마다 새로 확인합니다.`
    : `${at}에 마지막으로 확인한 상태입니다. 30초마다 다시 확인합니다.`
}

/** A live region; the figures below are not announced. */
function Troubles({ status }: { status: ServerStatus }) {
  const troubles = troublesOf(status)
  if (troubles.length === 0) {
    return (
      <p className="flex items-center gap-2 border-b py-4">
        <Badge tone="good">정상</Badge> 확인할 문제가 없습니다.
      </p>
    )
  }
  return (
    <ul className="border-b py-2">
      {troubles.map((trouble) => (
        <li key={trouble} className="flex items-start gap-2 py-1.5">
          <Badge tone="seal">확인 필요</Badge>
          <span className="min-w-0">{trouble}</span>
        </li>
      ))}
    </ul>
  )
}

function StatusSummary({ status }: { status: ServerStatus }) {
  const { figures } = status
  return (
    <>
      <div className="grid gap-x-10 gap-y-6 py-3 md:grid-cols-2">
        {figures && <DatabaseFacts figures={figures} />}
        {figures && <QueueFacts figures={figures} />}
        <DiskFacts status={status} />
        {figures && <BackupFacts figures={figures} />}
      </div>
      <SlowCalls slowest={status.slowest} />
      {figures && <OutdatedDevices devices={figures.devices} />}
      {figures && <Processes processes={figures.processes} />}
    </>
  )
}
