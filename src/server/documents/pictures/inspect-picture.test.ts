import { describe, expect, test } from 'vitest'
import { makeGrayPng, smallPictures } from '#tests/support/documents/pictures.ts'
import { inspectPicture } from './inspect-picture.ts'

const limits = { maxSide: 4096, field: 'img' }

function readMessage(bytes: Uint8Array): string | undefined {
  const inspected = inspectPicture(bytes, limits)
  return 'refused' in inspected ? inspected.refused.message : undefined
}

const notAPicture = 'PNG, JPEG, WebP 이미지만 올릴 수 있습니다.'
const broken = '이미지 파일이 손상되어 읽을 수 없습니다. 다시 저장한 뒤 올려 주세요.'

describe('recognizes the format of a picture', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
  ] as const)('%s', (kind, mediaType) => {
    expect(inspectPicture(smallPictures[kind], limits)).toEqual({
      mediaType,
      bytes: smallPictures[kind],
      size: { width: 8, height: 6 },
    })
  })
})

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['GIF', 'GIF89a\u0001\u0000\u0001\u0000;'],
  ['nothing', ''],
  ['the first letters of a PNG', '\u0089PNG'],
])('%s is not a picture', (_case, text) => {
  expect(readMessage(Buffer.from(text, 'latin1'))).toBe(notAPicture)
})

describe('an inconsistent picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('refuses %s cut off anywhere', (kind) => {
    const full = smallPictures[kind]
    for (let length = 12; length < full.length; length += 1) {
      expect(readMessage(full.subarray(0, length)), `${length} bytes`).toBe(broken)
    }
  })

  test('refuses a signature before other data', () => {
    const html = Buffer.from('<script>alert(1)</script>'.repeat(9))
    expect(readMessage(Buffer.concat([smallPictures.png.subarray(0, 8), html]))).toBe(broken)
    expect(readMessage(Buffer.concat([smallPictures.jpeg.subarray(0, 4), html]))).toBe(broken)
    expect(readMessage(Buffer.concat([smallPictures.webp.subarray(0, 12), html]))).toBe(broken)
  })

  test('refuses a PNG with a wrong checksum', () => {
    const bytes = Buffer.from(smallPictures.png)
    bytes.writeUInt8((bytes[45] ?? 0) ^ 1, 45)
    expect(readMessage(bytes)).toBe(broken)
  })
})

test.each(['png', 'jpeg', 'webp'] as const)('removes data after the end of a %s', (kind) => {
  const bytes = Buffer.concat([smallPictures[kind], Buffer.from('PK\u0003\u0004<script>alert(1)</script>')])
  expect(inspectPicture(bytes, limits)).toMatchObject({ bytes: smallPictures[kind] })
})

test('a picture is at most 4,096 pixels wide and high', () => {
  expect(readMessage(makeGrayPng(4096, 1))).toBeUndefined()
  expect(readMessage(makeGrayPng(1, 4097))).toBe('이미지의 가로와 세로는 4,096픽셀 이하여야 합니다.')
})

test('arbitrary bytes never cause an exception', () => {
  let seed = 1
  const nextByte = () => (seed = Math.imul(seed, 48_271) & 0x7fffffff) & 255
  for (const kind of ['png', 'jpeg', 'webp'] as const) {
    for (let round = 0; round < 300; round += 1) {
      const bytes = Buffer.from(smallPictures[kind])
      for (let change = 0; change < 4; change += 1) bytes[nextByte() % bytes.length] = nextByte()
      expect(() => inspectPicture(bytes, limits)).not.toThrow()
    }
  }
})
