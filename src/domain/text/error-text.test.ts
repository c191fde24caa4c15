import { expect, test } from 'vitest'
import { findErrorText } from './error-text.ts'

test.each([
  [{ error: '모델이 응답하지 않습니다.' }, '모델이 응답하지 않습니다.'],
  [{ error: '한도 초과', message: '잠시 후' }, '한도 초과'],
  [{ error: { message: 'quota', code: 7 } }, 'quota'],
  [{ error: { code: 7 }, message: '잠시 후' }, '잠시 후'],
  [{ error: ' ', message: '잠시 후' }, '잠시 후'],
  [{ code: 'internal', message: '서버에서 오류가 발생했습니다.' }, '서버에서 오류가 발생했습니다.'],
  [{ error: 500, message: null }, undefined],
  [{}, undefined],
  [null, undefined],
  ['<html>', undefined],
  [[{ error: '목록' }], undefined],
])('takes the error text from %j: %s', (response, text) => {
  expect(findErrorText(response)).toBe(text)
})
