import { expect, test } from 'vitest'
import type { CollectionName } from '#contract/books/collections.ts'
import { makeUnreadOffice } from '#tests/support/books/make-unread-office.ts'
import { formatConditions } from '../tools/format-answer.ts'
import { readForBook } from './read-for-book.ts'
import { readQuestion } from './read-question.ts'

const office = makeUnreadOffice()

function read(question: string) {
  const parsed = readQuestion(question, office)
  return parsed.books.map((book) => ({ book, query: readForBook(parsed, book, office) }))
}

function describe(question: string): string[] {
  return read(question).map(
    ({ book, query: { filters } }) =>
      `${book}: ${formatConditions(book, { filters: [...filters], search: '', sort: [] })}`,
  )
}

const cases = (condition: string) => [`real-estate: ${condition}`, `deposit-cases: ${condition}`]

test.each([
  ...[
    '등기필증 아직 못 받은 거 몇 건?',
    '등기필증 아직 못받은거',
    '필증 안 나온 사건',
    '등기필증 미수령',
    '미수령 등기필증',
    '등기필증이 아직 안 왔어요 사건',
  ].map((question) => [question, '등기필증 수령일 없음'] as const),
  ...['등기권리증 못 찾은 사건', '필증 찾을 거 목록', '등기필증 받아야 하는 사건'].map(
    (question) => [question, '등기필증 수령일 없음'] as const,
  ),
])('%s: a certificate that is missing is no claim', (question, condition) => {
  expect(describe(question).toSorted()).toEqual(cases(condition).toSorted())
})

test.each([
  ['서류 안 들어온 사건', '서류접수일 없음'],
  ['서류가 아직 안 왔나요 사건', '서류접수일 없음'],
  ['서류 덜 들어온 사건', '서류접수일 없음'],
  ['아직 서류 못 받은 사건', '서류접수일 없음'],
  ['서류 다 들어온 사건', '서류접수일 있음'],
  ['서류는 왔는데 접수 아직인 사건', '서류접수일 있음 · 등기접수일 없음'],
  ['서류는 들어왔는데 등기접수 안 된 사건', '서류접수일 있음 · 등기접수일 없음'],
  ['등기접수 미정인 사건', '등기접수일 없음'],
])('%s of either case book: %s', (question, condition) => {
  expect(describe(question).toSorted()).toEqual(cases(condition).toSorted())
})

test.each<readonly [string, CollectionName, string]>([
  ['계산서 아직 못 끊은 거', 'deposit-cases', '세금계산서 발행일 없음'],
  ['세금계산서 끊어야 되는 거', 'deposit-cases', '세금계산서 발행일 없음'],
  ['미발행 계산서 몇 건', 'deposit-cases', '세금계산서 발행일 없음'],
  ['우편발송안된공탁', 'deposit-cases', '우편 발송일 없음'],
  ['우편 보낼 거 있나', 'deposit-cases', '우편 발송일 없음'],
  ['필증 받았는데 우편 안 보낸 공탁', 'deposit-cases', '등기필증 수령일 있음 · 우편 발송일 없음'],
  ['가상계좌 아직 안 나온 공탁', 'deposit-cases', '가상계좌 수령일 없음'],
  ['원본 안 받은 공탁', 'deposit-cases', '공탁서 원본 수령일 없음'],
  ['아직 공탁 안 한 사건', 'deposit-cases', '공탁번호 없음'],
  ['이번 달에 청구할 공탁 얼마나 돼?', 'deposit-cases', '비용청구일 없음'],
  ['청구 안 한 공탁', 'deposit-cases', '비용청구일 없음'],
  ['10월에 접수했는데 입금 안 된 공탁', 'deposit-cases', '등기접수일 2026.10.01 ~ 2026.10.31 · 입금일 없음'],
  ['10월 입금 안 된 공탁', 'deposit-cases', '등기접수일 2026.10.01 ~ 2026.10.31 · 입금일 없음'],
  ['이번 달 완료된 공탁', 'deposit-cases', '등기필증 수령일 2026.11.01 ~ 2026.11.30 · 상태 완료'],
  ['이번 주 접수 안 된 등기 사건', 'real-estate', '등기예정일 2026.11.23 ~ 2026.11.29 · 등기접수일 없음'],
  ['미처리 등기 사건', 'real-estate', '등기필증 수령일 없음'],
  ['등기 사건 몇 개 남았어', 'real-estate', '등기필증 수령일 없음'],
  ['공탁 몇 건 남았어요?', 'deposit-cases', '상태 대기, 조사중, 감정평가중, 보류'],
  ['미접수 세대 알려줘', 'real-estate-units', '등기접수일 없음'],
  ['접수 안된 세대', 'real-estate-units', '등기접수일 없음'],
  ['근저당 없는 세대', 'real-estate-units', '은행명 없음'],
  ['결재 안 난 휴가', 'leave-requests', '상태 대기'],
  ['아직 승인 못 받은 휴가', 'leave-requests', '상태 대기'],
  ['답장 안한 문의', 'inquiries', '상태 새 문의, 처리중'],
  ['문의 아직 처리 안 된 거', 'inquiries', '상태 새 문의, 처리중'],
  ['1억 넘는 공탁', 'deposit-cases', '공탁금액 100,000,001원 이상'],
  ['보수료 30만원 넘는 공탁', 'deposit-cases', '보수료 300,001원 이상'],
  ['3억 넘는 세대', 'real-estate-units', '매매가(분양가) 300,000,001원 이상'],
  ['공탁금은 들어갔는데 공탁번호 없는거', 'deposit-cases', '공탁금액 있음 · 공탁번호 없음'],
  ['공탁금 있고 공탁번호 없는 공탁', 'deposit-cases', '공탁금액 있음 · 공탁번호 없음'],
  ['공탁금이 있는데 입금 안 된 공탁', 'deposit-cases', '공탁금액 있음 · 입금일 없음'],
  ['비용청구일 있고 입금일 없는 공탁', 'deposit-cases', '비용청구일 있음 · 입금일 없음'],
  ['세금계산서는 끊었는데 입금일 없는 공탁', 'deposit-cases', '세금계산서 발행일 있음 · 입금일 없음'],
  ['등기접수는 했는데 필증 없는 등기 사건', 'real-estate', '등기접수일 있음 · 등기필증 수령일 없음'],
  ['공탁중에 감정평가 들어간거 몇개야', 'deposit-cases', '상태 감정평가중'],
  ['감정평가 진행중인 공탁', 'deposit-cases', '상태 감정평가중'],
  ['감정평가중인 공탁', 'deposit-cases', '상태 감정평가중'],
  ['감정평가 아직 안 끝난 공탁', 'deposit-cases', '상태 감정평가중'],
  ['조사 들어간 공탁', 'deposit-cases', '상태 조사중'],
  ['조사 나간 공탁', 'deposit-cases', '상태 조사중'],
  ['조사중이거나 감정평가중인 공탁', 'deposit-cases', '상태 감정평가중, 조사중'],
  ['퀵 몇 건', 'quick-deliveries', '구분 배송'],
  ['퀵 평균 금액', 'quick-deliveries', '구분 배송'],
  ['퀵 한번에 얼마', 'quick-deliveries', '구분 배송'],
  ['2만원 넘는 퀵', 'quick-deliveries', '구분 배송 · 금액 20,001원 이상'],
  ['퀵 제일 비싼 거', 'quick-deliveries', '구분 배송'],
  ['퀵 충전 내역', 'quick-deliveries', '구분 충전'],
  ['마지막 퀵 충전', 'quick-deliveries', '구분 충전'],
])('%s reads the states of %s: %s', (question, book, condition) => {
  expect(describe(question)).toEqual([`${book}: ${condition}`])
})

test.each<readonly [string, CollectionName, string]>([
  // A named state replaces the rule for what is still open.
  ['수용개시일 지난 보류 공탁', 'deposit-cases', '수용개시일 2026.11.24까지 · 상태 보류'],
  ['수용개시일이 넘은 완료된 공탁', 'deposit-cases', '수용개시일 2026.11.24까지 · 상태 완료'],
  // The age of any day.
  ['접수한 지 2주 넘은 등기 사건', 'real-estate', '등기접수일 2026.11.10까지'],
  ['필증 받은 지 열흘 지난 공탁', 'deposit-cases', '등기필증 수령일 2026.11.14까지'],
  ['휴가 몇 번 거절됐지', 'leave-requests', '상태 반려'],
  ['우편 보낸지 10일 지난 공탁', 'deposit-cases', '우편 발송일 2026.11.14까지'],
  ['접수한지 석달 이상 된 등기 사건', 'real-estate', '등기접수일 2026.08.25까지'],
  // What is done is a state in any tense.
  ['지난달에 몇 건 끝냈어 공탁', 'deposit-cases', '등기필증 수령일 2026.10.01 ~ 2026.10.31 · 상태 완료'],
  ['마친 공탁 몇 건', 'deposit-cases', '상태 완료'],
  // Everyday words of a state, and exclusions with 거.
  ['측량 들어간 공탁', 'deposit-cases', '상태 조사중'],
  ['거절된 휴가', 'leave-requests', '상태 반려'],
  ['보류인 거 말고 조사중인 공탁', 'deposit-cases', '상태 조사중'],
  // Whether it is done asks for the record.
  ['소하늘 공탁 입금됐나', 'deposit-cases', ''],
  ['소하늘 공탁 다 끝났어', 'deposit-cases', ''],
  ['휴가 승인 났어', 'leave-requests', ''],
  ['휴가 결재 여부', 'leave-requests', ''],
  ['휴가 왜 거절됐어', 'leave-requests', '상태 반려'],
  // Only a day is still to be filled.
  ['공탁자 찾아가야 되는 공탁', 'deposit-cases', ''],
])('%s: no condition of %s but %j', (question, book, condition) => {
  expect(describe(question)).toEqual([`${book}: ${condition}`])
})

test.each([
  ['소하늘 공탁 왜 보류됐어', 'notes'],
  ['반려된 휴가 이유', 'comment'],
  ['소하늘 문의 이유', 'note'],
])('%s shows %s', (question, key) => {
  expect(read(question)[0]?.query.fieldsToShow).toContain(key)
})

test.each([
  '못 받은 돈',
  '못 받은 거 얼마야',
  '돈 안 들어온 거',
  '아직 돈 못 받은 사건',
  '미입금 된거 오래된 순',
  '돈 안 낸 데',
  '외상 얼마',
])('%s is about claims', (question) => {
  expect(describe(question)).toEqual(['deposit-cases: 비용청구일 있음 · 입금일 없음'])
})

test.each<readonly [string, CollectionName, readonly string[]]>([
  ['공탁금 출급 안된거', 'deposit-cases', ['출급 안된']],
  ['미송달 공탁', 'deposit-cases', ['미송달']],
  ['송달된 공탁 사건', 'deposit-cases', ['송달된']],
  ['보정 안 한 등기 사건', 'real-estate', ['보정 안 한']],
  ['등기 사건 중에 입금 안 된 거', 'real-estate', ['입금 안 된']],
  ['계산서 발행 안 된 세대', 'real-estate-units', ['계산서 발행 안 된']],
  ['인감증명 못 받은 등기 사건', 'real-estate', ['인감증명 못 받은']],
  ['중복된 세대', 'real-estate-units', ['중복된']],
  ['누락된 공탁', 'deposit-cases', ['누락된']],
  ['취소된 공탁', 'deposit-cases', []],
  ['검토 늦은 공탁', 'deposit-cases', ['늦은']],
  ['기간 넘긴 세대', 'real-estate-units', []],
  ['도달 안 됐던 공탁', 'deposit-cases', ['도달 안 됐던']],
  ['우편 이번 달 발송한 공탁', 'deposit-cases', []],
  ['등기필증 못 받은 등기 사건', 'real-estate', []],
  ['내일 등기예정인 사건 없어?', 'real-estate', []],
  ['공탁 사건이 안 보여', 'deposit-cases', []],
])('%s: the conditions that %s cannot hold are %j', (question, book, unknown) => {
  expect(read(question).find((part) => part.book === book)?.query.unknown).toEqual(unknown)
})

test.each([
  ['이번 달에 청구할 공탁', ['이번 달']],
  ['올해 취소된 공탁 보수료 합계', ['올해']],
  ['올해 접수된 공탁', []],
])('%s has no day for %j', (question, undated) => {
  expect(read(question)[0]?.query.undated).toEqual(undated)
})

test.each([
  ['가장 최근에 추가된 사건 3개', 'inserted_at', 'desc'],
  ['최근에 추가된 사건', 'inserted_at', 'desc'],
  ['방금 입력한 공탁', 'inserted_at', 'desc'],
  ['새로 등록된 등기 사건', 'inserted_at', 'desc'],
  ['최근 추가한 세대', 'inserted_at', 'desc'],
  ['최근 문의', 'received_at', 'desc'],
  ['최근에 온 문의 보여줘', 'received_at', 'desc'],
  ['다음 주 수용개시일 목록', 'expropriated_at', 'asc'],
  ['이번 주 등기예정 사건', 'regi_date', 'asc'],
  ['마감이 다가오는 공탁', 'expropriated_at', 'asc'],
  ['미입금 된거 오래된 순', 'cost_request_at', 'asc'],
])('%s is in the order of %s', (question, field, direction) => {
  expect(read(question)[0]?.query.sort).toEqual([{ field, direction }])
})

test.each(['최근 3개월 접수된 공탁', '최근 공탁 보수료 합계', '최근에 접수된 공탁 몇 건'])(
  '%s asks for no order',
  (question) => {
    expect(readQuestion(question, office).measure.order).toBeNull()
  },
)
