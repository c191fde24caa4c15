import { expect, test } from 'vitest'
import { formatReceiptNumber } from './won.ts'

test.each([
  [null, 'completed', { text: '', isProcessing: false }],
  ['', null, { text: '', isProcessing: false }],
  ['제1234호', 'completed', { text: '제1234호', isProcessing: false }],
  ['제1234호', 'processing', { text: '처리중', isProcessing: true }],
  ['제1234호', null, { text: '처리중', isProcessing: true }],
])('number %j with status %j shows %j', (number, status, shown) => {
  expect(formatReceiptNumber({ number, status })).toEqual(shown)
})
