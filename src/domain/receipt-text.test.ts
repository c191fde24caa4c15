import { expect, test } from 'vitest'
import { receiptText } from './receipt-text.ts'

test.each([
  [null, 'completed', '', false],
  ['', null, '', false],
  ['제1234호', 'completed', '제1234호', false],
  ['제1234호', 'processing', '처리중', true],
  ['제1234호', null, '처리중', true],
])('number %j with status %j shows %j', (number, status, text, isProcessing) => {
  expect(receiptText({ number, status })).toEqual({ text, isProcessing })
})
