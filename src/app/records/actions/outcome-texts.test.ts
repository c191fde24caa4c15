import { expect, test } from 'vitest'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { ToastOptions } from '#app/ui/overlays/toast.tsx'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { caseBookWordings, type WriteKind } from '#contract/books/wordings.ts'
import { problem } from '#contract/problem.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { EntryView } from '#mirror/offline-copy.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import {
  announceLostEdit,
  announceRefusals,
  formatDone,
  formatDoneToSeveral,
  formatFailed,
  formatMixed,
} from './outcome-texts.ts'

function describeDone(collection: CollectionName, kind: WriteKind, isOnline = true): string {
  return formatDone(getBook(collection).wordings, kind, { subject: '김가온', isOnline })
}

function describeFailed(collection: CollectionName, kind: WriteKind, reason?: string): string {
  return formatFailed(getBook(collection).wordings, kind, reason)
}

test('confirms each action in the words of its book', () => {
  expect(describeDone('real-estate', 'update')).toBe('수정 성공 (김가온)')
  expect(describeDone('companies', 'create')).toBe('회사가 성공적으로 추가되었습니다.')
  expect(describeDone('departments', 'update')).toBe('부서가 성공적으로 수정되었습니다.')
  expect(describeDone('managers', 'delete')).toBe('관리자가 성공적으로 삭제되었습니다.')
  expect(describeDone('projects', 'create')).toBe('사업구간이 성공적으로 추가되었습니다.')
  expect(describeDone('projects', 'update')).toBe('프로젝트가 성공적으로 수정되었습니다.')
  expect(describeDone('titles', 'create')).toBe('목록이 추가되었습니다.')
  expect(describeDone('quick-deliveries', 'update')).toBe('배송 정보가 수정되었습니다.')
})

test("uses the generic table's words for addresses, and says what could not be saved", () => {
  expect(describeDone('addresses', 'create')).toBe('성공적으로 추가되었습니다.')
  expect(describeDone('addresses', 'update')).toBe('성공적으로 수정되었습니다.')
  expect(describeDone('addresses', 'delete')).toBe('성공적으로 삭제되었습니다.')
  expect(describeFailed('addresses', 'create', '지번 없음')).toBe('작업 중 오류가 발생했습니다: 지번 없음')
  expect(describeFailed('addresses', 'update')).toBe('데이터 저장 중 오류가 발생했습니다.')
  expect(describeFailed('addresses', 'delete')).toBe('삭제 중 오류가 발생했습니다.')
})

test('counts several deleted records in the words of each list', () => {
  const formatDeleted = (name: CollectionName) =>
    formatDoneToSeveral(getBook(name).wordings, 'delete', { count: 1200, isOnline: true })
  expect(formatDeleted('card-usage')).toBe('1,200개가 삭제되었습니다.')
  expect(formatDeleted('real-estate')).toBe('삭제 성공 (1,200건)')
  expect(describeDone('card-usage', 'delete')).toBe('성공적으로 삭제되었습니다.')
  expect(describeFailed('card-usage', 'delete', '이유')).toBe('삭제 중 오류가 발생했습니다.')
})

test('gives the numbers of added and changed records of a mixed action', () => {
  expect(formatMixed(['create', 'update', 'create'])).toBe('2건 추가, 1건 수정')
  expect(formatMixed(['create', 'create'])).toBeNull()
  expect(formatMixed(['update'])).toBeNull()
})

test('says that an action without a network waits', () => {
  expect(describeDone('titles', 'delete', false)).toBe('목록이 삭제되었습니다. · 저장됨(전송 대기)')
})

test('names the failed action, and the reason if it is known', () => {
  expect(describeFailed('real-estate', 'update')).toBe('수정 실패: 알 수 없는 오류')
  expect(describeFailed('real-estate', 'update', '$& 저장 공간')).toBe('수정 실패: $& 저장 공간')
  expect(describeFailed('projects', 'create')).toBe('사업구간 추가 중 오류가 발생했습니다.')
  expect(describeFailed('projects', 'delete', '')).toBe('프로젝트 삭제 중 오류가 발생했습니다.')
  expect(describeFailed('companies', 'delete', '부서 3건에서 사용 중이어서 삭제할 수 없습니다.')).toBe(
    '회사 삭제 중 오류가 발생했습니다.\n부서 3건에서 사용 중이어서 삭제할 수 없습니다.',
  )
})

test('reports a refused manager in the server’s own words', () => {
  const refusalText = '부서: 선택한 회사의 부서가 아닙니다. 다시 선택해 주세요.'
  expect(describeFailed('managers', 'create', refusalText)).toBe(refusalText)
  expect(describeFailed('managers', 'update')).toBe('관리자 수정 중 오류가 발생했습니다.')
})

const column = { key: 'purpose', label: '등기목적' } as Column

function listToasts(text: string | null, isStillListed: boolean, isRowPresent = false): [string, ToastOptions][] {
  const toasts: [string, ToastOptions][] = []
  const warning = (message: string, options: ToastOptions = {}) => void toasts.push([message, options])
  const toast = { success: warning, error: warning, warning, info: warning }
  const lostEdit = { row: createPlainRow(makeCase(1)), column, text, isStillListed }
  announceLostEdit({ toast, collection: 'real-estate', caption: '김가온', isRowPresent }, lostEdit)
  return toasts
}

test('names the deleted record and keeps the typed text in the toast until it is closed', () => {
  const [[message, options] = ['', {}]] = listToasts('고칠 목적', false)
  expect(message).toBe('김가온 · 다른 곳에서 이 사건을 삭제했습니다.')
  expect(options).toMatchObject({
    description: '저장되지 않은 등기목적: 고칠 목적',
    duration: 0,
    action: { label: '복사' },
  })
})

test('does not call a record deleted that has only left the list', () => {
  expect(listToasts(null, false, true)).toEqual([['김가온 · 현재 조건과 맞지 않아 목록에서 빠졌습니다.', {}]])
})

test('closes the toast automatically when nothing was typed or the text is in the outbox', () => {
  expect(listToasts(null, false)).toEqual([['김가온 · 다른 곳에서 이 사건을 삭제했습니다.', {}]])
  expect(listToasts('고칠 목적', true)).toEqual([
    [
      '김가온 · 다른 곳에서 이 사건을 삭제했습니다.',
      { description: '입력하던 등기목적: 앞선 수정과 함께 보낼 작업에 있습니다.' },
    ],
  ])
})

const refused: EntryView = {
  seq: 1,
  opId: 'op',
  kind: 'update',
  collection: 'real-estate',
  recordId: makeId(1),
  caption: '김가온',
  changes: {},
  state: 'rejected',
  createdAt: 0,
  attempts: 1,
  problem: problem('refused'),
  isBlocked: false,
  isGone: false,
  isJoined: false,
}

/** The toasts shown for these entries on a device that knows this row. */
async function listRefusalToasts(entries: readonly EntryView[], row: SourceRow | null = null): Promise<unknown[]> {
  const toasts: unknown[] = []
  const show =
    (tone: string) =>
    (message: string, options: ToastOptions = {}) =>
      void toasts.push([tone, message, options.description])
  const toast = { success: show('success'), error: show('error'), warning: show('warning'), info: show('info') }
  await announceRefusals(entries, { copy: { getRow: async () => row }, toast, wordings: caseBookWordings })
  return toasts
}

test("names the record below the screen's own words", async () => {
  expect(await listRefusalToasts([refused])).toEqual([['error', '수정 실패: 요청을 처리할 수 없습니다.', '김가온']])
  expect(await listRefusalToasts([refused, { ...refused, opId: 'other', caption: '이나래' }])).toEqual([
    ['error', '수정 실패: 요청을 처리할 수 없습니다. 외 1건', '김가온'],
  ])
})

test('names the record by its confirmed value when the edit has no caption', async () => {
  const mark = { state: 'refused', confirmed: '박다온', opId: 'op' } as const
  const row: SourceRow = { ...createPlainRow(makeCase(1, { owner: '고친 이름' })), marks: { owner: mark } }
  expect(await listRefusalToasts([{ ...refused, caption: '' }], row)).toMatchObject([
    ['error', expect.any(String), '박다온'],
  ])
  expect(await listRefusalToasts([{ ...refused, caption: '' }])).toMatchObject([
    ['error', expect.any(String), undefined],
  ])
})

test('says that the record is gone when it is', async () => {
  expect(await listRefusalToasts([{ ...refused, isGone: true, problem: problem('not_found') }])).toEqual([
    ['error', '수정 실패: 서버에 이 사건이 없습니다. 다른 사람이 삭제했을 수 있습니다.', '김가온'],
  ])
})

test('names the record of a conflict too', async () => {
  expect(await listRefusalToasts([{ ...refused, state: 'conflict', problem: problem('conflict') }])).toEqual([
    ['warning', '다른 사람이 먼저 수정한 내용과 겹칩니다 (김가온). 사용할 값을 선택해 주세요.', undefined],
  ])
})
