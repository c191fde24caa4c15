import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMaskedText, type MaskKind, maskValue } from './masked-value.ts'

describe('in a file', () => {
  test.each<[MaskKind, string, string]>([
    ['phone', '010-1234-5678', '010-****-5678'],
    ['phone', '01012345678', '010-****-5678'],
    ['phone', '02) 123-4567', '02-****-4567'],
    ['phone', '010-1234-5678, 02-987-6543', '010-****-5678, 02-****-6543'],
    ['phone', '1588-1234', '****'],
    ['phone', '내선 12', '내선 12'],
    ['email', 'gaon.kim@example.com', 'ga****@example.com'],
    ['email', 'a@example.com', 'a****@example.com'],
    ['email', '없음', '****'],
    ['number', '1234-5678-9012-3456', '****-3456'],
    ['number', '110-123-456789', '****-6789'],
    ['number', '1234', '****'],
    ['address', '서울특별시 강남구 테헤란로 1, 101동 1203호', '서울특별시 강남구 ****'],
    ['address', '경기도 성남시 분당구 판교로 12', '경기도 성남시 분당구 ****'],
    ['address', '세종특별자치시 한누리대로 1', '세종특별자치시 ****'],
    ['address', '어딘가 1번지', '****'],
    ['whole', '{"grantees":[]}', '****'],
  ])('%s %s becomes %s', (masking, value, shown) => {
    expect(maskValue(masking, value)).toBe(shown)
  })

  test.each<MaskKind>(['phone', 'email', 'number', 'address', 'whole'])(
    'an empty %s stays empty and does not look hidden',
    (masking) => {
      expect([maskValue(masking, null), maskValue(masking, ''), maskValue(masking, '  ')]).toEqual([null, '', '  '])
    },
  )

  test('leaves at most seven digits of a telephone or card number, and is recognized as masked', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 16 }).map((all) => all.join(''))
    fc.assert(
      fc.property(digits, fc.constantFrom<MaskKind>('phone', 'number'), (number, masking) => {
        const shown = String(maskValue(masking, number))
        expect(isMaskedText(shown)).toBe(true)
        expect(shown.replace(/\D/g, '').length).toBeLessThanOrEqual(7)
      }),
    )
  })
})
