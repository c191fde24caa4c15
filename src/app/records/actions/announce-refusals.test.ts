import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OutboxEntry } from '#mirror/offline-copy.ts'
import { plainRow } from '../../../../tests/support/array-row-source.ts'
import type { ToastOptions } from '#app/ui/overlays/toast.tsx'
import { caseOf, idOf } from '../../../../tests/support/mirror-fixtures.ts'
import { caseBookWordings } from '#contract/books/wordings.ts'
import { announceRefusals } from './announce-refusals.ts'

const refused: OutboxEntry = {
  seq: 1,
  opId: 'op',
  kind: 'update',
  collection: 'real-estate',
  recordId: idOf(1),
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
async function toastsFor(entries: readonly OutboxEntry[], row: SourceRow | null = null): Promise<unknown[]> {
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
  expect(await toastsFor([refused])).toEqual([['error', '수정 실패: 요청을 처리할 수 없습니다.', '김가온']])
  expect(await toastsFor([refused, { ...refused, opId: 'other', caption: '이나래' }])).toEqual([
    ['error', '수정 실패: 요청을 처리할 수 없습니다. 외 1건', '김가온'],
  ])
})

test('names the record by its confirmed value when the edit has no caption', async () => {
  const mark = { state: 'refused', confirmed: '박다온', opId: 'op' } as const
  const row: SourceRow = { ...plainRow(caseOf(1, { owner: '고친 이름' })), marks: { owner: mark } }
  expect(await toastsFor([{ ...refused, caption: '' }], row)).toMatchObject([['error', expect.any(String), '박다온']])
  expect(await toastsFor([{ ...refused, caption: '' }])).toMatchObject([['error', expect.any(String), undefined]])
})

test('says that the record is gone when it is', async () => {
  expect(await toastsFor([{ ...refused, isGone: true, problem: problem('not_found') }])).toEqual([
    ['error', '수정 실패: 서버에 이 사건이 없습니다. 다른 사람이 삭제했을 수 있습니다.', '김가온'],
  ])
})

test('names the record of a conflict too', async () => {
  expect(await toastsFor([{ ...refused, state: 'conflict', problem: problem('conflict') }])).toEqual([
    ['warning', '다른 사람이 먼저 수정한 내용과 겹칩니다 (김가온). 사용할 값을 선택해 주세요.', undefined],
  ])
})
