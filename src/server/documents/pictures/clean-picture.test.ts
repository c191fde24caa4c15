import { imageSize } from 'image-size'
import { describe, expect, test } from 'vitest'
import { createExif, createPicturesWithMetadata, secrets } from '#tests/support/documents/pictures-with-metadata.ts'
import { smallPictures } from '#tests/support/documents/pictures.ts'
import { encodeOrientation, inspectPicture, readOrientation } from './inspect-picture.ts'
import { detectPictureKind, listPictureParts } from './picture-parts.ts'

const limits = { maxSide: 4096, field: 'img' }
const kinds = ['jpeg', 'png', 'webp'] as const

function cleanOrThrow(picture: Buffer): { bytes: Buffer; size: { width: number; height: number } } {
  const inspected = inspectPicture(picture, limits)
  if ('refused' in inspected) throw new Error(inspected.refused.message)
  return inspected
}

/** The parts with image data, byte for byte. */
function listChunkNames(picture: Buffer): string[] {
  const kind = detectPictureKind(picture)
  const parts = (kind && listPictureParts(picture, kind)) ?? []
  const others = new Set(['', 'e0', 'e1', 'eXIf', 'EXIF', 'VP8X'])
  return parts
    .filter(({ type }) => !others.has(type))
    .map(({ start, end }) => picture.subarray(start, end).toString('hex'))
}

describe.each(kinds)('a %s from a phone', (kind) => {
  test('loses location, author, comments and thumbnail, and keeps its pixels', () => {
    const original = createPicturesWithMetadata(1)[kind]
    for (const secret of secrets) expect(original.includes(secret)).toBe(true)
    const { bytes } = cleanOrThrow(original)
    for (const secret of [...secrets, 'xmpmeta', 'Photoshop', 'Author', 'GPS'])
      expect(bytes.includes(secret)).toBe(false)
    expect(listChunkNames(bytes)).toEqual(listChunkNames(smallPictures[kind]))
  })

  test.each([2, 3, 6, 8])('keeps its orientation (%i) and nothing else of its EXIF', (orientation) => {
    const { bytes } = cleanOrThrow(createPicturesWithMetadata(orientation)[kind])
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false)
    expect(bytes.includes(encodeOrientation(orientation))).toBe(true)
    expect(listChunkNames(bytes)).toEqual(listChunkNames(smallPictures[kind]))
    expect(cleanOrThrow(bytes).bytes.equals(bytes)).toBe(true)
  })
})

test.each(['jpeg', 'png'] as const)(
  'a %s without rotation gets the same bytes as one that never had metadata',
  (kind) => {
    expect(cleanOrThrow(createPicturesWithMetadata(1)[kind]).bytes.equals(smallPictures[kind])).toBe(true)
  },
)

test('the size of a rotated photograph is the size as shown', () => {
  const { bytes, size } = cleanOrThrow(createPicturesWithMetadata(6).jpeg)
  expect(imageSize(bytes)).toMatchObject({ width: 8, height: 6, orientation: 6 })
  expect(size).toEqual({ width: 6, height: 8 })
  expect(cleanOrThrow(createPicturesWithMetadata(3).jpeg).size).toEqual({ width: 8, height: 6 })
})

test('the WebP header only announces EXIF and XMP that exist', () => {
  expect(cleanOrThrow(createPicturesWithMetadata(1).webp).bytes.readUInt8(20)).toBe(0)
  expect(cleanOrThrow(createPicturesWithMetadata(6).webp).bytes.readUInt8(20)).toBe(0x08)
})

describe('EXIF', () => {
  test('is read in both byte orders, and ignored when unreadable', () => {
    expect(readOrientation(createExif(6))).toBe(6)
    expect(readOrientation(encodeOrientation(8))).toBe(8)
    expect(readOrientation(createExif(1))).toBeUndefined()
    expect(readOrientation(createExif(9))).toBeUndefined()
    for (let length = 0; length < 30; length += 1)
      expect(readOrientation(createExif(6).subarray(0, length))).toBeUndefined()
    expect(readOrientation(Buffer.from('no TIFF at all'))).toBeUndefined()
  })
})
