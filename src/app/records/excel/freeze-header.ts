/**
 * Keeps the header row and the first column of a workbook in view, as the server's files do.
 * sheetjs-style can't write this, so it is added to the finished file: a zip whose entries are
 * stored without compression.
 */
export function freezeHeader(file: ArrayBuffer): ArrayBuffer {
  const zip = new DataView(file)
  const entries = listEntries(zip)
  const sheet = entries.find(({ name }) => name === 'xl/worksheets/sheet1.xml')
  if (!sheet) return file
  const start = sheet.offset + localHeaderLength + zip.getUint16(sheet.offset + 26, true) + sheet.extraLength
  const end = start + zip.getUint32(sheet.offset + 18, true)
  const xml = addPane(new Uint8Array(file, start, end - start))
  const growth = xml.length - (end - start)
  const result = new Uint8Array(file.byteLength + growth)
  result.set(new Uint8Array(file, 0, start))
  result.set(xml, start)
  result.set(new Uint8Array(file, end), start + xml.length)
  const written = new DataView(result.buffer)
  const checksum = computeCrc32(xml)
  for (const [at, sizeAt] of [
    [sheet.offset + 14, sheet.offset + 18],
    [sheet.at + growth + 16, sheet.at + growth + 20],
  ] as const) {
    written.setUint32(at, checksum, true)
    written.setUint32(sizeAt, xml.length, true)
    written.setUint32(sizeAt + 4, xml.length, true)
  }
  for (const { at, offset } of entries)
    if (offset > sheet.offset) written.setUint32(at + growth + 42, offset + growth, true)
  const last = findDirectoryEnd(written)
  written.setUint32(last + 16, zip.getUint32(last - growth + 16, true) + growth, true)
  return result.buffer
}

const localHeaderLength = 30
const directoryEndSignature = 0x06_05_4b_50

interface ZipEntry {
  readonly name: string
  /** Position in the directory at the end of the file. */
  readonly at: number
  /** Position of the entry itself. */
  readonly offset: number
  readonly extraLength: number
}

function listEntries(zip: DataView<ArrayBuffer>): ZipEntry[] {
  const directoryEnd = findDirectoryEnd(zip)
  const entries: ZipEntry[] = []
  let at = zip.getUint32(directoryEnd + 16, true)
  while (at < directoryEnd) {
    const [nameLength, ...otherLengths] = [28, 30, 32].map((field) => zip.getUint16(at + field, true))
    const name = new TextDecoder().decode(new Uint8Array(zip.buffer, at + 46, nameLength))
    const offset = zip.getUint32(at + 42, true)
    entries.push({ name, at, offset, extraLength: zip.getUint16(offset + 28, true) })
    at += 46 + otherLengths.reduce((sum, length) => sum + length, nameLength ?? 0)
  }
  return entries
}

function findDirectoryEnd(zip: DataView): number {
  for (let at = zip.byteLength - 22; at >= 0; at -= 1) if (zip.getUint32(at, true) === directoryEndSignature) return at
  throw new Error('not a zip file')
}

const emptyView = '<sheetView workbookViewId="0"/>'
const frozenView =
  '<sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView>'

/** The view comes before all rows. */
function addPane(xml: Uint8Array): Uint8Array {
  const head = new TextDecoder('latin1').decode(xml.subarray(0, 2000))
  const at = head.indexOf(emptyView)
  if (at === -1) return xml
  const view = new TextEncoder().encode(frozenView)
  const result = new Uint8Array(xml.length + view.length - emptyView.length)
  result.set(xml.subarray(0, at))
  result.set(view, at)
  result.set(xml.subarray(at + emptyView.length), at + view.length)
  return result
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xed_b8_83_20 ^ (value >>> 1) : value >>> 1
  return value
})

/** The checksum of a zip's entries. */
function computeCrc32(bytes: Uint8Array): number {
  let value = 0xff_ff_ff_ff
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xff_ff_ff_ff) >>> 0
}
