import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { createEmptyForm, isSameForm, openLocalDraft, parseTags } from './post-form.ts'

test('splits tags at commas, with or without #, each once', () => {
  expect(parseTags('#취득세, 증여 ,, 취득세，소유권 이전')).toEqual(['취득세', '증여', '소유권 이전'])
  expect(parseTags(' ')).toEqual([])
})

test('treats a form as unchanged if it would send the same', () => {
  const form = createEmptyForm('박새론')
  expect(isSameForm({ ...form, tags: '가, 나' }, { ...form, tags: '#가,나 ' })).toBe(true)
  expect(isSameForm(form, { ...form, title: '제목' })).toBe(false)
})

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', createFakeStorage(stored))
})

afterEach(() => vi.unstubAllGlobals())

const ownKey = { userId: 'a', post: 'new' }
const draft = { form: { ...createEmptyForm('박새론'), markdown: '쓰다 만 글' }, version: null, creationKey: 'k' }

test('restores typed text for the same person and post only, until it is saved', () => {
  openLocalDraft(ownKey).save(draft)
  expect(openLocalDraft(ownKey).read()).toEqual(draft)
  expect(openLocalDraft({ ...ownKey, userId: 'b' }).read()).toBeNull()
  expect(openLocalDraft({ ...ownKey, post: '1' }).read()).toBeNull()
  openLocalDraft(ownKey).save(null)
  expect(openLocalDraft(ownKey).read()).toBeNull()
})

test('treats an unreadable draft as none', () => {
  stored.set('blog-draft-a-new', '{"form":{"title":1}}')
  expect(openLocalDraft(ownKey).read()).toBeNull()
})

test('stores a resident number masked', () => {
  openLocalDraft(ownKey).save({
    ...draft,
    form: { ...draft.form, markdown: '900101-1234567', tags: '850505-2234567' },
  })
  expect(stored.get('blog-draft-a-new')).not.toContain('1234567')
  expect(openLocalDraft(ownKey).read()?.form).toMatchObject({ markdown: '900101-1******', tags: '850505-2******' })
})
