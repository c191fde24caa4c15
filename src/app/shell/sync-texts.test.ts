import { expect, test } from 'vitest'
import { connectionText, copyProgressText, lastSyncText } from './sync-texts.ts'

const noon = Date.parse('2026-11-21T12:00:05+09:00')

test('the last sync of today stands as a time of day in Seoul', () => {
  expect(lastSyncText(noon, noon + 60_000)).toBe('12:00:05')
})

test('a last sync of another day stands with its day', () => {
  expect(lastSyncText(noon, noon + 86_400_000)).toBe('11. 21. 12:00:05')
})

test('a last sync of another year stands with its year', () => {
  expect(lastSyncText(noon, noon + 365 * 86_400_000)).toBe('2026. 11. 21. 12:00:05')
})

test('before the first sync there is none', () => {
  expect(lastSyncText(null, noon)).toBe('없음')
})

test('being online alone is not being in sync', () => {
  expect(connectionText({ connection: 'online', isInSync: false, needsSignIn: false, serverHolds: null })).toBe(
    '온라인',
  )
  expect(connectionText({ connection: 'online', isInSync: true, needsSignIn: false, serverHolds: null })).toBe(
    '동기화됨',
  )
})

test('a session that ended is not called a lost network', () => {
  expect(connectionText({ connection: 'offline', isInSync: false, needsSignIn: true, serverHolds: null })).toBe(
    '로그인 필요',
  )
})

test('a server that takes nothing is not called in order, and not a lost network', () => {
  const waits = { isInSync: false, needsSignIn: false } as const
  expect(connectionText({ ...waits, connection: 'online', serverHolds: 'storage_full' })).toBe('서버 가득 참')
  expect(connectionText({ ...waits, connection: 'offline', serverHolds: 'unavailable' })).toBe('서버 준비 중')
  expect(connectionText({ ...waits, connection: 'offline', serverHolds: null })).toBe('오프라인')
})

test('a running first copy says how far it is, a finished one nothing', () => {
  expect(copyProgressText({ copying: { 'real-estate': { received: 12_000, total: 100_000 } } })).toBe(
    '사건부 받는 중 12,000 / 100,000',
  )
  expect(copyProgressText({ copying: {} })).toBeNull()
})
