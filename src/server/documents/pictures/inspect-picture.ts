import { crc32 } from 'node:zlib'
import { imageSize } from 'image-size'
import { problem, type Problem } from '#contract/problem.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { detectPictureKind, listPictureParts, type PictureKind, type PicturePart } from './picture-parts.ts'

type InspectedPicture =
  | { mediaType: string; bytes: Buffer; size: { width: number; height: number } }
  | { refused: Problem }

/**
 * Checks that bytes are a PNG, JPEG or WebP picture within the limits. Decides by content alone,
 * because name and declared type are untrusted. Returns the picture without metadata and without
 * data after its end. `field` is where a refusal is shown.
 */
export function inspectPicture(
  input: Uint8Array,
  { maxSide, field }: { maxSide: number; field: string },
): InspectedPicture {
  const refusal = (code: 'unsupported_file' | 'refused', message: string): InspectedPicture => ({
    refused: problem(code, { message, fields: { [field]: message } }),
  })
  const file = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const kind = detectPictureKind(file)
  if (kind === undefined) return refusal('unsupported_file', 'PNG, JPEG, WebP 이미지만 올릴 수 있습니다.')
  const parts = listPictureParts(file, kind)
  const bytes = parts && cleanPicture(file, kind, parts)
  const size = bytes && readSize(bytes, kind)
  if (bytes === undefined || size === undefined) {
    return refusal('unsupported_file', '이미지 파일이 손상되어 읽을 수 없습니다. 다시 저장한 뒤 올려 주세요.')
  }
  if (Math.max(size.width, size.height) > maxSide) {
    return refusal('refused', `이미지의 가로와 세로는 ${formatNumber(maxSide)}픽셀 이하여야 합니다.`)
  }
  return { mediaType: mediaTypes[kind], bytes, size }
}

/**
 * Cleans a picture stored before pictures were cleaned on upload, so that it can be shown publicly.
 */
export function cleanForServing(stored: Buffer): Buffer {
  const kind = detectPictureKind(stored)
  const parts = kind && listPictureParts(stored, kind)
  return parts ? cleanPicture(stored, kind, parts) : stored
}

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const satisfies Record<
  PictureKind,
  string
>

function readSize(bytes: Buffer, kind: PictureKind): { width: number; height: number } | undefined {
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes)
    if (type !== kind || width <= 0 || height <= 0) return undefined
    // Values from 5 swap width and height.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    // image-size throws for anything it cannot read.
    return undefined
  }
}

/**
 * Removes metadata from a picture: place and time, names, comments, thumbnails (EXIF, XMP, IPTC,
 * text chunks). Keeps everything needed to draw it, including color profiles and the orientation:
 * without it a photograph from a turned camera would be on its side, and rotating the pixels would
 * cost quality. Cleaning a clean picture gives the same bytes.
 */
function cleanPicture(bytes: Buffer, kind: PictureKind, parts: readonly PicturePart[]): Buffer {
  return cleaners[kind](parts.map(({ type, start, end }) => ({ type, bytes: bytes.subarray(start, end) })))
}

interface PicturePiece {
  readonly type: string
  readonly bytes: Buffer
}

const orientationTag = 0x0112

/**
 * The EXIF orientation (2 to 8); undefined when the picture is upright or the value is unreadable.
 */
export function readOrientation(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const isLittle = order === 'II'
  const readShort = (index: number) => (isLittle ? tiff.readUInt16LE(index) : tiff.readUInt16BE(index))
  try {
    const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const count = readShort(start)
    for (let entry = start + 2; entry < start + 2 + count * 12; entry += 12) {
      if (readShort(entry) !== orientationTag) continue
      const orientation = readShort(entry + 8)
      return orientation >= 2 && orientation <= 8 ? orientation : undefined
    }
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** EXIF with only the orientation: a TIFF header and one directory with one entry, 26 bytes. */
export function encodeOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 0, 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  // Type SHORT, count 1, the value left-aligned in four bytes; no further directory.
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

const cleaners = { png: cleanPng, jpg: cleanJpeg, webp: cleanWebp } satisfies Record<
  PictureKind,
  (pieces: readonly PicturePiece[]) => Buffer
>

/**
 * Pixels, palette, color space, resolution and animation. Text (tEXt, zTXt, iTXt), time (tIME),
 * eXIf and unknown chunks are removed.
 */
const visibleChunks = new Set([
  '',
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'bKGD',
  'pHYs',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'cICP',
  'mDCV',
  'cLLI',
  'acTL',
  'fcTL',
  'fdAT',
])

function cleanPng(pieces: readonly PicturePiece[]): Buffer {
  const exif = pieces.find(({ type }) => type === 'eXIf')
  const orientation = exif && readOrientation(exif.bytes.subarray(8, -4))
  const chunks = pieces.filter(({ type }) => visibleChunks.has(type)).map((piece) => piece.bytes)
  // Signature and IHDR come first; the chunk may be anywhere before the pixels.
  if (orientation) chunks.splice(2, 0, createPngChunk('eXIf', encodeOrientation(orientation)))
  return Buffer.concat(chunks)
}

function createPngChunk(type: string, data: Buffer): Buffer {
  const frame = Buffer.alloc(12 + data.length)
  frame.writeUInt32BE(data.length, 0)
  frame.write(type, 4, 'latin1')
  data.copy(frame, 8)
  frame.writeUInt32BE(crc32(frame.subarray(4, -4)), frame.length - 4)
  return frame
}

const exifHeader = Buffer.from('Exif\0\0', 'latin1')

/**
 * Keeps the application segments JFIF (e0, without thumbnail), color profile (e2) and Adobe color
 * transform (ee); removes the others and comments (fe).
 */
function cleanJpeg(pieces: readonly PicturePiece[]): Buffer {
  const exif = pieces.find(({ type, bytes }) => type === 'e1' && bytes.subarray(4, 10).equals(exifHeader))
  const orientation = exif && readOrientation(exif.bytes.subarray(10))
  const chunks = pieces.flatMap(({ type, bytes }) => {
    if (type === 'e0') return hasHeader(bytes, 'JFIF\0') ? [removeThumbnail(bytes)] : []
    if (type === 'e2') return hasHeader(bytes, 'ICC_PROFILE\0') ? [bytes] : []
    if (type === 'ee') return hasHeader(bytes, 'Adobe') ? [bytes] : []
    return /^e.|fe$/.test(type) ? [] : [bytes]
  })
  const index = chunks[1]?.[1] === 0xe0 ? 2 : 1
  if (orientation)
    chunks.splice(index, 0, createJpegSegment(0xe1, Buffer.concat([exifHeader, encodeOrientation(orientation)])))
  return Buffer.concat(chunks)
}

function hasHeader(segment: Buffer, header: string): boolean {
  return segment.toString('latin1', 4, 4 + header.length) === header
}

/**
 * JFIF: identifier, version, unit and densities are 12 bytes; width and height of a thumbnail
 * follow, then its pixels.
 */
function removeThumbnail(segment: Buffer): Buffer {
  return createJpegSegment(0xe0, Buffer.concat([segment.subarray(4, 16), Buffer.alloc(2)]))
}

function createJpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const shownChunks = new Set(['', 'VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const [exifFlag, xmpFlag] = [0x08, 0x04]

function cleanWebp(pieces: readonly PicturePiece[]): Buffer {
  const exif = pieces.find(({ type }) => type === 'EXIF')?.bytes.subarray(8)
  const orientation = exif && readOrientation(isExifMarked(exif) ? exif.subarray(6) : exif)
  const chunks = pieces.filter(({ type }) => shownChunks.has(type)).map((piece) => piece.bytes)
  if (orientation) chunks.push(createWebpChunk('EXIF', encodeOrientation(orientation)))
  const cleaned = Buffer.concat(chunks)
  cleaned.writeUInt32LE(cleaned.length - 8, 4)
  if (cleaned.toString('latin1', 12, 16) === 'VP8X') {
    const flags = cleaned.readUInt8(20) & ~(exifFlag | xmpFlag)
    cleaned.writeUInt8(orientation ? flags | exifFlag : flags, 20)
  }
  return cleaned
}

function isExifMarked(data: Buffer): boolean {
  return data.subarray(0, 6).equals(exifHeader)
}

/** Chunk data is padded to an even length. */
function createWebpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}
