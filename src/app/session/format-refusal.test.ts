import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { formatRefusal } from './format-refusal.ts'

const refused = problem('invalid_request', { fields: { name: '필수 항목입니다.', taxes: '알 수 없는 항목입니다.' } })

test('names refused fields that the form does not mark', () => {
  expect(formatRefusal(refused, ['name'])).toBe('입력한 내용을 확인해 주세요. 알 수 없는 항목입니다. (taxes)')
  expect(formatRefusal(refused)).toContain('필수 항목입니다. (name)')
})

test('says only the message when every refused field is marked', () => {
  expect(formatRefusal(refused, ['name', 'taxes'])).toBe('입력한 내용을 확인해 주세요.')
  expect(formatRefusal(problem('conflict'))).toBe('다른 사람이 먼저 수정한 내용과 겹칩니다.')
})

test('does not repeat a field error that is the message', () => {
  const message = '이미 있는 이름입니다.'
  expect(formatRefusal(problem('refused', { message, fields: { name: message } }))).toBe(message)
})
