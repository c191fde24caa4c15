import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/**
 * Files of a browser profile that contain one of the words in UTF-8, in UTF-16 as the browser's own
 * databases do, or in base64. Compressed databases are searched as far as possible from outside:
 * LevelDB's blocks use Snappy, which leaves short text unchanged.
 */
export function findFilesWith(profile: string, secrets: readonly string[]): string[] {
  const needles = secrets.flatMap((word) => [Buffer.from(word, 'utf8'), Buffer.from(word, 'utf16le')])
  return listFilesBelow(profile).filter((path) => {
    const bytes = readFileSync(path)
    return needles.some((needle) => [bytes, unpack(bytes)].some((content) => content?.includes(needle)))
  })
}

function listFilesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
}

function unpack(bytes: Buffer): Buffer | null {
  try {
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : brotliDecompressSync(bytes)
  } catch {
    return null
  }
}
