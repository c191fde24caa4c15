import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packRow, unpackRow } from './row-bytes.ts'

const roundTrip = (row: object) => unpackRow(packRow(row).buffer)

describe('restores a row unchanged', () => {
  test.each([
    ['nothing', {}],
    ['short text, numbers and empty values', { owner: '홍길동', fees: 120_000, isDone: false, note: null }],
    [
      'nested objects and arrays',
      { changes: { owner: { old: null, new: '김' } }, ids: ['a', 'b'], deep: [[{ x: 1 }]] },
    ],
    ['numbers that JSON cannot hold', { a: Number.NaN, b: Infinity, c: -Infinity, list: [1, Number.NaN] }],
    ['long text', { text: '가나다 abc \u0000 漢字 😀 '.repeat(100) }],
    ['long text with empty values in it', { text: '홍길동\u0000\uD800\u0000김가온\u0000'.repeat(60) }],
    ['long text with empty values and their stand-in', { text: 'a\u0001b\u0000\uD800\u0000'.repeat(60) }],
    ['text with lone surrogates', { text: '\uDC00가'.repeat(20_000) }],
    ['text of control characters', { consonants: '\u0000\u0001\u0013\u001e'.repeat(100) }],
    ['text that begins with a byte order mark', { text: `\uFEFF${'가'.repeat(300)}` }],
    [
      'arrays of numbers',
      { a: Float64Array.of(1.5, Number.NaN, -0), b: Uint16Array.of(1, 65_535), c: Uint32Array.of(4e9) },
    ],
    [
      'bytes that are a view into a larger buffer',
      { bytes: new Uint8Array(16).map((_, index) => index).subarray(3, 10) },
    ],
    [
      'empty arrays between others',
      { a: new Uint8Array(0), b: Float64Array.of(1), c: new Uint8Array(3), d: Float64Array.of(2) },
    ],
  ])('%s', (_what, row) => {
    expect(roundTrip(row)).toEqual(row)
  })

  test('text of any content and length', () => {
    const unit = fc.oneof(
      fc.constantFrom('\u0000', '\u0001', '\uD800', '\uDC00', '가', 'a'),
      fc.string({ unit: 'binary' }),
    )
    const text = fc.array(unit, { maxLength: 400 }).map((units) => units.join(''))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), text), (row) => {
        expect(roundTrip(row)).toEqual({ ...row })
      }),
    )
  })
})

test('omits undefined values', () => {
  expect(roundTrip({ a: undefined, b: 1 })).toEqual({ b: 1 })
})

test('long text is decoded only when read, and copies of the row have it too', () => {
  const row = { columns: { owner: '홍길동 '.repeat(100) }, count: 100 }
  const unpacked = roundTrip(row) as typeof row
  const isDecoded = () => Object.getOwnPropertyDescriptor(unpacked.columns, 'owner')?.get === undefined
  expect(isDecoded()).toBe(false)
  expect(structuredClone(unpacked)).toEqual(row)
  expect(isDecoded()).toBe(true)
  expect(unpacked).toEqual(row)
})
