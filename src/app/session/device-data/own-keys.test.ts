import { expect, test } from 'vitest'
import { createDeviceStorage } from '#app/ui/browser/device-storage.ts'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { countDrafts, createUserStorage, discardDrafts, isOwnKey, removeRefetchable } from './own-keys.ts'

function openStorage(entries: Record<string, string>) {
  const stored = new Map(Object.entries(entries))
  return { storage: createDeviceStorage(() => createFakeStorage(stored)), keys: () => [...stored.keys()] }
}

const everything = {
  'reference-answers-a': '{}',
  'reference-answers-b': '{}',
  'download-task-a-1': '{}',
  'download-task-b-1': '{}',
  'chat-draft-a': '미수금',
  'recent-records-a': '[]',
  'record-drafts-a': '{}',
  'last_edit:a:1': '{}',
  'blog-draft-a-new': '{}',
  'blog-draft-ab-new': '{}',
  'saved-filters:book@a': '[]',
  'column-layout:book': '{}',
}

test('removes only refetchable values, and only of users who are not in the keep list', () => {
  const { storage, keys } = openStorage(everything)
  removeRefetchable(storage, ['b'])
  expect(keys()).toEqual(
    Object.keys(everything).filter(
      (key) => !/^(reference-answers|download-task|chat-draft|recent-records|record-drafts)-a/.test(key),
    ),
  )
  removeRefetchable(storage, [])
  expect(keys()).toEqual(
    Object.keys(everything).filter(
      (key) => !/^(reference-answers|download-task|chat-draft|recent-records|record-drafts)-/.test(key),
    ),
  )
})

test('counts and discards the drafts of one user only', () => {
  const { storage, keys } = openStorage(everything)
  expect(countDrafts(storage, 'a')).toBe(1)
  discardDrafts(storage, 'a')
  expect(keys()).toEqual(Object.keys(everything).filter((key) => key !== 'blog-draft-a-new'))
})

test("hides one user's values from another user", () => {
  const { storage } = openStorage({})
  const [ownStorage, otherStorage] = [createUserStorage('a', storage), createUserStorage('b', storage)]
  ownStorage.setItem('saved-filters:book', '["홍길동"]')
  expect(otherStorage.getItem('saved-filters:book')).toBeNull()
  expect(ownStorage.getItem('saved-filters:book')).toBe('["홍길동"]')
})

test('gives a value without an owner to the first user who opens it, and to no one else', () => {
  const { storage, keys } = openStorage({ 'saved-filters:book': '["옛"]', 'saved-filters:units@a': '["새"]' })
  expect(createUserStorage('a', storage).getItem('saved-filters:book')).toBe('["옛"]')
  expect(createUserStorage('b', storage).getItem('saved-filters:book')).toBeNull()
  expect(keys()).not.toContain('saved-filters:book')
})

test.each(['recent-records-a', 'chat-draft-a', 'record-drafts-a', 'saved-filters:book@a'])(
  'seals %s on a sealed device, for its owner only',
  (key) => {
    expect(isOwnKey('a', key)).toBe(true)
    expect(isOwnKey('b', key)).toBe(false)
  },
)
