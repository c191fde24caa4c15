import { expect, test } from 'vitest'
import type { DatabaseFigures, ServerStatus } from '#contract/admin/server-status.ts'
import { describeReplica, findIssues, findSilentProcesses, formatBytes, formatUptime } from './status-texts.ts'

const gigabyte = 1024 ** 3
const process = {
  host: 'office',
  pid: 7,
  version: '0.1.0',
  running: 0,
  is_alive: true,
  started_at: '2026-11-24T09:00:00Z',
  seen_at: '2026-11-24T09:00:00Z',
}
const calmFigures: DatabaseFigures = {
  database: {
    answer_ms: 0.4,
    version: '18.4',
    bytes: 90_000_000,
    connections: 12,
    most_connections: 100,
    longest_question_ms: null,
    is_full: false,
  },
  replica: null,
  queue: { waiting: 0, running: 0, failed: 0, waiting_since: null },
  backup: {
    is_automatic: true,
    last: { at: '2026-11-24T00:10:00Z', file: 'office.backup' },
    missing: 0,
    is_old: false,
    failure: null,
  },
  devices: { total: 3, outdated: [] },
  processes: [process],
}
const calm: ServerStatus = {
  asked_at: '2026-11-24T09:00:00Z',
  figures: calmFigures,
  disks: [
    { folder: 'data', free: 50 * gigabyte, total: 100 * gigabyte },
    { folder: 'backup', free: 50 * gigabyte, total: 100 * gigabyte },
  ],
  certificate: { ends_at: '2027-02-01T00:00:00Z', days_left: 68 },
  slowest: [],
}
/** The healthy status with some figures replaced. */
const makeStatus = (figures: Partial<DatabaseFigures>) => ({ figures: { ...calmFigures, ...figures } })
const { database, queue, backup } = calmFigures

test('reports no trouble if all is well', () => {
  expect(findIssues(calm)).toEqual([])
  expect(
    findIssues({
      ...calm,
      ...makeStatus({ backup: { ...backup, is_automatic: false } }),
      certificate: null,
      disks: [],
    }),
  ).toEqual([])
})

const cases: ReadonlyArray<[string, Partial<ServerStatus>, string]> = [
  ['full', makeStatus({ database: { ...database, is_full: true } }), '저장 공간이 가득 차서'],
  [
    'little room',
    {
      disks: [{ folder: 'data', free: 5 * gigabyte, total: 100 * gigabyte }],
      ...makeStatus({ backup: { ...backup, is_automatic: false } }),
    },
    '자료 디스크에 남은 공간이 5GB뿐입니다.',
  ],
  ['no backup disk', { disks: calm.disks.slice(0, 1) }, '백업 폴더를 찾을 수 없습니다.'],
  [
    'no backup',
    makeStatus({ backup: { ...backup, last: null, is_old: true } }),
    '백업이 한 번도 만들어지지 않았습니다.',
  ],
  ['an old backup', makeStatus({ backup: { ...backup, is_old: true } }), '마지막 백업을 만든 지 이틀이 지났습니다.'],
  [
    'a backup that failed',
    makeStatus({ backup: { ...backup, failure: { at: calm.asked_at, message: '백업 폴더(BACKUP_DIR)가 없습니다.' } } }),
    '최근 자동 백업에 실패했습니다. 백업 폴더(BACKUP_DIR)가 없습니다.',
  ],
  ['many connections', makeStatus({ database: { ...database, connections: 95 } }), '연결 100개 중 95개'],
  [
    'a long question',
    makeStatus({ database: { ...database, longest_question_ms: 192_000 } }),
    '3분 12초 동안 끝나지 않은',
  ],
  ['a certificate at its end', { certificate: { ends_at: calm.asked_at, days_left: 3 } }, '3일 뒤에 만료됩니다.'],
  ['a certificate past its end', { certificate: { ends_at: calm.asked_at, days_left: -1 } }, '만료되었습니다.'],
  [
    'work that waits',
    makeStatus({ queue: { ...queue, waiting: 1, waiting_since: '2026-11-24T08:50:00Z' } }),
    '10분 동안 시작되지 않은',
  ],
  ['a silent worker', makeStatus({ processes: [process, { ...process, is_alive: false }] }), '응답이 없는 워커가 1개'],
  ['no worker', makeStatus({ processes: [] }), '처리하는 워커가 없습니다.'],
]

const moreCases: typeof cases = [
  [
    'a replica that falls behind',
    makeStatus({ replica: { state: 'behind', lag_seconds: 192 } }),
    '읽기용 복제본이 3분 12초 늦습니다.',
  ],
  [
    'a replica that is paused',
    makeStatus({ replica: { state: 'paused', lag_seconds: 2 } }),
    '복제가 멈춰 2초 늦습니다.',
  ],
  [
    'a replica that is away',
    makeStatus({ replica: { state: 'away', lag_seconds: null } }),
    '읽기용 복제본을 사용할 수 없습니다.',
  ],
  [
    'a database that is no replica',
    makeStatus({ replica: { state: 'no_replica', lag_seconds: null } }),
    '복제본이 아닙니다.',
  ],
  [
    'a replica of another database',
    makeStatus({ replica: { state: 'other_history', lag_seconds: null } }),
    '데이터베이스를 따르지 않는 복제본',
  ],
  ['a database that does not respond', { figures: null }, '데이터베이스가 응답하지 않습니다.'],
  [
    'nobody who makes backups',
    makeStatus({ backup: { ...backup, is_automatic: false, is_old: true } }),
    '지났습니다. 서버에 BACKUP_DIR와 BACKUP_KEY_FILE을 설정하면 매일 자동으로 백업합니다.',
  ],
  [
    'backups that are not in their folder',
    makeStatus({ backup: { ...backup, missing: 2 } }),
    '2개가 백업 폴더에 없습니다.',
  ],
]

test.each([...cases, ...moreCases])('reports %s in one sentence', (_what, changed, sentence) => {
  expect(findIssues({ ...calm, ...changed })).toEqual([expect.stringContaining(sentence)])
})

test('describes a replica, and reports no trouble about one that is a moment behind', () => {
  const replicas = [
    { state: 'ready', lag_seconds: 0 },
    { state: 'behind', lag_seconds: 12 },
    { state: 'behind', lag_seconds: null },
    { state: 'paused', lag_seconds: 90 },
    { state: 'away', lag_seconds: null },
  ] as const
  expect(replicas.map(describeReplica)).toEqual([
    '정상, 지연 없음',
    '지연 12초',
    '지연 시간을 알 수 없음',
    '복제 멈춤, 지연 1분 30초',
    '사용할 수 없음',
  ])
  for (const replica of replicas.slice(0, 2)) expect(findIssues({ ...calm, ...makeStatus({ replica }) })).toEqual([])
})

test('reports a killed process until another starts on its machine', () => {
  const killed = { ...process, is_alive: false, seen_at: '2026-11-24T08:00:00Z' }
  const secondProcess = { ...process, pid: 8, is_alive: true, started_at: '2026-11-24T07:00:00Z' }
  const restarted = { ...secondProcess, pid: 9, started_at: '2026-11-24T08:01:00Z' }
  expect(findSilentProcesses([killed, secondProcess])).toEqual([killed])
  expect(findSilentProcesses([killed, secondProcess, { ...restarted, host: 'elsewhere' }])).toEqual([killed])
  expect(findSilentProcesses([killed, secondProcess, restarted])).toEqual([])
})

test('formats sizes and durations for people', () => {
  expect([0, 1023, 1536, 52_428_800, 1.5 * gigabyte, 250 * gigabyte].map(formatBytes)).toEqual([
    '0B',
    '1,023B',
    '1.5KB',
    '50MB',
    '1.5GB',
    '250GB',
  ])
  expect([0.4, 250, 12_340, 60_000, 192_000, 7_500_000, 273_600_000].map(formatUptime)).toEqual([
    '0초',
    '0.25초',
    '12.3초',
    '1분',
    '3분 12초',
    '2시간 5분',
    '3일 4시간',
  ])
})
