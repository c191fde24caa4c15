import { expect, test } from 'vitest'
import { makeUnreadOffice } from '#tests/support/books/make-unread-office.ts'
import { answerOpener } from './answer-opener.ts'

const office = makeUnreadOffice()
const knowledge = { today: office.today, pages: { search: () => Promise.resolve([]) }, table: null, office }

test.each([
  '급한 거 있어?',
  '오늘 뭐 급한거 있어?',
  '급한 일 있나요',
  '이번 주에 할 일',
  '이번주 할일 알려줘',
  '다음 주에 해야 할 일',
  '오늘 할 일 뭐 있어?',
  '뭐부터 하면 돼?',
  '뭐부터 해야 할까요',
  '오늘 뭐 해야 돼?',
  '오늘 챙길 거 있나',
  '밀린 일 있어?',
  '내일까지 처리해야 하는 거',
])('%s opens the day', (question) => {
  expect(answerOpener(question, knowledge)).not.toBeNull()
})

test.each([
  '오늘 접수해야 할 등기 사건',
  '강여울 할 일',
  '급한 공탁 사건',
  '이번 주 등기예정 사건',
  '받을 돈 얼마야',
  '밀린 보수료',
  '오늘 휴가인 사람',
  '사건 추가하려면 뭐부터 해야 돼?',
])('%s is about something else', (question) => {
  expect(answerOpener(question, knowledge)).toBeNull()
})
