import { expect, test } from 'vitest'
import { collectionNames } from '#contract/books/collections.ts'
import { completeByValues, completeFollowUp } from './complete-follow-up.ts'
import type { OfficeData } from './knowledge.ts'

const today = '2026-11-25'

test.each([
  ['그럼 지난달은?', '이번 달 공탁 사건 몇 건이야?', '공탁 사건 몇 건이야 지난달'],
  ['지난주는?', '이번 주 등기예정 사건', '등기예정 사건 지난주'],
  ['담당자별로는?', '이번 달 공탁 사건 보수료 합계', '이번 달 공탁 사건 보수료 합계 담당자별로'],
  ['그럼 월별로는?', '구간별 공탁 사건 보수료', '공탁 사건 보수료 월별로'],
  ['그중에 보류인 것만', '공탁 사건 보여 줘', '공탁 사건 보여 줘 보류인 것만'],
  [
    '그걸 사업구간별로 나눠줘',
    '3월부터 5월까지 공탁 보수료 합계',
    '3월부터 5월까지 공탁 보수료 합계 사업구간별로 나눠줘',
  ],
  ['이걸 담당자별로', '이번 달 공탁 건수', '이번 달 공탁 건수 담당자별로'],
  ['위 결과를 월별로', '공탁 사건 보수료', '공탁 사건 보수료 월별로'],
  ['구간별로', '미수금 얼마야?', '미수금 얼마야 구간별로'],
  ['누가 제일 많이 썼어?', '이번 달 카드 얼마 썼어', '이번 달 카드 얼마 썼어 누가 제일 많이 썼어?'],
  ['제일 큰 데가 어디야?', '미수금 얼마야?', '미수금 얼마야 제일 큰 데가 어디야?'],
  ['지난달 거 보여줘', '이번 달 퀵', '퀵 지난달 거 보여줘'],
  ['완료된 것만', '누리천 공탁 사건', '누리천 공탁 사건 완료된 것만'],
  ['취소 빼고', '누리천 공탁 사건', '누리천 공탁 사건 취소 빼고'],
  ['보수료 30만원 넘는 것만', '조사중인 공탁', '조사중인 공탁 보수료 30만원 넘는 것만'],
  ['등기는?', '이번 달 공탁 사건 몇 건이야?', '이번 달 등기 사건 몇 건이야?'],
  ['퀵은요?', '이번 달 카드 얼마', '이번 달 퀵 얼마'],
  ['목록 보여줘', '조사중인 공탁 몇 건', '조사중인 공탁 목록'],
  ['작년 같은 달은?', '이번 달 공탁 사건 몇 건이야?', '2025-11-01부터 2025-11-30까지 공탁 사건 몇 건이야?'],
])('completes %s by the previous question %s', (question, last, fullQuestion) => {
  expect(completeFollowUp(question, last, today)).toBe(fullQuestion)
})

const values: Readonly<Record<string, readonly string[]>> = {
  'deposit-cases business_section': ['푸른내 제방', '노을섬 연륙교', '노을섬 선착장'],
  'deposit-cases business_manager': ['남가온 대리', '도한길 과장'],
  'deposit-cases purpose': ['소유권이전', '대위상속'],
  'card-usage purpose': ['세차', '문구', '주차'],
}
const office: OfficeData = {
  today,
  asker: { name: '윤슬', isSuperuser: false },
  collections: new Set(collectionNames),
  hasStoppedRecords: () => Promise.resolve(false),
  find: () => Promise.resolve({ rows: [], count: 0, sums: [] }),
  findRecord: () => Promise.resolve(null),
  sum: () => Promise.resolve({ count: 0, sums: [], groups: [] }),
  listValues: (collection, field) => Promise.resolve(values[`${collection} ${field}`] ?? []),
  readLeaveBalance: () => Promise.resolve(null),
}

test.each([
  ['푸른내 제방 공탁 보류 몇 건', '노을섬 연륙교는?', '노을섬 연륙교 공탁 보류 몇 건'],
  ['푸른내 제방 공탁 보류 몇 건', '그럼 노을섬은?', '노을섬 공탁 보류 몇 건'],
  ['푸른내 제방 공탁 보수료 합계', '노을섬 선착장도', '노을섬 선착장 공탁 보수료 합계'],
  ['남가온 대리 공탁 몇 건', '도한길 과장은?', '도한길 과장 대리 공탁 몇 건'],
  ['남가온 대리 공탁 몇 건', '푸른내 제방은?', '남가온 대리 공탁 몇 건 푸른내 제방'],
  ['대위상속 공탁 이번 달', '소유권이전은?', '소유권이전 공탁 이번 달'],
  ['한바다 공탁 상태', '장보고는?', '장보고 공탁 상태'],
  ['카드 이번 달 세차 얼마', '문구는?', '카드 이번 달 문구 얼마'],
  ['푸른내 제방 공탁 보류', '완료는?', '푸른내 제방 공탁 완료'],
  ['푸른내 제방 공탁 이번 달', '지난달은?', '푸른내 제방 공탁 지난달'],
])('after %s, %s replaces the value of its kind and adds any other', async (last, question, fullQuestion) => {
  expect(await completeByValues(question, last, office)).toBe(fullQuestion)
})

test.each([
  ['몇 건이야?', '공문 어떻게 써?'],
  ['조사중 건수', '보류 중인 공탁 사건'],
  ['담당자별 보수료 합계', '이번 달 퀵'],
  ['이번 달 등기 접수 몇 건?', '조사중인 공탁'],
  ['사업구간 몇 개야?', '조사중인 공탁'],
  ['사건 전부 몇 건이야?', '조사중인 공탁'],
  ['조보람 보수료 얼마야?', '이번 달 퀵'],
  ['강여울 사건만 보여줘', '이번 달 퀵'],
])('does not complete %s by %s', (question, last) => {
  expect(completeFollowUp(question, last, today)).toBe(question)
})

test.each(['미수금은?', '남은 연차는?', '지난달 공탁 사건 몇 건이야?', '퀵 잔액은?'])(
  'does not complete %s, which needs no previous question',
  (question) => {
    expect(completeFollowUp(question, '이번 달 등기 사건 보수료 합계', today)).toBe(question)
  },
)

test('leaves the first question unchanged', () => {
  expect(completeFollowUp('그럼 지난달은?', undefined, today)).toBe('그럼 지난달은?')
})
