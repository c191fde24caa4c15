import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { DatabaseFigures, ServerStatus } from '#contract/admin/server-status.ts'
import { momentText } from '#app/ui/display/moment-text.ts'
import { bytesText, diskNames, durationText } from './status-words.ts'

interface FiguresProps {
  figures: DatabaseFigures
}

export function DatabaseFacts({ figures: { database } }: FiguresProps) {
  const { longest_question_ms: longest } = database
  return (
    <Facts
      id="status-database"
      title="데이터베이스"
      facts={[
        ['버전', database.version],
        ['크기', bytesText(database.bytes)],
        ['응답 시간', durationText(database.answer_ms)],
        ['연결', `${count(database.connections)} / ${count(database.most_connections)}개`],
        ['가장 오래 걸리는 질의', longest === null ? '없음' : durationText(longest)],
      ]}
    />
  )
}

export function QueueFacts({ figures: { queue } }: FiguresProps) {
  const failed = `${count(queue.failed)}건`
  const shown =
    queue.failed === 0 ? (
      failed
    ) : (
      <Link to="/settings/server" search={{ tab: 'tasks' }} className="text-primary underline underline-offset-4">
        {failed}
      </Link>
    )
  return (
    <Facts
      id="status-queue"
      title="백그라운드 작업"
      facts={[
        ['대기', `${count(queue.waiting)}건`],
        ['가장 오래 기다린 작업', queue.waiting_since === null ? '없음' : `${since(queue.waiting_since)}부터`],
        ['진행 중', `${count(queue.running)}건`],
        ['최근 24시간 실패', shown],
      ]}
    />
  )
}

/** Disks, and the certificate. */
export function DiskFacts({ status: { disks, certificate } }: { status: ServerStatus }) {
  const rooms = disks.map(({ folder, free, total }): Fact => [
    `${diskNames[folder]} 디스크의 남은 공간`,
    `${bytesText(free)} / ${bytesText(total)}`,
  ])
  const end = certificate && `${momentText(Date.parse(certificate.ends_at))} (${count(certificate.days_left)}일 남음)`
  return (
    <Facts
      id="status-disks"
      title="디스크와 인증서"
      facts={[...rooms, ['인증서 만료일', end ?? '이 서버가 직접 쓰는 인증서는 없습니다.']]}
    />
  )
}

export function BackupFacts({ figures: { backup } }: FiguresProps) {
  return (
    <Facts
      id="status-backup"
      title="백업"
      facts={[
        ['마지막 백업', backup.last === null ? '없음' : since(backup.last.at)],
        ['파일', backup.last?.file ?? '없음'],
        ['자동 백업', backup.is_automatic ? '매일 만듭니다.' : '설정되지 않았습니다.'],
      ]}
    />
  )
}

type Fact = readonly [label: string, value: ReactNode]

function Facts({ id, title, facts }: { id: string; title: string; facts: readonly Fact[] }) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pb-1 font-semibold">
        {title}
      </h3>
      <dl className="border-t border-rule-strong">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b py-1.5">
            <dt className="text-ink-2">{label}</dt>
            <dd className="tabular min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function since(instant: string): string {
  return momentText(Date.parse(instant))
}

function count(number: number): string {
  return number.toLocaleString('ko')
}
