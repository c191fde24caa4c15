import { crc32 } from 'node:zlib'
import type { PictureKind, PicturePart } from './picture-parts.ts'
import { orientationIn, orientationOnly } from './orientation.ts'

/**
 * Removes metadata from a picture: place and time, names, comments, thumbnails (EXIF, XMP, IPTC,
 * text chunks). Keeps everything needed to draw it, including colour profiles and the orientation:
 * without it a photograph from a turned camera would be on its side, and rotating the pixels would
 * cost quality. Cleaning a clean picture gives the same bytes.
 */
export function cleanPicture(bytes: Buffer, kind: PictureKind, parts: readonly PicturePart[]): Buffer {
  return cleaners[kind](parts.map(({ type, start, end }) => ({ type, bytes: bytes.subarray(start, end) })))
}

interface Piece {
  readonly type: string
  readonly bytes: Buffer
}

const cleaners = { png: cleanPng, jpg: cleanJpeg, webp: cleanWebp } satisfies Record<
  PictureKind,
  (pieces: readonly Piece[]) => Buffer
>

/**
 * Pixels, palette, colour space, resolution and animation. Text (tEXt, zTXt, iTXt), time (tIME),
 * eXIf and unknown chunks are removed.
 */
const drawnChunks = new Set([
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

function cleanPng(pieces: readonly Piece[]): Buffer {
  const exif = pieces.find(({ type }) => type === 'eXIf')
  const orientation = exif && orientationIn(exif.bytes.subarray(8, -4))
  const chunks = pieces.filter(({ type }) => drawnChunks.has(type)).map((piece) => piece.bytes)
  // Signature and IHDR come first; the chunk may be anywhere before the pixels.
  if (orientation) chunks.splice(2, 0, pngChunk('eXIf', orientationOnly(orientation)))
  return Buffer.concat(chunks)
}

function pngChunk(type: string, data: Buffer): Buffer {
  const frame = Buffer.alloc(12 + data.length)
  frame.writeUInt32BE(data.length, 0)
  frame.write(type, 4, 'latin1')
  data.copy(frame, 8)
  frame.writeUInt32BE(crc32(frame.subarray(4, -4)), frame.length - 4)
  return frame
}

const exifMark = Buffer.from('Exif\0\0', 'latin1')

/**
 * Keeps the application segments JFIF (e0, without thumbnail), colour profile (e2) and Adobe colour
 * transform (ee); removes the others and comments (fe).
 */
function cleanJpeg(pieces: readonly Piece[]): Buffer {
  const exif = pieces.find(({ type, bytes }) => type === 'e1' && bytes.subarray(4, 10).equals(exifMark))
  const orientation = exif && orientationIn(exif.bytes.subarray(10))
  const chunks = pieces.flatMap(({ type, bytes }) => {
    if (type === 'e0') return isMarked(bytes, 'JFIF\0') ? [plainJfif(bytes)] : []
    if (type === 'e2') return isMarked(bytes, 'ICC_PROFILE\0') ? [bytes] : []
    if (type === 'ee') return isMarked(bytes, 'Adobe') ? [bytes] : []
    return /^e.|fe$/.test(type) ? [] : [bytes]
  })
  const index = chunks[1]?.[1] === 0xe0 ? 2 : 1
  if (orientation) chunks.splice(index, 0, jpegSegment(0xe1, Buffer.concat([exifMark, orientationOnly(orientation)])))
  return Buffer.concat(chunks)
}

function isMarked(segment: Buffer, mark: string): boolean {
  return segment.toString('latin1', 4, 4 + mark.length) === mark
}

/**
 * JFIF: identifier, version, unit and densities are 12 bytes; width and height of a thumbnail
 * follow, then its pixels.
 */
function plainJfif(segment: Buffer): Buffer {
  return jpegSegment(0xe0, Buffer.concat([segment.subarray(4, 16), Buffer.alloc(2)]))
}

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const shownChunks = new Set(['', 'VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const [exifFlag, xmpFlag] = [0x08, 0x04]

function cleanWebp(pieces: readonly Piece[]): Buffer {
  const exif = pieces.find(({ type }) => type === 'EXIF')?.bytes.subarray(8)
  const orientation = exif && orientationIn(isExifMarked(exif) ? exif.subarray(6) : exif)
  const chunks = pieces.filter(({ type }) => shownChunks.has(type)).map((piece) => piece.bytes)
  if (orientation) chunks.push(webpChunk('EXIF', orientationOnly(orientation)))
  const cleaned = Buffer.concat(chunks)
  cleaned.writeUInt32LE(cleaned.length - 8, 4)
  if (cleaned.toString('latin1', 12, 16) === 'VP8X') {
    const flags = cleaned.readUInt8(20) & ~(exifFlag | xmpFlag)
    cleaned.writeUInt8(orientation ? flags | exifFlag : flags, 20)
  }
  return cleaned
}

function isExifMarked(data: Buffer): boolean {
  return data.subarray(0, 6).equals(exifMark)
}

/** Chunk data is padded to an even length. */
function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}
