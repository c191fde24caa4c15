import { expect, test } from 'vitest'
import { answerSmallTalk, isUndoRequest } from './small-talk.ts'

async function readAnswer(question: string): Promise<string | null> {
  const steps = answerSmallTalk(question)
  if (!steps) return null
  let text = ''
  for await (const step of steps) if (step.kind === 'delta') text += step.text
  return text
}

test.each([
  ['반갑습니다', /장부 도우미/],
  ['좋은 오후입니다', /장부 도우미/],
  ['다들 안녕하세요', /장부 도우미/],
  ['너 누구야', /장부 도우미/],
  ['질문 좀 할게', /장부 도우미/],
  ['덕분에 잘 됐어요 감사합니다', /다행입니다/],
  ['고생했어요 내일 봬요', /다행입니다/],
  ['알겠습니다', /^네\./],
])('%j is answered without a search', async (text, answer) => {
  expect(await readAnswer(text)).toMatch(answer)
})

test.each([
  '고마워할 사람 연락처',
  '안녕빌라 등기',
  '내일 일정 봐줘',
  '좋은날 식당 얼마',
  '수고비 얼마',
  '네 건만 보여줘',
])('%j is a question', (text) => {
  expect(answerSmallTalk(text)).toBeNull()
})

test.each([
  '아까 거 취소',
  '방금 적용한 거 되돌려',
  '원래대로',
  '아 잘못했어',
  '그거 취소해줘',
  '다시 돌려놔',
  '실수야 되돌려줘',
])('%j asks to undo the last change', (text) => {
  expect(isUndoRequest(text)).toBe(true)
})

test.each([
  '취소',
  '취소된 공탁',
  '도하늘 등기 취소해줘',
  '하늘빌라 되돌려줘',
  '되돌리기 어떻게 해',
  '휴가 취소',
  '잘못 넣은 카드 내역',
])('%j asks for no undo', (text) => {
  expect(isUndoRequest(text)).toBe(false)
})
