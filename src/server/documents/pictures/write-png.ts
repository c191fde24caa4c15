import { crc32, deflateSync } from 'node:zlib'

/**
 * Pixel format of a PNG: bits per pixel, and color type 0 (gray) or 3 (indices into `palette`,
 * three bytes per color).
 */
interface PngFormat {
  width: number
  height: number
  depth: number
  palette?: Buffer
}

/**
 * Writes a PNG (RFC 2083). `rows` holds lines of packed pixels, each after a filter byte: 0 for no
 * filter.
 */
export function writePng({ width, height, depth, palette }: PngFormat, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, palette ? 3 : 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createChunk('IHDR', header),
    ...(palette ? [createChunk('PLTE', palette)] : []),
    createChunk('IDAT', deflateSync(rows, { level: 9 })),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

function createChunk(type: string, data: Buffer): Buffer {
  const typedData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(typedData), 4)
  return Buffer.concat([frame.subarray(0, 4), typedData, frame.subarray(4)])
}
