import { inflateRawSync } from 'node:zlib'

/** Files of a zip archive, found through its central directory. */
export async function readZip(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ name: string; bytes: Buffer }[]> {
  const chunks: Uint8Array[] = []
  for await (const part of source) chunks.push(part)
  const zip = Buffer.concat(chunks)
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  let offset = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [packed, nameLength] = [zip.readUInt32LE(offset + 20), zip.readUInt16LE(offset + 28)]
    const header = zip.readUInt32LE(offset + 42)
    const name = zip.toString('utf8', offset + 46, offset + 46 + nameLength)
    offset += 46 + nameLength + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32)
    const from = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    return { name, bytes: inflateRawSync(zip.subarray(from, from + packed)) }
  })
}
