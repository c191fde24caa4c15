import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Result, toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { useSetup } from '#app/session/office/use-setup.ts'
import { ResultView } from '#app/session/result-view.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import {
  type DatabaseFigures,
  type ServerStatus,
  serverStatusPath,
  serverStatusSchema,
} from '#contract/admin/server-status.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import {
  describeReplica,
  diskNames,
  findIssues,
  findSilentProcesses,
  formatBytes,
  formatUptime,
} from './status-texts.ts'

const refreshMs = 30_000
const queryKey = ['server-status']

interface StatusQuery {
  result: Result<ServerStatus>
  /** The last received status, kept when the server stops responding. */
  last: ServerStatus | undefined
}

/** 상태 tab of 서버 운영: the status overview. Refreshed every 30 seconds while visible. */
export function StatusTab() {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<StatusQuery> => {
      const result = await toResult(api.get(serverStatusPath, { signal }).json())
      if (result.ok) {
        const last = serverStatusSchema.parse(result.value)
        return { result: { ok: true, value: last }, last }
      }
      const isServerUnavailable = result.isUnreachable || result.problem.code === 'unavailable'
      return { result, last: isServerUnavailable ? client.getQueryData<StatusQuery>(queryKey)?.last : undefined }
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
          <p className="measure text-ink-2">{describeScope(data)}</p>
        </div>
        <Button
          icon={<RefreshCw size={16} strokeWidth={1.5} />}
          isBusy={isFetching && data !== undefined}
          onClick={reload}
        >
          새로고침
        </Button>
      </header>
      <ResultView result={data?.result} noun="서버 상태는" isBusy={isFetching} onRetry={reload}>
        {(status) => <IssueList status={status} />}
      </ResultView>
      {data?.last ? <StatusSummary status={data.last} /> : null}
      <ServerSetup />
    </section>
  )
}

function describeScope(data: StatusQuery | undefined): string {
  if (data?.last === undefined) return '서버가 지금 어떤지 보여 줍니다.'
  const askedTime = formatMoment(data.last.asked_at)
  return data.result.ok
    ? `${askedTime} 현재의 서버입니다. 30초마다 새로 확인합니다.`
    : `${askedTime}에 마지막으로 확인한 상태입니다. 30초마다 다시 확인합니다.`
}

/** Announced to screen readers; the figures below are not. */
function IssueList({ status }: { status: ServerStatus }) {
  const issues = findIssues(status)
  if (issues.length === 0) {
    return (
      <p className="flex items-center gap-2 border-b py-4">
        <Badge tone="good">정상</Badge> 확인할 문제가 없습니다.
      </p>
    )
  }
  return (
    <ul className="border-b py-2">
      {issues.map((issue) => (
        <li key={issue} className="flex items-start gap-2 py-1.5">
          <Badge tone="danger">확인 필요</Badge>
          <span className="min-w-0">{issue}</span>
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
        {figures && <DatabaseDetails figures={figures} />}
        {figures && <QueueDetails figures={figures} />}
        <DiskDetails status={status} />
        {figures && <BackupDetails figures={figures} />}
      </div>
      <SlowCalls slowest={status.slowest} />
      {figures && <OutdatedDevices devices={figures.devices} />}
      {figures && <Processes processes={figures.processes} />}
    </>
  )
}

interface FiguresProps {
  figures: DatabaseFigures
}

function DatabaseDetails({ figures: { database, replica } }: FiguresProps) {
  const { longest_question_ms: longest } = database
  return (
    <DetailList
      id="status-database"
      title="데이터베이스"
      details={[
        ['버전', database.version],
        ['크기', formatBytes(database.bytes)],
        ['응답 시간', formatUptime(database.answer_ms)],
        ['연결', `${formatNumber(database.connections)} / ${formatNumber(database.most_connections)}개`],
        ['가장 오래 걸리는 질의', longest === null ? '없음' : formatUptime(longest)],
        ...(replica ? [['읽기용 복제본', describeReplica(replica)] as const] : []),
      ]}
    />
  )
}

function QueueDetails({ figures: { queue } }: FiguresProps) {
  const failed = `${formatNumber(queue.failed)}건`
  const failedLink =
    queue.failed === 0 ? (
      failed
    ) : (
      <Link to="/settings/server" search={{ tab: 'tasks' }} className="text-primary underline underline-offset-4">
        {failed}
      </Link>
    )
  return (
    <DetailList
      id="status-queue"
      title="백그라운드 작업"
      details={[
        ['대기', `${formatNumber(queue.waiting)}건`],
        ['가장 오래 기다린 작업', queue.waiting_since === null ? '없음' : `${formatMoment(queue.waiting_since)}부터`],
        ['진행 중', `${formatNumber(queue.running)}건`],
        ['최근 24시간 실패', failedLink],
      ]}
    />
  )
}

/** Disks, and the certificate. */
function DiskDetails({ status: { disks, certificate } }: { status: ServerStatus }) {
  const diskDetails = disks.map(({ folder, free, total }): Detail => [
    `${diskNames[folder]} 디스크의 남은 공간`,
    `${formatBytes(free)} / ${formatBytes(total)}`,
  ])
  const certificateText =
    certificate && `${formatMoment(certificate.ends_at)} (${formatNumber(certificate.days_left)}일 남음)`
  return (
    <DetailList
      id="status-disks"
      title="디스크와 인증서"
      details={[...diskDetails, ['인증서 만료일', certificateText ?? '이 서버가 직접 쓰는 인증서는 없습니다.']]}
    />
  )
}

function BackupDetails({ figures: { backup } }: FiguresProps) {
  return (
    <DetailList
      id="status-backup"
      title="백업"
      details={[
        ['마지막 백업', backup.last === null ? '없음' : formatMoment(backup.last.at)],
        ['파일', backup.last?.file ?? '없음'],
        ['자동 백업', backup.is_automatic ? '매일 만듭니다.' : '설정되지 않았습니다.'],
      ]}
    />
  )
}

type Detail = readonly [label: string, value: ReactNode]

function DetailList({ id, title, details }: { id: string; title: string; details: readonly Detail[] }) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pb-1 font-semibold">
        {title}
      </h3>
      <dl className="border-t border-rule-strong">
        {details.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b py-1.5">
            <dt className="text-ink-2">{label}</dt>
            <dd className="tabular min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function SlowCalls({ slowest }: Pick<ServerStatus, 'slowest'>) {
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
        details: [`${formatNumber(count)}건`, formatUptime(ms)],
      }))}
    />
  )
}

function OutdatedDevices({ devices: { total, outdated } }: Pick<DatabaseFigures, 'devices'>) {
  return (
    <StatusList
      id="status-devices"
      title="이전 버전을 쓰는 기기"
      description={`최근 30일 동안 로그인되어 있던 기기 ${formatNumber(total)}대 가운데, 지금과 다른 버전의 앱을 쓰는 기기입니다. 앱을 다시 열면 새 버전이 됩니다.`}
      emptyText="모든 기기가 지금 버전의 앱을 씁니다."
      lines={outdated.map(({ user_name: user, device, build, last_used_at: lastUsedAt }, index) => ({
        key: `${index} ${user} ${build}`,
        what: `${user} · ${device || '알 수 없는 기기'}`,
        details: [`버전 ${build}`, formatMoment(lastUsedAt)],
      }))}
    />
  )
}

function Processes({ processes }: Pick<DatabaseFigures, 'processes'>) {
  const silentProcesses = new Set(findSilentProcesses(processes))
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
            ) : silentProcesses.has(process) ? (
              <Badge tone="danger">응답 없음</Badge>
            ) : (
              <Badge tone="plain">종료됨</Badge>
            )}{' '}
            {process.host} · {process.pid}
          </>
        ),
        details: [`버전 ${process.version}`, `작업 ${process.running}건`, `${formatMoment(process.started_at)} 시작`],
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
  lines: readonly { key: string; what: ReactNode; details: readonly string[] }[]
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
        {lines.map(({ key, what, details }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b py-1.5">
            <span className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">{what}</span>
            <span className="tabular flex flex-wrap justify-end gap-x-4 text-ink-2">
              {details.map((detail) => (
                <span key={detail}>{detail}</span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Settings that only the server's operator can change, and a link to the API for other programs.
 */
function ServerSetup() {
  const { data } = useSetup()
  return (
    <section aria-labelledby="server-setup" className="flex flex-col gap-2 py-3">
      <h2 id="server-setup" className="text-lead font-semibold">
        서버 설정
      </h2>
      {data ? (
        <ul className="border-t border-rule-strong">
          <Setting name="백업 키" isSet={data.has_backup_key}>
            BACKUP_KEY_FILE에 키 파일을 지정하면 백업 파일이 암호화됩니다.
          </Setting>
          <Setting name="최고관리자" isSet={data.has_superusers}>
            처음 로그인한 사람은 일반 회원이 됩니다. 첫 최고관리자는 SUPERUSERS에 적어 정합니다.
          </Setting>
        </ul>
      ) : null}
      <p className="text-ink-2">
        다른 프로그램이 이 서버에 요청할 수 있는 호출은{' '}
        <Link to="/staff/api" className="text-primary underline underline-offset-4">
          연동 API
        </Link>
        에 있습니다.
      </p>
    </section>
  )
}

function Setting({ name, isSet, children }: { name: string; isSet: boolean; children: string }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b py-2">
      <span className="font-medium">{name}</span>
      <Badge tone={isSet ? 'good' : 'warn'}>{isSet ? '설정됨' : '설정 안 됨'}</Badge>
      {isSet ? null : <span className="text-ink-2">{children}</span>}
    </li>
  )
}
