import { expect, test } from 'vitest'
import type { DraftField } from '#app/ui/detail-panel/detail-draft.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { getRecordBook } from '../record-book.ts'
import { createPanelDrafts } from './panel-drafts.ts'

function createDevice() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  const clock = { now: 1_000 }
  const open = (userId = 'a', collection: 'real-estate' | 'unit-owners' = 'real-estate') =>
    createPanelDrafts({ book: getRecordBook(collection), userId, storage, now: () => clock.now })
  return { stored, clock, open, text: () => [...stored.values()].join() }
}

const change = (key: string, value: DraftField['value']): DraftField => ({ key, value, old: null, version: 3 })

test('restores the changes of a record to the same user only', () => {
  const { open } = createDevice()
  const refused = { text: '내일쯤', error: '날짜를 입력해 주세요.' }
  const fields = [change('owner', '현장 확인'), { ...change('fees', null), refused }]
  open().save('1', fields)
  expect(open().read('1')).toEqual(fields)
  expect(open().read('2')).toEqual([])
  expect(open('b').read('1')).toEqual([])
  expect(open('a', 'unit-owners').read('1')).toEqual([])
})

test('removes a draft when nothing waits any more, and keeps those of other records', () => {
  const { stored, open } = createDevice()
  open().save('1', [change('owner', '하나')])
  open().save('2', [change('owner', '둘')])
  open().save('1', [])
  expect(open().read('1')).toEqual([])
  expect(open().read('2')).toHaveLength(1)
  open().save('2', [])
  expect(stored.size).toBe(0)
})

test('keeps a draft for a week', () => {
  const { clock, open } = createDevice()
  open().save('1', [change('owner', '하나')])
  clock.now += 7 * dayMs - 1
  expect(open().read('1')).toHaveLength(1)
  clock.now += 1
  expect(open().read('1')).toEqual([])
})

test('stores no field with masked or encrypted values', () => {
  const { stored, open } = createDevice()
  const drafts = open('a', 'unit-owners')
  drafts.save('1', [change('owner_num', '900101-1234567'), change('owner_address', '서울특별시 가상구')])
  expect(stored.size).toBe(0)
})

test('masks resident numbers in other texts, whether or not the field takes them', () => {
  const { text, open } = createDevice()
  const typed = '전화 옴 900101-1234567'
  open().save('1', [{ ...change('owner', null), refused: { text: typed, error: '주민등록번호' } }])
  expect(text()).not.toContain('1234567')
  expect(open().read('1')).toEqual([change('owner', '전화 옴 900101-1******')])
  open().save('1', [{ ...change('fees', null), refused: { text: '900101-1234567', error: '숫자' } }])
  expect(open().read('1')).toEqual([])
})

test.each(['', '{', '[]', '{"real-estate/1":{"at":1000,"fields":[{"key":1}]}}'])(
  'treats broken storage as empty: %s',
  (broken) => {
    const { stored, open } = createDevice()
    stored.set('record-drafts-a', broken)
    expect(open().read('1')).toEqual([])
  },
)
