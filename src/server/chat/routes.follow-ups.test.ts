import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { findFollowUpFault, generateFollowUps } from '#tests/support/people/generated-follow-ups.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/**
 * A follow-up that names only a field, a condition, a figure or a place in the list is about the
 * records of the answer before it.
 */
const { ask, readBooks, close } = await openStaffChat({ units: 420, addresses: 200 })
afterAll(close)
const followUps = generateFollowUps(await readBooks())

test('a field, a value, a sum or a place after an answer is of its records', async () => {
  expect(followUps.length).toBeGreaterThan(300)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...followUps), async (followUp) => {
      expect(findFollowUpFault(followUp, await ask(...followUp.questions))).toBeNull()
    }),
    { numRuns: countPropertyRuns(100) },
  )
}, 120_000)

test.each([
  [['카드 11월', '점심만'], '2026.11.01 ~ 2026.11.30 · 점심: 카드사용내역 30건, 합계 347,100원입니다.'],
  [['카드 11월', '제일 큰거', '식대만'], '2026.11.01 ~ 2026.11.30 · 구분 ‘점심’, ‘저녁’: 카드사용내역 37건'],
  [['카드 이번달 총합', '지난달은', '차이'], '금액 301,700원 줄었습니다.'],
  [['공탁 10월 접수', '완료만', '보수는'], '· 상태 완료'],
  [['공탁 보류 몇건', '취소만'], '상태 취소: 공탁 사건 25건입니다.'],
  [['제3공구 공탁 몇건', '완료된건'], '상태 완료: 공탁 사건 30건입니다.'],
  [['제3공구 공탁 몇건', '보류된건?'], '상태 보류: 공탁 사건 5건입니다.'],
  [['공탁 보류 몇건', '취소된 거는요'], '상태 취소: 공탁 사건 25건입니다.'],
  [['이번달 등기 접수 몇건', '상속인거'], '등기목적 ‘상속’: 등기 사건 0건입니다.'],
  [['퀵 이번달', '오달래 꺼'], '기사명 ‘오달래’'],
  [['미수금 얼마', '공탁만'], '비용청구일 있음 · 입금일 없음: 공탁 사건 92건'],
  [['미수금 얼마', '제일 큰거'], '비용 합계 내림차순: 공탁 사건 92건'],
  [['3공구', '담당자', '공탁 몇건'], '사업구간 ‘3공구’: 공탁 사건 67건입니다.'],
  [['퀵 이번달', '오달래가 온것만'], '기사명 ‘오달래’'],
  [['이번달 등기 접수 몇건', '그중에 상속은'], '등기목적 ‘상속’: 등기 사건 0건입니다.'],
  [['달빛스퀘어 보수 합계', '부가세까지 하면?'], '등기 사건 50건, 비용 합계 15,664,000원입니다.'],
  [['가온채 2단지 취득세 합계', '평균은', '제일 비싼집'], '매매가(분양가) 내림차순: 세대'],
  [['공탁 보류 몇건', '금액 큰 순으로'], '내림차순: 공탁 사건 44건'],
  [['공탁 보류 몇건', '금액순으로'], '내림차순: 공탁 사건 44건'],
  [['카드 이번달 총합', '지난달이랑 비교하면?'], '금액 301,700원 줄었습니다.'],
  [['퀵 이번달 얼마', '지난달이랑 비교하면'], '금액 64,500원 줄었습니다.'],
  [['10월 등기 보수', '9월이랑 비교'], '보수료 3,070,000원 늘었습니다.'],
  [['10월 등기 보수', '부가세', '9월이랑 비교'], '307,000원 늘었습니다.'],
  [['지지난주 공탁 접수'], '2026.11.16 ~ 2026.11.22'],
  [['2026-0795 공탁', '담당자', '전화번호 뭐야'], '이름 오미르: 관리자 1명입니다.'],
  [['가상도로공사', '주소'], '회사명 ‘가상도로공사’: 회사 1곳입니다.'],
  [['달빛스퀘어 503호', '취득세 얼마야'], '취득세·등록세 합계 19,377,800원입니다.'],
  [['공탁 조사중', '연락처'], '누구의 ‘연락처’인지 이름을 함께 적어 주세요.'],
  [['퀵 이번달', '전화번호'], '퀵 기록에는 ‘전화번호’가 없습니다.'],
  [['이번달 공탁 몇건', '차이'], '무엇과 무엇을 함께 물으시는지 알 수 없습니다.'],
  [['이번달 등기 접수 몇건', '홍길순만'], '‘홍길순’이 들어 있는 등기 사건은 없습니다.'],
  [['사업구간 진행중 몇개'], '상태 진행중: 사업구간 7개입니다.'],
  [['목록 완료 몇개'], '상태 완료: 목록 12개입니다.'],
  [['공탁 갯수'], '공탁 사건 800건입니다.'],
  [['근저당말소 몇건'], '등기목적 ‘근저당권말소’: 등기 사건 60건입니다.'],
])('%j', async (questions, text) => {
  expect((await ask(...questions)).message).toContain(text)
})

test.each([
  ['취소로', '취소'],
  ['아니 보류로', '보류'],
])('%s after a proposed change corrects the proposal', async (question, value) => {
  const { parts } = await ask('2026-0790 완료로 바꿔줘', question)
  expect(parts.find((part) => part.kind === 'change')).toMatchObject({ label: '상태', after_text: value })
})
