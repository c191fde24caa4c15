import { expect, test } from 'vitest'
import { realEstateBook, realEstateGroupBook } from '#contract/books/real-estate.ts'
import { createQueryEngine } from '#mirror/query/query-engine.ts'
import { packBlock } from '#mirror/store/record-block.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { createLiveResult, getSlotsBetween, isMisplaced, updateResult } from './live-result.ts'

const owners = ['가', '나', '다', '라', '마']

/**
 * Five records 가…마 in the order of their owners; `show` returns the current order of their result.
 */
function createFiveRecords(search = '') {
  const engine = createQueryEngine([realEstateBook, realEstateGroupBook])
  const { table } = engine.collection('real-estate')
  table.addBlock(
    packBlock(
      realEstateBook,
      owners.map((owner, index) => makeCase(index, { owner })),
    ),
  )
  const query = { filters: [], search, sort: [{ field: 'owner', direction: 'asc' as const }] }
  let live = createLiveResult(engine, 'real-estate', query)
  const listSlots = () => [...getSlotsBetween(live, 0, 99)]
  const readOwner = (slot: number) => table.displayedAt(slot)?.['owner']
  return {
    table,
    update: (changed: readonly number[], isOwnNew: (slot: number) => boolean) => updateResult(live, changed, isOwnNew),
    arrived: () => live.arrived.size,
    evaluateAgain: () => void (live = createLiveResult(engine, 'real-estate', query)),
    show: () => listSlots().map(readOwner),
    outside: () =>
      listSlots()
        .filter((slot) => isMisplaced(live, slot))
        .map(readOwner),
  }
}

const isRemote = () => false
const isLocal = () => true

test('an edited row keeps its place and is marked as outside when it would belong elsewhere', () => {
  const { table, update, evaluateAgain, show, outside } = createFiveRecords()
  const slot = table.confirm(makeId(1), 2, makeCase(1, { owner: '하', version: 2 }))
  expect(update([slot], isRemote)).toEqual({ removed: [], inserted: [], changed: [slot] })
  expect(show()).toEqual(['가', '하', '다', '라', '마'])
  expect(outside()).toEqual(['하'])
  evaluateAgain()
  expect(show()).toEqual(['가', '다', '라', '마', '하'])
  expect(outside()).toEqual([])
})

test('an edit that does not affect the order leaves the row inside', () => {
  const { table, update, outside } = createFiveRecords()
  update([table.confirm(makeId(1), 2, makeCase(1, { owner: '나나', version: 2 }))], isRemote)
  expect(outside()).toEqual([])
})

test('a row that no longer matches the search stays, marked', () => {
  const { table, update, show, outside } = createFiveRecords('나')
  update([table.confirm(makeId(1), 2, makeCase(1, { owner: '하', version: 2 }))], isRemote)
  expect(show()).toEqual(['하'])
  expect(outside()).toEqual(['하'])
})

test('counts what colleagues add until the next evaluation, and removes at once what they delete', () => {
  const { table, update, arrived, evaluateAgain, show } = createFiveRecords()
  const added = table.confirm(makeId(50), 1, makeCase(50, { owner: '나라' }))
  expect(update([added], isRemote)).toEqual({ removed: [], inserted: [], changed: [] })
  expect(arrived()).toBe(1)
  update([table.confirm(makeId(50), 2, null)], isRemote)
  expect(arrived()).toBe(0)
  const deletedSlot = table.confirm(makeId(3), 2, null)
  expect(update([deletedSlot], isRemote).removed).toEqual([3])
  expect(show()).toEqual(['가', '나', '다', '마'])
  table.confirm(makeId(50), 3, makeCase(50, { owner: '나라', version: 3 }))
  evaluateAgain()
  expect(show()).toEqual(['가', '나', '나라', '다', '마'])
})

test('shows a record created here at the top at once, for any query', () => {
  const { table, update, evaluateAgain, show } = createFiveRecords('나')
  const slot = table.setDisplayed(makeId(60), makeCase(60, { owner: '새 사람', version: 0 }))
  expect(update([slot], isLocal).inserted).toEqual([{ index: 0, slot }])
  expect(show()).toEqual(['새 사람', '나'])
  evaluateAgain()
  expect(update([slot], isLocal).inserted, 'evaluated again without it').toEqual([])
  expect(show()).toEqual(['나'])
})

test('a row deleted here disappears and returns to its place when the delete is discarded', () => {
  const { table, update, show } = createFiveRecords()
  const slot = table.setDisplayed(makeId(2), null)
  expect(update([slot], isRemote).removed).toEqual([2])
  expect(show()).toEqual(['가', '나', '라', '마'])
  table.setDisplayed(makeId(2), undefined)
  expect(update([slot], isRemote).inserted).toEqual([{ index: 2, slot }])
  expect(show()).toEqual(owners)
})
