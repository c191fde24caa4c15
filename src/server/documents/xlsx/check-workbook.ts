import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import yauzl from 'yauzl'
import { problem, type Problem } from '#contract/problem.ts'

/**
 * Checks an uploaded file before any parser sees it: name, size, first bytes, and for .xlsx the
 * inflated contents. Null when it may be parsed. A zip of 400 KB can hold 400 MB, and its directory
 * may lie about that, so every entry is really inflated once, counted and discarded (OWASP ASVS
 * 5.2.1–5.2.3; measured without this check: up to 2 GB of memory).
 */
export async function checkWorkbook(
  file: { name: string; bytes: Uint8Array },
  limits: { maxBytes: number },
): Promise<Problem | null> {
  if (!/\.xlsx?$/i.test(file.name.normalize('NFC'))) return problem('unsupported_file')
  if (file.bytes.length > limits.maxBytes) return uploadTooLarge
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
  // .xls, or an encrypted .xlsx, which the parser distinguishes.
  if (bytes.subarray(0, 8).equals(oleMagic)) return null
  if (!bytes.subarray(0, 4).equals(zipMagic)) return canBeText(file.name, bytes) ? null : problem('unsupported_file')
  try {
    return await checkZip(bytes)
  } catch (error) {
    return error instanceof TooLargeError ? inflatedTooLarge : damagedFile
  }
}

/** True for markup, and for any file named .xls; the worker thread decides what it is. */
function canBeText(name: string, bytes: Buffer): boolean {
  if (bytes.length === 0) return false
  if (/\.xls$/i.test(name.normalize('NFC'))) return true
  // Skips a byte order mark and every second byte of UTF-16.
  const beginning = bytes
    .subarray(0, 200)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
  return beginning.replaceAll('\0', '').trimStart().startsWith('<')
}

/** The upload itself refuses with this too, and stops reading at the limit. */
export const uploadTooLarge = problem('too_large', { message: '파일 크기는 10MB 이하여야 합니다.' })

const inflatedTooLarge = problem('too_large', {
  message: '압축을 풀면 너무 커지는 파일입니다. 여러 파일로 나누어 올려 주세요.',
})

const damagedFile = problem('unsupported_file', {
  message: '엑셀 파일이 손상되었습니다. 엑셀에서 다시 저장한 뒤 올려 주세요.',
})

const zipMagic = Buffer.from('504b0304', 'hex')
const endMagic = Buffer.from('504b0506', 'hex')
/** Size of the end of central directory record without a comment. */
const endBytes = 22
const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')

const maxEntries = 2000
/** A workbook of 20,000 rows and 20 columns inflates to about 20 MB. */
const maxInflatedBytes = 100 * 1_048_576
/**
 * Ordinary sheets of formatted empty rows reach 100:1, so the ratio is checked for large entries
 * only.
 */
const maxRatio = 200
const minBytesForRatio = 20 * 1_048_576

class TooLargeError extends Error {
  override name = 'TooLargeError'
}

const openZip = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)

async function checkZip(bytes: Buffer): Promise<Problem | null> {
  const zip = await openZip(bytes, { lazyEntries: true, validateEntrySizes: true })
  if (zip.entryCount > maxEntries) throw new TooLargeError()
  if (!hasOneDirectory(zip, bytes)) return damagedFile
  const names = new Set<string>()
  let inflated = 0
  for await (const entry of readZipEntries(zip)) {
    if (entry.isEncrypted()) return damagedFile
    names.add(entry.fileName)
    inflated += entry.uncompressedSize
    if (inflated > maxInflatedBytes) throw new TooLargeError()
    if (!(await hasMatchingHeader(zip, entry))) return damagedFile
    await checkInflatedSize(zip, entry)
  }
  if (names.has('xl/vbaProject.bin')) return problem('unsupported_file', { message: macrosMessage })
  const isWorkbook = names.has('[Content_Types].xml') && [...names].some((name) => workbookPart.test(name))
  return isWorkbook ? null : problem('unsupported_file')
}

/**
 * HAZARD: the parser reads a zip differently from yauzl. It takes the last end-of-directory mark
 * anywhere in the file, ignores ZIP64 directories, and trusts local file headers. A file that the
 * two would read differently is refused: it may be a bomb for one of them (2 MB took 3 GB).
 */
function hasOneDirectory(zip: yauzl.ZipFile, bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(endMagic)
  if (end + endBytes > bytes.length) return false
  // The cursor is a number, although its type says otherwise.
  return bytes.readUInt16LE(end + 10) === zip.entryCount && bytes.readUInt32LE(end + 16) === Number(zip.readEntryCursor)
}

async function hasMatchingHeader(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<boolean> {
  const header = await zip.readLocalFileHeaderPromise(entry)
  return header.compressionMethod === entry.compressionMethod && header.fileName.equals(entry.fileNameRaw)
}

/** Some exporters add a number to the name. */
const workbookPart = /^xl\/workbook\d*\.xml$/

const macrosMessage = '매크로가 든 엑셀 파일은 가져올 수 없습니다. 매크로 없는 .xlsx로 저장해 주세요.'

async function* readZipEntries(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  const ended = new AbortController()
  const end = once(zip, 'end', { signal: ended.signal }).then(() => null)
  try {
    for (;;) {
      const entry = once(zip, 'entry', { signal: ended.signal }) as Promise<[yauzl.Entry]>
      zip.readEntry()
      const next = await Promise.race([entry, end])
      if (next === null) return
      yield next[0]
    }
  } finally {
    ended.abort()
    zip.close()
  }
}

/**
 * Inflates an entry and discards it. yauzl aborts when there is more than the directory declares.
 */
async function checkInflatedSize(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<void> {
  const open = promisify<yauzl.Entry, Readable>(zip.openReadStream.bind(zip))
  let size = 0
  for await (const piece of await open(entry)) {
    size += (piece as Buffer).length
    const isTooDense = size > minBytesForRatio && size > entry.compressedSize * maxRatio
    if (size > maxInflatedBytes || isTooDense) throw new TooLargeError()
  }
}
