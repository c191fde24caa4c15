import { expect, test } from 'vitest'
import {
  createEmptyForm,
  isSameForm,
  parseTags,
  readLocalDraft,
  removeLocalDraft,
  saveLocalDraft,
} from './post-form.ts'

test('splits tags at commas, with or without #, each once', () => {
  expect(parseTags('#취득세, 증여 ,, 취득세，소유권 이전')).toEqual(['취득세', '증여', '소유권 이전'])
  expect(parseTags(' ')).toEqual([])
})

test('treats a form as unchanged if it would send the same', () => {
  const form = createEmptyForm('박새론')
  expect(isSameForm({ ...form, tags: '가, 나' }, { ...form, tags: '#가,나 ' })).toBe(true)
  expect(isSameForm(form, { ...form, title: '제목' })).toBe(false)
})

/** A partial local storage with limited room. */
function makeStorage(quota = Infinity): Storage {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > quota) throw new DOMException('full', 'QuotaExceededError')
      entries.set(key, value)
    },
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    key: () => null,
    length: 0,
  }
}

const ownKey = { userId: 'a', post: 'new' }
const draft = { form: { ...createEmptyForm('박새론'), markdown: '쓰다 만 글' }, version: null, creationKey: 'k' }

test('restores typed text for the same person and post only, until it is saved', () => {
  const storage = makeStorage()
  expect(saveLocalDraft(storage, ownKey, draft)).toBe(true)
  expect(readLocalDraft(storage, ownKey)).toEqual(draft)
  expect(readLocalDraft(storage, { ...ownKey, userId: 'b' })).toBeNull()
  expect(readLocalDraft(storage, { ...ownKey, post: '1' })).toBeNull()
  removeLocalDraft(storage, ownKey)
  expect(readLocalDraft(storage, ownKey)).toBeNull()
})

test('reports a full device, and treats an unreadable draft as none', () => {
  const full = makeStorage(10)
  expect(saveLocalDraft(full, ownKey, draft)).toBe(false)
  const storage = makeStorage()
  storage.setItem('blog-draft-a-new', '{"form":{"title":1}}')
  expect(readLocalDraft(storage, ownKey)).toBeNull()
})

test('stores a resident number masked', () => {
  const storage = makeStorage()
  saveLocalDraft(storage, ownKey, {
    ...draft,
    form: { ...draft.form, markdown: '900101-1234567', tags: '850505-2234567' },
  })
  expect(storage.getItem('blog-draft-a-new')).not.toContain('1234567')
  expect(readLocalDraft(storage, ownKey)?.form).toMatchObject({ markdown: '900101-1******', tags: '850505-2******' })
})
