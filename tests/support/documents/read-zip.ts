import { inflateRawSync } from 'node:zlib'

/** Files of a zip archive, found through its central directory. */
export async function readZip(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ name: string; bytes: Buffer }[]> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  const zip = Buffer.concat(parts)
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const header = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    const from = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    return { name, bytes: inflateRawSync(zip.subarray(from, from + packed)) }
  })
}
