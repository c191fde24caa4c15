import { expect, test } from 'vitest'
import { readRecentRecords, type RecentRecord, rememberRecord } from './recent-records.ts'

function fakeStorage(text: string | null = null, isFull = false) {
  const stored = new Map(text === null ? [] : [['recent-records-a', text]])
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
  }
}

const makeOpened = (id: string): RecentRecord => ({ collection: 'real-estate', id })

test('lists the last opened record first and each once, eight per user', () => {
  const storage = fakeStorage()
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '3']) rememberRecord('a', makeOpened(id), storage)
  expect(readRecentRecords('a', storage).map(({ id }) => id)).toEqual(['3', '9', '8', '7', '6', '5', '4', '2'])
  expect(readRecentRecords('b', storage)).toEqual([])
})

test.each(['', '{', '[{"collection":"users","id":"1"}]', '[{"id":1}]'])(
  'treats broken storage as empty: %s',
  (text) => {
    expect(readRecentRecords('a', fakeStorage(text))).toEqual([])
  },
)

test('remembers nothing on a full device and does not fail', () => {
  const storage = fakeStorage(null, true)
  rememberRecord('a', makeOpened('1'), storage)
  expect(readRecentRecords('a', storage)).toEqual([])
})
