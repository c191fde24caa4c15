import { expect, test } from 'vitest'
import { makeUnreadOffice } from '#tests/support/books/make-unread-office.ts'
import { listLeftoverWords } from './leftover-words.ts'
import { findFixedField, readChanges, readUnsaidState } from './read-change.ts'

const office = makeUnreadOffice()

function read(question: string) {
  const changes = readChanges(question, office)
  return Array.isArray(changes)
    ? changes.map(({ collection, field, value, days }) => [collection, field.key, days ?? value])
    : changes
}

test.each([
  ['최나래 입금일 오늘로 해줘', 'deposit-cases', 'deposit_at', '2026-11-25'],
  ['최나래 입금일 오늘로 좀 해주세요', 'deposit-cases', 'deposit_at', '2026-11-25'],
  ['최나래 입금일 오늘로', 'deposit-cases', 'deposit_at', '2026-11-25'],
  ['최나래 계산서 발행일 오늘로 해주실래요?', 'deposit-cases', 'tax_invoice_at', '2026-11-25'],
  ['최나래 입금 처리해줘', 'deposit-cases', 'deposit_at', '2026-11-25'],
  ['윤하람 등기예정일 내일로 미뤄줘', 'real-estate', 'regi_date', '2026-11-26'],
  ['윤하람 등기 사흘 미뤄주세요', 'real-estate', 'regi_date', 3],
  ['윤하람 등기예정일 일주일 늦춰 줘', 'real-estate', 'regi_date', 7],
  ['정나래 수용개시일 3일 당겨줘', 'deposit-cases', 'expropriated_at', -3],
  ['정나래 수용개시일 12월 20일로 잡아줘', 'deposit-cases', 'expropriated_at', '2026-12-20'],
  ['최나래 공탁 완료해줘', 'deposit-cases', 'status', 'completed'],
  ['정나래 공탁 보류시켜줘', 'deposit-cases', 'status', 'on_hold'],
  ['정나래 공탁 보류로 부탁해요', 'deposit-cases', 'status', 'on_hold'],
  ['최나래 공탁 담당 강여울로 해줘', 'deposit-cases', 'business_manager', '강여울'],
  ['최나래 공탁 보류로 돌려놔', 'deposit-cases', 'status', 'on_hold'],
  ['최나래 공탁 대기로 되돌려줘', 'deposit-cases', 'status', 'pending'],
  ['최나래 공탁 등기필증 오늘 받았어', 'deposit-cases', 'registrated_at', '2026-11-25'],
  ['최나래 입금 어제 됐어요', 'deposit-cases', 'deposit_at', '2026-11-24'],
  ['윤하람 등기 사건 필증 11월 20일에 나왔습니다', 'real-estate', 'registrated_at', '2026-11-20'],
  ['최나래 계산서 오늘 끊었음', 'deposit-cases', 'tax_invoice_at', '2026-11-25'],
  ['윤새봄 문의 이나래한테 넘겨', 'inquiries', 'assignee', '이나래'],
  ['윤새봄 문의 이나래로 넘겨줘', 'inquiries', 'assignee', '이나래'],
  ['윤새봄 문의 이나래에게 맡겨줘', 'inquiries', 'assignee', '이나래'],
  ['최나래 공탁 강여울한테 배정해 줘', 'deposit-cases', 'business_manager', '강여울'],
  ['소하늘 공탁 등기필증 그제 수령', 'deposit-cases', 'registrated_at', '2026-11-23'],
  ['소하늘 공탁 우편 어제 발송함', 'deposit-cases', 'deposit_post_date', '2026-11-24'],
  ['소하늘 공탁 보수료 27만', 'deposit-cases', 'fees', 270_000],
  ['소하늘 문의 처리중으로', 'inquiries', 'state', 'in_progress'],
  ['소하늘 문의 담당 윤슬아로', 'inquiries', 'assignee', '윤슬아'],
  ['소하늘 공탁 수용개시일 12/24로', 'deposit-cases', 'expropriated_at', '2026-12-24'],
  ['최나래 공탁금액 3천만원으로 올려줘', 'deposit-cases', 'deposit_amount', 30_000_000],
])('%s', (question, collection, field, value) => {
  expect(read(question)).toEqual([[collection, field, value]])
})

test('the words that are left name the record', () => {
  const changes = readChanges('최나래 입금일 오늘로 해줘', office)
  const words = Array.isArray(changes) ? changes.flatMap(({ rest }) => listLeftoverWords(rest)) : []
  expect(words.map(({ word }) => word)).toEqual(['최나래'])
})

test.each([
  '최나래 보수료 5만원 올려줘',
  '윤하람 등기 취소해줘',
  '윤하람 등기 이나래한테 넘겨',
  '최나래 소유자 이름 박나래로 바꿔줘',
])('%s is a request that is not understood', (question) => {
  expect(read(question)).toBe('unclear')
})

test.each([
  '표로 해줘',
  '담당자별로 해줘',
  '금액순으로 해줘',
  '엑셀로 해줘',
  '솔빛 고속도로',
  '취소된 공탁 사건',
  '이번 달 접수된 공탁 목록',
  '공문 어떻게 써',
  '미수금 많은 순으로',
  '최나래 등기필증 받았어?',
  '최나래 등기필증 받았어',
  '오늘 입금됐어',
  '오늘 공탁 몇 건 접수했어',
  '어제 누가 등기 접수했어',
])('%s requests no change', (question) => {
  expect(read(question)).toBeNull()
})

test.each([
  ['최나래 소유자 이름 박나래로 바꿔줘', '소유자'],
  ['최나래 공탁번호 바꿔줘', '공탁번호'],
  ['최나래 입금일 바꿔줘', null],
  ['최나래 바꿔줘', null],
])('%s is about a field that the chat leaves alone: %s', (question, label) => {
  expect(findFixedField(question, office)).toBe(label)
})

test.each([
  ['2026-0790 보류 풀어줘', '2026-0790', '보류 풀어줘'],
  ['오하람 취소 해제해 주세요', '오하람', '취소 해제해 주세요'],
  ['첫번째 거 진행중으로 바꿔줘', '첫번째 거', '진행중으로 바꿔줘'],
  ['2026-0790 진행으로', '2026-0790', '진행으로'],
])('%s says no new state', (question, subject, words) => {
  expect(readUnsaidState(question)).toEqual({ subject, words })
})

test.each(['보류 사건', '근저당 해지 공탁', '진행중으로 나오는 사건', '신탁 해제 등기', '2026-0790 대기로'])(
  '%s asks for no change without a state',
  (question) => {
    expect(readUnsaidState(question)).toBeNull()
  },
)
