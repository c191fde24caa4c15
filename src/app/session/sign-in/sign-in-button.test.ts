import { expect, test } from 'vitest'
import { describeSignInError } from './sign-in-button.tsx'

test('says why a sign-in could not begin', () => {
  expect(describeSignInError('유효한 API 키가 설정되지 않았습니다.')).toBe(
    '로그인 중 오류가 발생했습니다: 유효한 API 키가 설정되지 않았습니다.',
  )
})

test.each(['Cookies are blocked by this browser', 'third-party cookie', '쿠키가 차단되어 있습니다.'])(
  'adds no message of its own about cookies (%s)',
  (message) => {
    expect(describeSignInError(message)).toBe('')
  },
)
