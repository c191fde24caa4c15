import { expect, test } from 'vitest'
import { readSpoken } from './spoken-forms.ts'

test.each([
  ['세금계산서 끊은거 합계', '세금계산서 끊은 거 합계'],
  ['필증 안찾은게 뭐야', '필증 안찾은 게 뭐야'],
  ['접수할건 몇건', '접수할 건 몇건'],
  ['어제꺼 보여줘', '어제 거 보여줘'],
  ['내일거 알려줘', '내일 거 알려줘'],
  ['도하늘 공탁 어디까지 진행됐나요', '도하늘 공탁 상태'],
  ['그 문의 어디까지 처리된거야', '그 문의 상태'],
  ['휴가 몇일 남았어', '휴가 며칠 남았어'],
  ['서류 어케 올려', '서류 어떻게 올려'],
  ['보수료 큰 거 네 개', '보수료 큰 거 4개'],
  ['공탁 300건 중에 보류 몇 프로', '공탁 중에 보류 몇 프로'],
  ['등기소에 가야 하는 거 모레', '등기예정  거 모레'],
  ['오만원 넘는 퀵', '5만원 넘는 퀵'],
])('reads %j as %j', (typed, text) => {
  expect(readSpoken(typed)).toBe(text)
})

test.each([
  ['물건 사건 조건', 'words that only end like 건'],
  ['소하늘 비고에 물건 찾은거 확인이라고 적어줘', 'a text to write down'],
  ['“안 온거” 들어 있는 공탁', 'a quotation'],
])('leaves %j unchanged: %s', (typed) => {
  expect(readSpoken(typed)).toBe(typed)
})
