import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import {
  describeConnection,
  describeWaitingPapers,
  explainPause,
  formatCopyProgress,
  formatLastSync,
  withUnstored,
} from './sync-texts.ts'

const noon = Date.parse('2026-11-21T12:00:05+09:00')

test("shows today's last sync as a time in Seoul", () => {
  expect(formatLastSync(noon, noon + 60_000)).toBe('12:00:05')
})

test('shows a last sync of another day with its date', () => {
  expect(formatLastSync(noon, noon + dayMs)).toBe('2026.11.21 12:00:05')
})

test('shows a last sync of another year with its year', () => {
  expect(formatLastSync(noon, noon + 365 * dayMs)).toBe('2026.11.21 12:00:05')
})

test('shows 없음 before the first sync', () => {
  expect(formatLastSync(null, noon)).toBe('없음')
})

const baseStatus = {
  connection: 'online',
  trouble: null,
  isInSync: false,
  needsSignIn: false,
  needsFactor: false,
  waitReason: null,
  storeFailure: null,
} as const

test('distinguishes being online from being in sync', () => {
  expect(describeConnection(baseStatus)).toBe('온라인')
  expect(describeConnection({ ...baseStatus, isInSync: true })).toBe('동기화됨')
})

test('does not call an ended session a lost network', () => {
  expect(describeConnection({ ...baseStatus, connection: 'offline', needsSignIn: true })).toBe('로그인 필요')
})

test('calls a server that takes no writes neither in sync nor offline', () => {
  expect(describeConnection({ ...baseStatus, waitReason: 'storage_full' })).toBe('서버 가득 참')
  expect(describeConnection({ ...baseStatus, connection: 'offline', waitReason: 'unavailable' })).toBe('서버 준비 중')
  expect(describeConnection({ ...baseStatus, connection: 'offline' })).toBe('오프라인')
})

test("says that the device cannot store the server's data", () => {
  const failing = { ...baseStatus, storeFailure: 'failing' } as const
  expect(describeConnection(failing)).toBe('기기 저장 오류')
  expect(explainPause(failing)).toContain('저장하지 못해')
})

test("says that the device has no room for the server's data", () => {
  const full = { ...baseStatus, storeFailure: 'full' } as const
  expect(describeConnection(full)).toBe('기기 가득 참')
  expect(describeConnection({ ...full, connection: 'offline' })).toBe('오프라인')
  expect(explainPause(full)).toBe('이 기기에 저장할 공간이 없어 새 내용을 받지 못합니다.')
  expect(explainPause(baseStatus)).toBeNull()
})

test('counts values without room under 확인 필요 and is not in sync with them', () => {
  const status = { ...baseStatus, attention: 1, isInSync: true }
  expect(withUnstored(status, 2)).toMatchObject({ attention: 3 })
  expect(describeConnection(withUnstored(status, 2))).toBe('온라인')
  expect(withUnstored(status, 0)).toBe(status)
})

test('shows the progress of a running first copy, and nothing for a finished one', () => {
  expect(formatCopyProgress({ copying: { 'real-estate': { received: 12_000, total: 100_000 } } })).toBe(
    '사건부 받는 중 12,000 / 100,000',
  )
  expect(formatCopyProgress({ copying: {} })).toBeNull()
})

test('shows photographs and documents with their progress, or as waiting for a network', () => {
  const papers = { waiting: 3, refused: 0, percent: 42 }
  expect(describeWaitingPapers({ papers, connection: 'online' })).toBe('사진·서류 3개 전송 중 42%')
  expect(describeWaitingPapers({ papers, connection: 'offline' })).toBe('사진·서류 3개 전송 대기')
  expect(describeWaitingPapers({ papers: { ...papers, waiting: 0 }, connection: 'online' })).toBeNull()
})

test.each([
  [{ kind: 'no_network' }, '오프라인', null],
  [{ kind: 'no_answer' }, '서버 응답 없음', '서버가 응답하지 않습니다.'],
  [{ kind: 'foreign_answer' }, '서버 응답 없음', '서버 대신 다른 곳에서 응답했습니다.'],
  [{ kind: 'failed', status: 500 }, '서버 오류', '서버에서 오류가 발생했습니다. (500)'],
  [{ kind: 'failed', status: 503, code: 'unavailable' }, '서버 준비 중', '서버가 준비 중입니다.'],
  [{ kind: 'failed', status: 429, code: 'too_many_requests' }, '요청 거절됨', '요청이 너무 많습니다.'],
] as const)('names %o correctly in the status line', (trouble, word, sentence) => {
  for (const connection of ['online', 'offline'] as const) {
    const text = explainPause({ ...baseStatus, trouble })
    expect(describeConnection({ ...baseStatus, connection, trouble })).toBe(word)
    expect(sentence === null ? text === null : text?.startsWith(sentence)).toBe(true)
  }
})

test('fits the sentence about a server that does not respond next to the outbox on a small tablet', () => {
  const trouble = { kind: 'failed', status: 500 } as const
  expect(explainPause({ ...baseStatus, trouble }, 'short')).toBe('이 기기에 저장됨 · 자동 재전송')
  expect(explainPause({ ...baseStatus, waitReason: 'unavailable' }, 'short')).toBe('이 기기에 저장됨 · 자동 재전송')
  expect(explainPause({ ...baseStatus, storeFailure: 'full' }, 'short')).toBe('이 기기에 저장할 공간 없음')
  expect(explainPause(baseStatus, 'short')).toBeNull()
})
