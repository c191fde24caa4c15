import type { ReactNode } from 'react'
import type { DatabaseFigures, ServerStatus } from '#contract/admin/server-status.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { durationText, missedProcesses } from './status-words.ts'

export function SlowCalls({ slowest }: Pick<ServerStatus, 'slowest'>) {
  return (
    <StatusList
      id="status-slow"
      title="느린 호출"
      description="최근 1시간 동안 이 프로세스가 응답한 호출입니다. 100건 중 95건이 이 시간 안에 끝났습니다."
      emptyText="최근 1시간 동안 응답한 호출이 없습니다."
      lines={slowest.map(({ method, route, count, p95_ms: ms }) => ({
        key: `${method} ${route}`,
        what: (
          <>
            <span className="text-ink-2">{method}</span> {route}
          </>
        ),
        facts: [`${count.toLocaleString('ko')}건`, durationText(ms)],
      }))}
    />
  )
}

export function OutdatedDevices({ devices: { total, outdated } }: Pick<DatabaseFigures, 'devices'>) {
  return (
    <StatusList
      id="status-devices"
      title="이전 버전을 쓰는 기기"
      description={`최근 30일 동안 로그인되어 있던 기기 ${total.toLocaleString('ko')}대 가운데, 지금과 다른 버전의 앱을 쓰는 기기입니다. 앱을 다시 열면 새 버전이 됩니다.`}
      emptyText="모든 기기가 지금 버전의 앱을 씁니다."
      lines={outdated.map(({ user_name: user, device, build, last_used_at: at }, index) => ({
        key: `${index} ${user} ${build}`,
        what: `${user} · ${device || '알 수 없는 기기'}`,
        facts: [`버전 ${build}`, momentText(Date.parse(at))],
      }))}
    />
  )
}

export function Processes({ processes }: Pick<DatabaseFigures, 'processes'>) {
  const missed = new Set(missedProcesses(processes))
  return (
    <StatusList
      id="status-processes"
      title="워커"
      description="백그라운드 작업을 처리하는 프로세스 가운데, 최근 하루 동안 살아 있다는 신호를 보낸 것입니다."
      emptyText="신호를 보낸 워커가 없습니다."
      lines={processes.map((process) => ({
        key: `${process.host} ${process.pid} ${process.started_at}`,
        what: (
          <>
            {process.is_alive ? (
              <Badge tone="good">정상</Badge>
            ) : missed.has(process) ? (
              <Badge tone="seal">응답 없음</Badge>
            ) : (
              <Badge tone="plain">종료됨</Badge>
            )}{' '}
            {process.host} · {process.pid}
          </>
        ),
        facts: [
          `버전 ${process.version}`,
          `작업 ${process.running}건`,
          `${momentText(Date.parse(process.started_at))} 시작`,
        ],
      }))}
    />
  )
}

interface StatusListProps {
  id: string
  title: string
  description: string
  /** Text shown if there are no lines. */
  emptyText: string
  lines: readonly { key: string; what: ReactNode; facts: readonly string[] }[]
}

function StatusList({ id, title, description, emptyText, lines }: StatusListProps) {
  return (
    <section aria-labelledby={id} className="pt-3">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <p className="measure pb-1 text-ink-2">{description}</p>
      <ul className="border-t border-rule-strong">
        {lines.length === 0 ? <li className="border-b py-3 text-ink-2">{emptyText}</li> : null}
        {lines.map(({ key, what, facts }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b py-1.5">
            <span className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">{what}</span>
            <span className="tabular flex flex-wrap justify-end gap-x-4 text-ink-2">
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
