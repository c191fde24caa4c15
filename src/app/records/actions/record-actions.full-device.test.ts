import { expect, test } from 'vitest'
import { makeId } from '#tests/support/books/mirror-fixtures.ts'
import { openCaseBook } from '#tests/support/books/open-case-book.ts'

test('saves values that did not fit on a full device once there is room, in their last state', async () => {
  const { browser, copy, cells, rows, writes, errors, setFull, enter } = await openCaseBook()
  const [id, other] = [makeId(1), makeId(2)]
  setFull(true)
  await enter(id, 'owner', '첫 입력')
  await enter(id, 'purpose', '찬 기기의 목적')
  await enter(id, 'owner', '나중 입력')
  expect(cells.unstoredRows()).toEqual([id])
  expect(cells.getRow(id)['owner']?.error).toBe(
    '이 기기의 저장 공간이 부족하여 저장하지 못했습니다. 공간이 생기면 자동으로 저장합니다.',
  )
  const errorCount = errors.length
  await cells.retryUnstored()
  expect(errors).toHaveLength(errorCount)
  expect(copy.outbox.getEntries()).toEqual([])

  setFull(false)
  await Promise.all([cells.retryUnstored(), enter(other, 'owner', '다른 건'), cells.retryUnstored()])
  expect(cells.unstoredRows()).toEqual([])
  expect(rows.rowById(id)).toMatchObject({
    record: { owner: '나중 입력', purpose: '찬 기기의 목적' },
    marks: { owner: { state: 'queued', confirmed: '소유자 1' }, purpose: { state: 'queued' } },
  })
  expect(copy.outbox.getEntries().filter(({ recordId }) => recordId === id)).toMatchObject([
    { changes: { owner: { old: '소유자 1', new: '나중 입력' }, purpose: { old: null, new: '찬 기기의 목적' } } },
  ])
  copy.syncNow()
  await browser.runUntil(() => copy.outbox.getEntries().length === 0)
  expect(writes.filter((body) => body.includes(id)).map((body) => JSON.parse(body))).toMatchObject([
    { owner: '나중 입력', purpose: '찬 기기의 목적' },
  ])
  copy.close()
})
