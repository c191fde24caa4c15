import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

/**
 * Streams a zip archive, keeping only one directory record per entry in memory. Sizes are unknown
 * until an entry ends, so they follow it (data descriptors, APPNOTE 4.3.9), as in other streaming
 * writers. For archives below 4 GB.
 */
export async function* writeZip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, pieces } of entries) {
    const start = offset
    const header = localHeader(name)
    yield header
    const sums = { crc: 0, size: 0, packed: 0 }
    for await (const packed of deflate(pieces, sums)) {
      sums.packed += packed.length
      yield packed
    }
    const sizes = encodeSizes(sums)
    yield Buffer.concat([Buffer.from('504b0708', 'hex'), sizes])
    offset += header.length + sums.packed + 4 + sizes.length
    directory.push(directoryEntry(name, { sizes, start }))
  }
  const directoryBytes = Buffer.concat(directory)
  yield directoryBytes
  yield buildEndOfDirectory({ entries: directory.length, size: directoryBytes.length, offset })
}

interface EntrySums {
  crc: number
  size: number
  packed: number
}

async function* deflate(pieces: ZipEntry['pieces'], sums: EntrySums): AsyncGenerator<Buffer> {
  async function* countPieces() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      sums.crc = crc32(bytes, sums.crc)
      sums.size += bytes.length
      yield bytes
    }
  }
  // The callback is mandatory; errors reach the loop below anyway.
  const packed = pipeline(Readable.from(countPieces()), createDeflateRaw({ chunkSize: 65_536 }), () => undefined)
  for await (const bytes of packed) yield bytes as Buffer
}

/**
 * Flags: sizes follow (bit 3), names are UTF-8 (bit 11). Method 8 is deflate. The timestamp is
 * constant, so that equal contents give equal files.
 */
const shared = Buffer.from([20, 0, 0x08, 0x08, 8, 0, 0, 0, 0x21, 0])

function localHeader(name: string): Buffer {
  const lengths = Buffer.alloc(16)
  lengths.writeUInt16LE(Buffer.byteLength(name), 12)
  return Buffer.concat([Buffer.from('504b0304', 'hex'), shared, lengths, Buffer.from(name)])
}

function encodeSizes({ crc, size, packed }: EntrySums): Buffer {
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc, 0)
  sizes.writeUInt32LE(packed, 4)
  sizes.writeUInt32LE(size, 8)
  return sizes
}

function directoryEntry(name: string, { sizes, start }: { sizes: Buffer; start: number }): Buffer {
  const tail = Buffer.alloc(18)
  tail.writeUInt16LE(Buffer.byteLength(name), 0)
  tail.writeUInt32LE(start, 14)
  return Buffer.concat([Buffer.from('504b01021400', 'hex'), shared, sizes, tail, Buffer.from(name)])
}

function buildEndOfDirectory(sizes: { entries: number; size: number; offset: number }): Buffer {
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(sizes.entries, 8)
  end.writeUInt16LE(sizes.entries, 10)
  end.writeUInt32LE(sizes.size, 12)
  end.writeUInt32LE(sizes.offset, 16)
  return end
}
