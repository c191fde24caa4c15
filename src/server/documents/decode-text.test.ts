import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test.each([
  ['갂', '8141'],
  ['힣', 'c652'],
  ['뷁', '94ee'],
  ['펲시콜라', 'bc84bdc3c4ddb6f3'],
  ['똠방각하', '8c63b9e6b0a2c7cf'],
  ['샾', '98de'],
  ['믜', '92de'],
  ['홂', 'c345'],
  ['€ 10', 'a2e6203130'],
  ['각\t1\r\n', 'b0a209310d0a'],
])('decodes %s in CP949', (text, hex) => {
  expect(decodeText(Buffer.from(hex, 'hex'))).toBe(text)
})

test('prefers UTF-8 to CP949, with or without a byte order mark', () => {
  expect(decodeText(Buffer.from('쉔햏'))).toBe('쉔햏')
  expect(decodeText(Buffer.from('\ufeff쉔햏'))).toBe('쉔햏')
  expect(decodeText(Buffer.from('\ufeff쉔햏', 'utf16le'))).toBe('쉔햏')
})

test.each(['b0a2ff', 'b0a280', 'b0', '8c20', 'c653', 'c9a1b0'])('%s is not text', (hex) => {
  expect(decodeText(Buffer.from(hex, 'hex'))).toBeNull()
})
