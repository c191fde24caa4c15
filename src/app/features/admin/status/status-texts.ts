import type { DatabaseFigures, ServerStatus } from '#contract/admin/server-status.ts'
import { formatNumber } from '#contract/text/format-number.ts'

/** Problems that need action, one sentence each, worst first; empty if all is well. */
export function findIssues(status: ServerStatus): string[] {
  return [
    ...findDatabaseIssues(status.figures?.database),
    ...findReplicaIssues(status.figures?.replica),
    ...findStorageIssues(status),
    ...findBackupIssues(status.figures?.backup),
    ...findOtherIssues(status),
  ]
}

/** Silent processes on whose machine no other has started since. */
export function findSilentProcesses(processes: DatabaseFigures['processes']): DatabaseFigures['processes'] {
  const alive = processes.filter(({ is_alive: isAlive }) => isAlive)
  const isReplaced = ({ host, seen_at: seen }: (typeof processes)[number]) =>
    alive.some((other) => other.host === host && Date.parse(other.started_at) > Date.parse(seen))
  return processes.filter((process) => !process.is_alive && !isReplaced(process))
}

/** `1.5GB`; units of 1024, as operating systems show disks. */
export function formatBytes(bytes: number): string {
  const unitIndex = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** unitIndex
  return `${formatNumber(amount, unitIndex === 0 || amount >= 100 ? 0 : 1)}${byteUnits[unitIndex]}`
}

/** `0.25초`, `3분 12초`, `2시간 5분`, `3일 4시간`. */
export function formatUptime(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${formatNumber(seconds, seconds < 1 ? 3 : 1)}초`
  const totalSeconds = Math.floor(seconds)
  if (totalSeconds < 3600) return formatTwoUnits(totalSeconds, [60, '분'], [1, '초'])
  return totalSeconds < 86_400
    ? formatTwoUnits(totalSeconds, [3600, '시간'], [60, '분'])
    : formatTwoUnits(totalSeconds, [86_400, '일'], [3600, '시간'])
}

export const diskNames = { data: '자료', backup: '백업' } as const satisfies Record<
  ServerStatus['disks'][number]['folder'],
  string
>

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

function formatTwoUnits(
  seconds: number,
  [large, largeWord]: [number, string],
  [small, smallWord]: [number, string],
): string {
  const remainder = Math.floor((seconds % large) / small)
  return `${Math.floor(seconds / large)}${largeWord}${remainder > 0 ? ` ${remainder}${smallWord}` : ''}`
}

function findStorageIssues({ figures, disks }: ServerStatus): string[] {
  const isBackupDiskGone = figures?.backup.is_automatic === true && disks.every(({ folder }) => folder !== 'backup')
  return [
    ...disks
      .filter(({ free, total }) => free < total / 10 || free < 1024 ** 3)
      .map(({ folder, free }) => `${diskNames[folder]} 디스크에 남은 공간이 ${formatBytes(free)}뿐입니다.`),
    ...(isBackupDiskGone ? ['백업 폴더를 찾을 수 없습니다. 디스크가 연결되어 있는지 확인해 주세요.'] : []),
  ]
}

function findDatabaseIssues(database: DatabaseFigures['database'] | undefined): string[] {
  if (database === undefined)
    return [
      '데이터베이스가 응답하지 않습니다. 서버가 계속 다시 연결하고 있으며, 그동안 입력한 내용은 각 기기에 보관됩니다. 디스크의 남은 공간과 데이터베이스 서버를 확인해 주세요.',
    ]
  const { connections, most_connections: most, longest_question_ms: longest } = database
  return [
    ...(database.is_full ? ['저장 공간이 가득 차서 새 내용을 저장할 수 없습니다.'] : []),
    ...(connections > most * 0.8 ? [`데이터베이스 연결 ${most}개 중 ${connections}개를 사용하고 있습니다.`] : []),
    ...(longest !== null && longest > 60_000
      ? [`데이터베이스에서 ${formatUptime(longest)} 동안 끝나지 않은 질의가 있습니다.`]
      : []),
  ]
}

type ReplicaStatus = NonNullable<DatabaseFigures['replica']>

/** `정상, 지연 없음`; `지연 12초`. */
export function describeReplica({ state, lag_seconds: lag }: ReplicaStatus): string {
  if (state === 'ready') return '정상, 지연 없음'
  const lagText = lag === null ? '지연 시간을 알 수 없음' : `지연 ${formatUptime(lag * 1000)}`
  if (state === 'behind') return lagText
  return state === 'paused' ? `복제 멈춤, ${lagText}` : unusableReplicas[state].name
}

const unusableReplicas = {
  away: { name: '사용할 수 없음', issue: '읽기용 복제본을 사용할 수 없습니다. 연결과 권한을 확인해 주세요.' },
  no_replica: {
    name: '복제본이 아님',
    issue: 'DATABASE_REPLICA_URL이 가리키는 데이터베이스는 복제본이 아닙니다.',
  },
  other_history: {
    name: '다른 데이터베이스',
    issue: 'DATABASE_REPLICA_URL이 DATABASE_URL의 데이터베이스를 따르지 않는 복제본을 가리킵니다.',
  },
} as const

/** A longer lag needs an operator; a shorter one passes by itself. */
const maxLagSeconds = 30

function findReplicaIssues(replica: DatabaseFigures['replica'] | undefined): string[] {
  if (!replica || replica.state === 'ready') return []
  const { state, lag_seconds: lag } = replica
  if (state !== 'behind' && state !== 'paused') return [`${unusableReplicas[state].issue} ${primaryServes}`]
  const lagText = lag === null ? '' : `${formatUptime(lag * 1000)} `
  if (state === 'paused') return [`읽기용 복제본의 복제가 멈춰 ${lagText}늦습니다. ${primaryServes}`]
  return lag === null || lag > maxLagSeconds ? [`읽기용 복제본이 ${lagText}늦습니다. ${primaryServes}`] : []
}

const primaryServes = '그동안 목록도 원본 데이터베이스에서 읽습니다.'

function findBackupIssues(backup: DatabaseFigures['backup'] | undefined): string[] {
  if (backup === undefined) return []
  const backupText =
    backup.last === null ? '백업이 한 번도 만들어지지 않았습니다.' : '마지막 백업을 만든 지 이틀이 지났습니다.'
  const setupHint = backup.is_automatic
    ? ''
    : ' 서버에 BACKUP_DIR와 BACKUP_KEY_FILE을 설정하면 매일 자동으로 백업합니다.'
  return [
    ...(backup.is_old ? [`${backupText}${setupHint}`] : []),
    ...(backup.missing === 0
      ? []
      : [
          `최근 7일의 자동 백업 파일 가운데 ${backup.missing}개가 백업 폴더에 없습니다. 백업 디스크가 연결되어 있는지 확인해 주세요.`,
        ]),
    ...(backup.failure === null ? [] : [`최근 자동 백업에 실패했습니다. ${backup.failure.message}`]),
  ]
}

function findOtherIssues({ certificate, figures, asked_at: askedAt }: ServerStatus): string[] {
  const waitingSince = figures?.queue.waiting_since ?? null
  const waitingMs = waitingSince === null ? 0 : Date.parse(askedAt) - Date.parse(waitingSince)
  const silent = findSilentProcesses(figures?.processes ?? []).length
  const hasWorker = figures === null || figures.processes.some(({ is_alive: isAlive }) => isAlive)
  return [
    ...(certificate === null || certificate.days_left >= 21 ? [] : [describeCertificateIssue(certificate.days_left)]),
    ...(waitingMs > 300_000 ? [`${formatUptime(waitingMs)} 동안 시작되지 않은 작업이 있습니다.`] : []),
    ...(hasWorker ? [] : [noWorker]),
    ...(silent === 0 ? [] : [`응답이 없는 워커가 ${silent}개 있습니다.`]),
  ]
}

const noWorker = '백그라운드 작업을 처리하는 워커가 없습니다. 서버의 WORKER 설정과 워커 프로세스를 확인해 주세요.'

function describeCertificateIssue(daysLeft: number): string {
  return daysLeft < 0 ? '서버 인증서가 만료되었습니다.' : `서버 인증서가 ${daysLeft}일 뒤에 만료됩니다.`
}
