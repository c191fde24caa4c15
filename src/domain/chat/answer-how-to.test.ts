import { expect, test } from 'vitest'
import { findAskedGuide, isHowToQuestion, readExportRequest, readRequest } from './answer-how-to.ts'

test.each([
  ['위임장 어떻게 출력해?', '등기신청서와 위임장'],
  ['위임장 뽑으려면', '등기신청서와 위임장'],
  ['신청서 한꺼번에 만드는 방법', '등기신청서와 위임장'],
  ['공문 번호 어떻게 매겨져?', '공문 번호'],
  ['문서번호는 어떻게 정해져요', '공문 번호'],
  ['동료가 같은 칸 고치면?', '겹친 수정'],
  ['둘이 동시에 고치면 어떻게 돼?', '겹친 수정'],
  ['대상자 주소 바뀌었는데 어디서 고쳐?', '소유자와 주소 바꾸기'],
  ['의뢰인 전화번호 바뀌었는데 어디서 수정해요', '소유자와 주소 바꾸기'],
  ['담당자 이름 바꾸면 옛날 사건도 바뀌어?', '담당자의 이름이 바뀌었을 때'],
  ['우리 사무실 입금계좌 어디서 봐?', '입금계좌 보기'],
  ['엑셀 파일에 있는 사건 어떻게 옮겨?', '엑셀 가져오기'],
  ['요율 바꾸려면?', '요율 바꾸기'],
  ['사건 하나 인쇄하려면?', '인쇄'],
  ['폰에 깔려면', '앱 설치'],
  ['주민등록번호 어디다 입력해', '주민등록번호 보기'],
  ['취득세 4억 오피스텔 계산', '등기신청서와 위임장'],
  ['변경 이력 보는 법', '변경 이력'],
  ['계약서 스캔 올리려면', '서류와 사진'],
])('%s is answered by %s', (question, title) => {
  expect(findAskedGuide(question)?.title).toBe(title)
})

test.each([
  '이거 엑셀로 뽑아줘',
  '공탁 목록 엑셀로 좀 내려주세요',
  '카드내역 엑셀로 받을 수 있게 저장해줘',
  '엑셀 부탁해요',
])('%s is a request for a file', (question) => {
  expect(readExportRequest(question)?.title).toBe('엑셀 내보내기')
})

test.each(['목록 뽑아줘', '표로 뽑아 줘', '인쇄 안 한 공문 있어?'])('%s is none', (question) => {
  expect(readExportRequest(question)).toBeNull()
})

test.each([
  ['장하람 공탁번호 뭐야', false],
  ['조보람 등기접수일 언제야?', false],
  ['공탁번호가 뭐야?', true],
  ['등기필증이 뭐예요?', true],
  ['휴가 왜 거절됐어', false],
  ['공탁 보류 이유가 뭐야', false],
  ['노을 과장 이메일 뭐야', false],
  ['공탁은 왜 하나요', true],
])('%s asks how something is done or what it means: %j', (question, isHowTo) => {
  expect(isHowToQuestion(question)).toBe(isHowTo)
})

test.each([
  ['등기 사건 신규 등록', '등기 사건 추가'],
  ['은행 추가', '은행 추가'],
  ['어제 저녁 41000원 노을식당 카드 입력', '카드 내역 추가'],
  ['퀵 사무소에서 법원 9000원 넣어줘', '퀵 배송 기록'],
  ['모레 연차 등록', '휴가 신청'],
  ['지운 세대 복구', '삭제한 기록 되살리기'],
])('%s is done on the screen of %s', (question, title) => {
  expect(readRequest(question)?.guide.title).toBe(title)
})

test.each(['지난달 카드 등록', '올해 휴가 신청', '퀵 충전 내역', '이번 달 공탁 등록'])(
  '%s is a question',
  (question) => {
    expect(readRequest(question)).toBeNull()
  },
)
