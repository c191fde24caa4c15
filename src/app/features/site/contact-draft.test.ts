import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contactBodySchema } from '#contract/inquiries/inquiries.ts'
import {
  type ContactDraft,
  emptyDraft,
  mergeTyped,
  readSavedDraft,
  saveContactDraft,
  validateContact,
} from './contact-draft.ts'

const draft: ContactDraft = {
  name: '윤새봄',
  phone: '010-0000-0101',
  email: '',
  subject: '비용',
  message: '알려 주세요.',
}

test('accepts a complete inquiry with either telephone or e-mail', () => {
  expect(validateContact(draft, true)).toEqual({})
  expect(validateContact({ ...draft, phone: '', email: 'a@example.com' }, true)).toEqual({})
})

test('reports every required field and the consent for an empty form', () => {
  expect(validateContact(emptyDraft, false)).toEqual({
    name: '이름을 입력해 주세요.',
    phone: '연락처나 이메일 가운데 하나는 입력해 주세요.',
    subject: '제목을 입력해 주세요.',
    message: '문의 내용을 입력해 주세요.',
    consent: '개인정보 수집·이용에 동의해 주세요.',
  })
})

test.each(['０３１－９８７－６５４３', '031–987–6543', '（031）987 6543', '031\u200b-987-6543'])(
  'accepts %j as a telephone number',
  (phone) => {
    expect(validateContact({ ...draft, phone }, true)).toEqual({})
  },
)

test('does not accept blanks as telephone or e-mail', () => {
  expect(validateContact({ ...draft, phone: ' ', email: ' ' }, true)).toEqual({
    phone: '연락처나 이메일 가운데 하나는 입력해 주세요.',
  })
})

test('reports the limit and the actual length of a text that is too long', () => {
  expect(validateContact({ ...draft, message: '가'.repeat(5001) }, true)).toEqual({
    message: '5,000자까지 보낼 수 있습니다. 지금 5,001자입니다.',
  })
})

test('the server writes a telephone number in the usual groups', () => {
  const body = { ...draft, phone: '010 1234 5678', consent: true, consented_at: '2026-11-25T00:00:00Z', website: '' }
  expect(contactBodySchema.parse(body).phone).toBe('010-1234-5678')
})

test.each<Partial<ContactDraft>>([
  {},
  { name: ' ' },
  { name: '가'.repeat(51) },
  { phone: '전화해요' },
  { phone: '12-34' },
  { phone: '010-1234' },
  { phone: '01012345678' },
  { phone: '０１０ 1234 5678' },
  { phone: '+82 (10) 0000-0101' },
  { phone: '', email: '' },
  { email: 'name@example' },
  { email: 'name@example.co.kr' },
  { email: '<script>@x.y' },
  { subject: '\n' },
  { subject: 's'.repeat(101) },
  { message: '가'.repeat(5000) },
  { message: `\r\n${'가'.repeat(5001)}` },
  { message: '제 번호는 900101-1234567입니다.' },
  { name: '윤새봄 9001011234567' },
  { message: '900101-1******' },
])('agrees with the server about %j', (change) => {
  const changedDraft = { ...draft, ...change }
  const parsedBody = contactBodySchema.safeParse({
    ...changedDraft,
    consent: true,
    consented_at: '2026-11-21T10:00:00.000Z',
  })
  const refused = parsedBody.success ? [] : [...new Set(parsedBody.error.issues.map(({ path }) => String(path[0])))]
  expect(Object.keys(validateContact(changedDraft, true)).toSorted()).toEqual(refused.toSorted())
})

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('restores a draft for a week and then forgets it', () => {
  const day = 24 * 60 * 60 * 1000
  expect(saveContactDraft(draft, 0)).toBe(true)
  expect(readSavedDraft(6 * day)).toEqual(draft)
  expect(readSavedDraft(8 * day)).toBeNull()
  expect(readSavedDraft(1 * day)).toBeNull()
})

test('removes the draft of an emptied form', () => {
  saveContactDraft(draft, 0)
  saveContactDraft(emptyDraft, 1)
  expect(readSavedDraft(1)).toBeNull()
})

test('puts text typed before hydration over the draft, and ignores empty fields', () => {
  const fields = new FormData()
  for (const key of ['name', 'subject', 'website', 'consent']) fields.set(key, '')
  expect(mergeTyped(draft, fields)).toBe(draft)
  fields.set('name', '한결')
  fields.set('website', 'x')
  expect(mergeTyped(draft, fields)).toEqual({ ...draft, name: '한결' })
})

test('stores a resident number only masked', () => {
  saveContactDraft({ ...draft, message: '제 번호는 900101-1234567입니다.' }, 0)
  expect(localStorage.getItem('contact_draft')).not.toContain('1234567')
  expect(readSavedDraft(1)?.message).toBe('제 번호는 900101-1******입니다.')
})
