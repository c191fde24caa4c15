import { expect, test } from 'vitest'
import { makeId } from '#tests/support/books/mirror-fixtures.ts'
import { openCaseBook } from '#tests/support/books/open-case-book.ts'

test('confirms saving an unchanged form without sending anything, and ignores an unchanged cell', async () => {
  const { copy, rows, successes, actions, enter } = await openCaseBook()
  const row = rows.rowById(makeId(1))
  if (!row) throw new Error('the row is not there')
  await enter(row.id, 'owner', row.record['owner'] ?? null)
  expect(successes).toEqual([])
  expect(await actions.change(row, { owner: row.record['owner'] ?? null })).toBe(true)
  expect([successes.length, copy.outbox.getEntries().length]).toEqual([1, 0])
})

test('a renamed record is confirmed by its new name', async () => {
  const { successes, enter } = await openCaseBook()
  await enter(makeId(1), 'owner', '고친 소유자')
  await enter(makeId(1), 'purpose', '상속')
  expect(successes.map((text) => text.replace(' · 저장됨(전송 대기)', ''))).toEqual([
    '수정 성공 (고친 소유자)',
    '수정 성공 (고친 소유자)',
  ])
})

test('reports the numbers of records that a paste adds and changes', async () => {
  const { rows, successes, actions } = await openCaseBook()
  const newRows = ['새로 하나', '새로 둘'].map((owner) => ({ group_id: makeId(9), owner }))
  await actions.edit({ kind: 'paste', changes: [], newRows })
  const row = rows.rowById(makeId(1))
  if (!row) throw new Error('the row is not there')
  const change = { row, key: 'owner', old: row.record['owner'] ?? null, new: '고친 소유자' }
  await actions.edit({ kind: 'paste', changes: [change], newRows })
  expect(successes.map((text) => text.replace(' · 저장됨(전송 대기)', ''))).toEqual([
    '추가 성공 (2건)',
    '2건 추가, 1건 수정',
  ])
})
