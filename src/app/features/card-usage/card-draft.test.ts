import { describe, expect, test } from 'vitest'
import { createCardDraft, toCardFields, validateCardDraft, withTime } from './card-draft.ts'

const record = {
  id: '1',
  version: 3,
  inserted_at: '',
  updated_at: '',
  created_at: '2026-11-20T03:10:42+00:00',
  store_name: '달빛국밥',
  pay: '확인 중',
  purpose: 'Team Lunch',
  note: null,
  approve_num: '30012345',
}
const now = Date.parse('2026-11-21T00:05:00Z')

describe('editing a record', () => {
  test('starts from the displayed values', () => {
    expect(createCardDraft(record, now)).toEqual({
      day: '2026-11-20',
      time: '12:10',
      store: '달빛국밥',
      amount: '0',
      purpose: '점심',
      note: '',
      approveNum: '30012345',
    })
  })

  test('keeps all received values, to the second, if nothing changes', () => {
    const { id: _id, version: _version, inserted_at: _inserted, updated_at: _updated, ...fields } = record
    expect(toCardFields(createCardDraft(record, now), record)).toEqual(fields)
  })

  test('keeps the original text of an unchanged purpose, and takes a newly chosen one', () => {
    const draft = { ...createCardDraft(record, now), note: ' 둘이서 ' }
    expect(toCardFields(draft, record)).toMatchObject({ purpose: 'Team Lunch', note: '둘이서' })
    expect(toCardFields({ ...draft, purpose: '저녁' }, record)['purpose']).toBe('저녁')
  })

  test('takes a changed amount and time', () => {
    const draft = { ...createCardDraft(record, now), amount: '12,500원', time: '1930' }
    expect(toCardFields(draft, record)).toMatchObject({ pay: '12500', created_at: '2026-11-20T10:30:00+00:00' })
    expect(toCardFields({ ...draft, amount: '1만2천' }, record)['pay']).toBe('12000')
  })
})

test('starts a new use now with the purpose of that time', () => {
  const draft = createCardDraft(null, now)
  expect(draft).toMatchObject({ day: '2026-11-21', time: '09:05', amount: '', purpose: '기타' })
  expect(toCardFields({ ...draft, purpose: '기타', amount: '' }, null)).toMatchObject({ pay: '0', purpose: '기타' })
})

test.each([
  ['10:59', '기타'],
  ['11:00', '점심'],
  ['14:59', '점심'],
  ['15:00', '기타'],
  ['17:00', '저녁'],
  ['21:59', '저녁'],
  ['22:00', '기타'],
])('proposes the purpose of a use at %s: %s', (time, purpose) => {
  expect(withTime(createCardDraft(null, now), time)).toMatchObject({ time, purpose })
})

test('keeps the proposed purpose while the time is half typed', () => {
  const lunch = withTime(createCardDraft(null, now), '오후 12:30')
  expect(withTime(lunch, '1')).toMatchObject({ time: '1', purpose: '점심' })
})

test('reports what no record can hold at its field', () => {
  const draft = { ...createCardDraft(null, now), day: '', time: '점심때', amount: '1.5', note: '가'.repeat(1001) }
  expect(validateCardDraft(draft)).toEqual({
    day: '일시: 필수 항목입니다.',
    time: '시각은 12:30 형식으로 입력해 주세요.',
    amount: '금액은 원 단위 정수로 입력해 주세요.',
    note: '1000자 이하로 입력해 주세요.',
  })
  expect(validateCardDraft(createCardDraft(record, now), createCardDraft(record, now))).toEqual({})
})

test('reports a resident number at its field, unless it was there before', () => {
  const start = { ...createCardDraft(record, now), note: '900101-1234567' }
  expect(validateCardDraft(start)).toHaveProperty('note')
  expect(validateCardDraft({ ...start, amount: '100' }, start)).toEqual({})
  expect(validateCardDraft({ ...start, note: '900102-1234567' }, start)).toHaveProperty('note')
})

test('requires the amount of a new use; an edit may empty all', () => {
  const blank = createCardDraft(null, now)
  for (const part of [{}, { store: '달빛국밥' }, { amount: ' ' }, { note: '회식' }, { approveNum: '30012345' }])
    expect(validateCardDraft({ ...blank, ...part })).toEqual({ amount: '금액: 필수 항목입니다.' })
  expect(validateCardDraft({ ...blank, amount: '0' })).toEqual({})
  const start = createCardDraft(record, now)
  expect(validateCardDraft({ ...start, store: '', amount: '', note: '', approveNum: '' }, start)).toEqual({})
})
