import { crc32 } from 'node:zlib'

export type PictureKind = 'png' | 'jpg' | 'webp'

/** What the first bytes say it is; undefined for everything else (SVG, HTML, GIF, …). */
export function pictureKind(bytes: Buffer): PictureKind | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return undefined
}

/**
 * Where the picture ends, found by walking its parts from the first to the last; undefined when they do not hang together. What a file carries behind that
 * (another file, a script) is no part of the picture.
 */
export function pictureEnd(bytes: Buffer, kind: PictureKind): number | undefined {
  try {
    return ends[kind](bytes)
  } catch (error) {
    // Reading beyond the last byte: the file is cut off.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const ends = { png: pngEnd, jpg: jpegEnd, webp: webpEnd } satisfies Record<
  PictureKind,
  (bytes: Buffer) => number | undefined
>

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** PNG (ISO 15948): chunks of length, type, data and checksum, from IHDR to IEND, with data in between. */
function pngEnd(bytes: Buffer): number | undefined {
  let hasData = false
  for (let at = 8; ;) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at === 8 && type !== 'IHDR') return undefined
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return undefined
    if (type === 'IEND') return hasData && length === 0 ? end : undefined
    hasData ||= type === 'IDAT'
    at = end
  }
}

/** JPEG (ITU T.81): marker segments, with coded data after each start of scan (SOS), to the end of image (EOI). */
function jpegEnd(bytes: Buffer): number | undefined {
  let hasScan = false
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return hasScan ? at + 2 : undefined
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) return undefined
    else {
      const length = bytes.readUInt16BE(at + 2)
      if (length < 2) return undefined
      at += 2 + length
      if (marker === 0xda) {
        hasScan = true
        at = scanEnd(bytes, at)
      }
    }
  }
}

/** Coded data goes on to the next marker; a stuffed FF 00 and restarts (RST) belong to it. */
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new RangeError('no marker after the scan')
}

/** WebP (RFC 9649): a RIFF of chunks, one of which holds the picture. */
function webpEnd(bytes: Buffer): number | undefined {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length || end % 2 !== 0) return undefined
  let hasPicture = false
  let at = 12
  while (at < end) {
    const type = bytes.toString('latin1', at, at + 4)
    if (at === 12 && !/^VP8[ LX]$/.test(type)) return undefined
    hasPicture ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return at === end && hasPicture ? end : undefined
}
