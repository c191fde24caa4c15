import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import type { LogRow } from '../outbox-database.ts'
import { reportTracesRegularly } from './report-traces.ts'

/** An outbox whose log has rows of these ages in days, some minutes later. */
async function openLog(days: readonly number[], minutes = 1) {
  const browser = makeFakeBrowser()
  const outbox = await openOutbox(browser.openTab().runtime, testUserId)
  const now = outbox.runtime.now()
  const makeRow = (ago: number, number: number): Omit<LogRow, 'id'> => {
    return { opId: `op-${number}`, at: now - ago * dayMs, what: 'discarded', op: { caption: '가상인' }, into: null }
  }
  await outbox.db.log.bulkAdd(days.map(makeRow))
  const controller = new AbortController()
  void reportTracesRegularly(outbox, () => true, controller.signal)
  await browser.advance(minutes * 60_000 + 1_000)
  controller.abort()
  return outbox
}

const listOpIds = async ({ db }: Outbox) => (await db.log.toArray()).map(({ opId }) => opId)

test('drops log rows after a month and keeps younger ones unchanged', async () => {
  const outbox = await openLog([400, 31, 29, 0])
  expect(await listOpIds(outbox)).toEqual(['op-2', 'op-3'])
  expect(await outbox.db.log.toCollection().first()).toMatchObject({ what: 'discarded', op: { caption: '가상인' } })
})

test('drops the oldest of too many rows, for any timestamps', async () => {
  const days = Array.from({ length: 6_000 }, (_, number) => (number < 100 ? 40 : number < 2_000 ? -1 : 1))
  const outbox = await openLog(days, 5)
  expect(await outbox.db.log.count()).toBe(5_000)
  expect((await listOpIds(outbox)).slice(0, 1)).toEqual(['op-1000'])
})
