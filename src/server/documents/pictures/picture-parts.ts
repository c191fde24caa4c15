import { crc32 } from 'node:zlib'

export type PictureKind = 'png' | 'jpg' | 'webp'

/**
 * A chunk (PNG, WebP) or a marker segment (JPEG; a start of scan includes its coded data), from its
 * first byte to one past its last.
 */
export interface PicturePart {
  /** Four letters, for JPEG the marker as `e1`. The signature before the first chunk is `''`. */
  readonly type: string
  readonly start: number
  readonly end: number
}

/** The format by the first bytes; undefined for everything else (SVG, HTML, GIF, …). */
export function detectPictureKind(bytes: Buffer): PictureKind | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return undefined
}

/**
 * All parts of the picture; undefined when they are inconsistent. Data after the last part (another
 * file, a script) is excluded.
 */
export function listPictureParts(bytes: Buffer, kind: PictureKind): readonly PicturePart[] | undefined {
  try {
    return partReaders[kind](bytes)
  } catch (error) {
    // Read past the end: the file is truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const partReaders = { png: readPngParts, jpg: readJpegParts, webp: readWebpParts } satisfies Record<
  PictureKind,
  (bytes: Buffer) => readonly PicturePart[] | undefined
>

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * PNG (ISO 15948): chunks of length, type, data and checksum, from IHDR to IEND, with image data
 * between.
 */
function readPngParts(bytes: Buffer): readonly PicturePart[] | undefined {
  const parts: PicturePart[] = [{ type: '', start: 0, end: 8 }]
  for (let index = 8; ;) {
    const length = bytes.readUInt32BE(index)
    const end = index + 12 + length
    const type = bytes.toString('latin1', index + 4, index + 8)
    if (index === 8 && type !== 'IHDR') return undefined
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(index + 4, end - 4))) return undefined
    parts.push({ type, start: index, end })
    if (type === 'IEND') return parts.some((part) => part.type === 'IDAT') && length === 0 ? parts : undefined
    index = end
  }
}

/**
 * JPEG (ITU T.81): marker segments, with coded data after each start of scan (SOS), to the end of
 * image (EOI). Fill bytes in between are left out.
 */
function readJpegParts(bytes: Buffer): readonly PicturePart[] | undefined {
  const parts: PicturePart[] = [{ type: '', start: 0, end: 2 }]
  for (let index = 2; ;) {
    if (bytes.readUInt8(index) !== 0xff) return undefined
    const marker = bytes.readUInt8(index + 1)
    const type = marker.toString(16)
    if (marker === 0xff) index += 1
    else if (marker === 0xd9) {
      parts.push({ type, start: index, end: index + 2 })
      return parts.some((part) => part.type === 'da') ? parts : undefined
    } else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) return undefined
    else {
      const length = bytes.readUInt16BE(index + 2)
      if (length < 2) return undefined
      const end = marker === 0xda ? findScanEnd(bytes, index + 2 + length) : index + 2 + length
      parts.push({ type, start: index, end })
      index = end
    }
  }
}

/** Coded data ends at the next marker; a stuffed FF 00 and restart markers (RST) belong to it. */
function findScanEnd(bytes: Buffer, start: number): number {
  for (let index = bytes.indexOf(0xff, start); index !== -1; index = bytes.indexOf(0xff, index + 1)) {
    const next = bytes.readUInt8(index + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return index
  }
  throw new RangeError('no marker after the scan')
}

/** WebP (RFC 9649): a RIFF of chunks, one of which holds the picture. */
function readWebpParts(bytes: Buffer): readonly PicturePart[] | undefined {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length || end % 2 !== 0) return undefined
  const parts: PicturePart[] = [{ type: '', start: 0, end: 12 }]
  for (let index = 12; index < end;) {
    const type = bytes.toString('latin1', index, index + 4)
    if (index === 12 && !/^VP8[ LX]$/.test(type)) return undefined
    const length = bytes.readUInt32LE(index + 4)
    const next = index + 8 + length + (length % 2)
    parts.push({ type, start: index, end: next })
    index = next
  }
  const hasPicture = parts.some(({ type }) => type === 'VP8 ' || type === 'VP8L' || type === 'ANMF')
  return parts.at(-1)?.end === end && hasPicture ? parts : undefined
}
