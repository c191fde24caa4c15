import { expect, test } from 'vitest'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { plainRow } from '../../../../tests/support/array-row-source.ts'
import type { ToastOptions } from '#app/ui/overlays/toast.tsx'
import { caseOf } from '../../../../tests/support/mirror-fixtures.ts'
import { announceLostEdit } from './announce-lost-edit.ts'

const column = { key: 'purpose', label: '등기목적' } as Column

function toastsFor(text: string | null, isStillListed: boolean, isRowPresent = false): [string, ToastOptions][] {
  const toasts: [string, ToastOptions][] = []
  const warning = (message: string, options: ToastOptions = {}) => void toasts.push([message, options])
  const toast = { success: warning, error: warning, warning, info: warning }
  const lost = { row: plainRow(caseOf(1)), column, text, isStillListed }
  announceLostEdit({ toast, collection: 'real-estate', caption: '김가온', isRowPresent }, lost)
  return toasts
}

test('names the deleted record and keeps the typed text in the toast until it is closed', () => {
  const [[message, options] = ['', {}]] = toastsFor('고칠 목적', false)
  expect(message).toBe('김가온 · 다른 곳에서 이 사건을 삭제했습니다.')
  expect(options).toMatchObject({
    description: '저장되지 않은 등기목적: 고칠 목적',
    duration: 0,
    action: { label: '복사' },
  })
})

test('does not call a record deleted that has only left the list', () => {
  expect(toastsFor(null, false, true)).toEqual([['김가온 · 현재 조건과 맞지 않아 목록에서 빠졌습니다.', {}]])
})

test('closes the toast by itself when nothing was typed or the text is in the outbox', () => {
  expect(toastsFor(null, false)).toEqual([['김가온 · 다른 곳에서 이 사건을 삭제했습니다.', {}]])
  expect(toastsFor('고칠 목적', true)).toEqual([
    [
      '김가온 · 다른 곳에서 이 사건을 삭제했습니다.',
      { description: '입력하던 등기목적: 앞선 수정과 함께 보낼 작업에 있습니다.' },
    ],
  ])
})
