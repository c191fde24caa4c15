import { crc32, deflateRawSync } from 'node:zlib'

export interface HandmadeEntry {
  name: string
  content: Buffer
}

/**
 * A hand-made zip that can contain false data. `claimedSize` replaces the real size of the last
 * entry in both headers. `isHidden`: the central directory says that the last entry is stored
 * uncompressed; its local header says that it is deflated, with the sizes after the data. `before`:
 * extra bytes at the beginning of the file.
 */
export function buildZip(
  entries: readonly HandmadeEntry[],
  forgery: { claimedSize?: number; isHidden?: boolean; before?: Buffer } = {},
): Buffer {
  const pieces: Buffer[] = [forgery.before ?? Buffer.alloc(0)]
  const directory: Buffer[] = []
  let offset = forgery.before?.length ?? 0
  for (const [index, { name, content }] of entries.entries()) {
    const isHidden = forgery.isHidden === true && index === entries.length - 1
    const packed = isHidden ? content : deflateRawSync(content)
    const size = index === entries.length - 1 ? (forgery.claimedSize ?? content.length) : content.length
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(isHidden ? 0 : 8, 4)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(size, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const localHeader = Buffer.from(shared)
    if (isHidden) localHeader.writeUInt32LE(0x0008_0008, 2)
    if (isHidden) localHeader.fill(0, 10, 22)
    const sizes = isHidden ? [Buffer.from('504b0708', 'hex'), shared.subarray(10, 22)] : []
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), localHeader, Buffer.from(name), packed, ...sizes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), shared, tail, Buffer.from(name)]))
    pieces.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, listed, end])
}
