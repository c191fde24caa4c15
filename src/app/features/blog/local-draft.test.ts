import { expect, test } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './local-draft.ts'
import { emptyForm } from './post-form.ts'

/** A partial local storage with limited room. */
function storageOf(most = Infinity): Storage {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > most) throw new DOMException('full', 'QuotaExceededError')
      entries.set(key, value)
    },
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    key: () => null,
    length: 0,
  }
}

const mine = { userId: 'a', post: 'new' }
const draft = { form: { ...emptyForm('박새론'), markdown: '쓰다 만 글' }, version: null, creationKey: 'k' }

test('restores typed text for the same person and post only, until it is saved', () => {
  const storage = storageOf()
  expect(keepDraft(storage, mine, draft)).toBe(true)
  expect(readDraft(storage, mine)).toEqual(draft)
  expect(readDraft(storage, { ...mine, userId: 'b' })).toBeNull()
  expect(readDraft(storage, { ...mine, post: '1' })).toBeNull()
  dropDraft(storage, mine)
  expect(readDraft(storage, mine)).toBeNull()
})

test('reports a full device, and treats an unreadable draft as none', () => {
  const full = storageOf(10)
  expect(keepDraft(full, mine, draft)).toBe(false)
  const storage = storageOf()
  storage.setItem('blog-draft-a-new', '{"form":{"title":1}}')
  expect(readDraft(storage, mine)).toBeNull()
})

test('stores a resident number masked', () => {
  const storage = storageOf()
  keepDraft(storage, mine, { ...draft, form: { ...draft.form, markdown: '900101-1234567', tags: '850505-2234567' } })
  expect(storage.getItem('blog-draft-a-new')).not.toContain('1234567')
  expect(readDraft(storage, mine)?.form).toMatchObject({ markdown: '900101-1******', tags: '850505-2******' })
})
