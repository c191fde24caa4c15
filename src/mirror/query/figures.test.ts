import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depositCaseBook, type DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { realEstateBook, type RealEstateRecord } from '#contract/books/real-estate.ts'
import { everyRecord } from '#contract/records/query.ts'
import { depositCaseRules } from '#domain/books/deposit-cases.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { type CostRange, summarizeByGroup, summarizeByProject } from '#domain/deposit-cases/cost-summary.ts'
import { summarizeReceivables } from '#domain/deposit-cases/deposit-receivables.ts'
import { findDeadlines } from '#domain/today/deadlines.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { packBlock } from '#mirror/store/record-block.ts'
import { makeCase, makeDepositCase, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import type { FigureState } from './figures.ts'
import { readSlots } from './loaded-collection.ts'
import { createQueryEngine } from './query-engine.ts'

const today = '2026-11-21'
const { deadline } = depositCaseRules

const day = fc.option(
  fc.integer({ min: -120, max: 40 }).map((days) => addDays(today, days)),
  { freq: 2 },
)
const amount = fc.option(fc.integer({ min: 0, max: 999_999_999_999 }), { freq: 4 })
const fields = fc.record({
  business_section: fc.constantFrom('제2공구', '제10공구', '가', '㈜달빛'),
  status: fc.constantFrom(null, 'pending', 'completed', 'cancelled'),
  deposit_number: fc.constantFrom(null, '2026금1'),
  expropriated_at: day,
  cost_request_at: day,
  deposit_at: day,
  created_at: day,
  fees: amount,
  fees_vat: amount,
  proof: amount,
  tax: amount,
  stamp: amount,
})

test('figures over the packed records equal those over plain records, edited and new ones included', () => {
  const fieldLists = fc.array(fields, { maxLength: 30 })
  fc.assert(
    fc.property(fieldLists, fieldLists, (stored, later) => {
      const records = stored.map((values, index) => makeDepositCase(index + 1, values))
      // Every second one is an edit of a stored record, the others are new.
      const changed = later.map((values, index) => makeDepositCase(index % 2 ? index : index + 500, values))
      const engine = createQueryEngine([depositCaseBook])
      const cases = engine.collection('deposit-cases')
      if (records.length > 0) cases.table.addBlock(packBlock(depositCaseBook, records))
      for (const record of changed) cases.table.setDisplayed(record.id, record)
      const slots = engine.evaluate('deposit-cases', { filters: [], search: '', sort: [] })
      const readPacked = () => readSlots(cases, slots) as Iterable<unknown> as Iterable<DepositCaseRecord>
      const plain = [...new Map([...records, ...changed].map((record) => [record.id, record])).values()]
      expect(summarizeByProject(readPacked(), {})).toEqual(summarizeByProject(plain, {}))
      expect(summarizeReceivables(readPacked(), today)).toEqual(summarizeReceivables(plain, today))
      if (!deadline) throw new Error('deposit cases have a deadline')
      expect(findDeadlines(toAnyRecords(readPacked()), deadline, today)).toEqual(
        findDeadlines(toAnyRecords(plain), deadline, today),
      )
    }),
  )
})

test('sums by group over the packed cases equal those over plain cases', () => {
  const cost = fc.record({
    group_id: fc.constantFrom(makeId(900), makeId(901)),
    fees: amount,
    tax: amount,
    created_at: day,
  })
  fc.assert(
    fc.property(fc.array(cost, { maxLength: 30 }), day, (stored, start) => {
      const records = stored.map((values, index) => makeCase(index + 1, values))
      const engine = createQueryEngine([realEstateBook])
      const cases = engine.collection('real-estate')
      if (records.length > 0) cases.table.addBlock(packBlock(realEstateBook, records))
      const slots = engine.evaluate('real-estate', { filters: [], search: '', sort: [] })
      const packed = readSlots(cases, slots) as Iterable<unknown> as Iterable<RealEstateRecord>
      const range: CostRange = start === null ? {} : { created_at_start: start }
      const plain = records as unknown as RealEstateRecord[]
      const byId = (sums: ReturnType<typeof summarizeByGroup>) => new Map(sums.map((sum) => [sum.group_id, sum]))
      expect(byId(summarizeByGroup(packed, range))).toEqual(byId(summarizeByGroup(plain, range)))
    }),
  )
})

function toAnyRecords(rows: Iterable<unknown>): Iterable<AnyRecord> {
  return rows as Iterable<AnyRecord>
}

function makeCardUse(number: number, values: Readonly<Record<string, string>>): AnyRecord {
  const created_at = '2026-11-20T03:00:00+00:00'
  const empty = { created_at, purpose: null, note: null, approve_num: null }
  return { id: makeId(number), version: 1, inserted_at: created_at, updated_at: created_at, ...empty, ...values }
}

async function openCopy() {
  const server = startScriptedServer(testUserId)
  const browser = makeFakeBrowser()
  const tab = browser.openTab({ fetch: server.fetch })
  const outbox = await openOutbox(tab.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  return { server, browser, copy }
}

test("a sum follows the office's changes and the user's own, sent or not, until it is closed", async () => {
  const { server, browser, copy } = await openCopy()
  server.put('deposit-cases', makeDepositCase(1, { fees: 1_000 }))
  server.put('deposit-cases', makeDepositCase(2, { fees: 2_000 }))
  const states: FigureState<'deposit-summary'>[] = []
  const stop = copy.watchFigure('deposit-summary', {}, (state) => states.push(state))
  const readFees = () => states.at(-1)?.value?.map((section) => section.fees)
  await browser.runUntil(() => states.at(-1)?.status === 'ready')
  expect(states[0]).toEqual({ status: 'loading', value: null })
  expect(readFees()).toEqual([3_000])

  server.put('deposit-cases', makeDepositCase(1, { fees: 1_500, version: 2 }))
  server.notifyChanged()
  await browser.runUntil(() => readFees()?.[0] === 3_500)

  server.isDown = true
  const edit = { kind: 'update' as const, collection: 'deposit-cases' as const, baseVersion: 1 }
  await copy.enqueue({ ...edit, id: makeId(2), changes: { fees: { old: 2_000, new: 2_600 } } })
  await browser.runUntil(() => readFees()?.[0] === 4_100)
  await copy.enqueue({ kind: 'delete', collection: 'deposit-cases', id: makeId(1), baseVersion: 2 })
  await browser.runUntil(() => readFees()?.[0] === 2_600)

  stop()
  const count = states.length
  await copy.enqueue({ ...edit, id: makeId(2), changes: { fees: { old: 2_600, new: 1 } } })
  let other: number | undefined
  copy.watchFigure('deposit-summary', {}, ({ value }) => (other = value?.[0]?.fees))
  await browser.runUntil(() => other === 1)
  expect(states).toHaveLength(count)
  copy.close()
})

test('card sums count only the uses that the list finds', async () => {
  const { server, browser, copy } = await openCopy()
  server.put('card-usage', makeCardUse(1, { store_name: '달빛 주차장', pay: '3000' }))
  server.put('card-usage', makeCardUse(2, { store_name: '가온 국밥', pay: '9000' }))
  let found: number | undefined
  copy.watchFigure('card-totals', { ...everyRecord, search: '주차' }, ({ value }) => (found = value?.total))
  await browser.runUntil(() => found !== undefined)
  expect(found).toBe(3_000)
  copy.close()
})

test('a device without a copy reports never_fetched instead of a partial sum', async () => {
  const { server, browser, copy } = await openCopy()
  server.isDown = true
  const states: FigureState<'deposit-summary'>[] = []
  copy.watchFigure('deposit-summary', {}, (state) => states.push(state))
  await browser.runUntil(() => states.at(-1)?.status === 'never_fetched')
  server.isDown = false
  copy.syncNow()
  await browser.runUntil(() => states.at(-1)?.status === 'ready')
  expect(states.at(-1)?.value).toEqual([])
  copy.close()
})
