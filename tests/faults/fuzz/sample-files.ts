import * as XLSX from '@e965/xlsx'
import { writeZip } from '#server/documents/zip-stream.ts'
import { createPicturesWithMetadata } from '../../support/documents/pictures-with-metadata.ts'
import { makeGrayPng, smallPictures } from '../../support/documents/pictures.ts'
import { readZip } from '../../support/documents/read-zip.ts'
import { changeBytes, type Draw } from './change-bytes.ts'

/** A small valid file of a kind that people upload. */
export interface SampleFile {
  readonly name: string
  readonly bytes: Buffer
}

const rows = [
  ['소유자', '금액', '날짜', '비고'],
  ['김가온', 1_234_567, { t: 'n', v: 46_346, z: 'yyyy-mm-dd' }, '첫째 줄'],
  ['박새론', 0.5, { t: 'n', v: 46_347, z: 'yyyy"년" m"월"' }, null],
  ['이든', -3, { t: 'b', v: true }, { t: 'e', v: 23 }],
]

export const sampleWorkbooks: readonly SampleFile[] = [
  { name: 'a.xlsx', bytes: createWorkbook('xlsx') },
  { name: 'biff8.xls', bytes: createWorkbook('biff8') },
  { name: 'biff5.xls', bytes: createWorkbook('biff5') },
  { name: 'xml.xls', bytes: createWorkbook('xlml') },
  { name: 'page.xls', bytes: createWorkbook('html') },
  { name: 'lines.xls', bytes: createWorkbook('csv') },
]

function createWorkbook(bookType: XLSX.BookType): Buffer {
  const book = XLSX.utils.book_new()
  const sheet = XLSX.utils.aoa_to_sheet(rows)
  sheet['!merges'] = [XLSX.utils.decode_range('A2:A3')]
  XLSX.utils.book_append_sheet(book, sheet, '목록')
  if (/^(?:xl|biff)/.test(bookType)) XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['둘째']]), '둘째')
  return Buffer.from(XLSX.write(book, { type: 'array', bookType, compression: true }) as ArrayBuffer)
}

const pictures = { ...smallPictures, large: makeGrayPng(64, 64) }
const picturesWithMetadata = createPicturesWithMetadata(6)
export const samplePictures: readonly SampleFile[] = [
  ...Object.entries(pictures),
  ...Object.entries(picturesWithMetadata),
].map(([name, bytes]) => ({ name, bytes }))

const pdfBody = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>> endobj
`
export const samplePdf: SampleFile = {
  name: 'a.pdf',
  bytes: Buffer.from(
    `${pdfBody}xref\n0 1\n0000000000 65535 f \ntrailer <</Size 4/Root 1 0 R>>\nstartxref\n${pdfBody.length}\n%%EOF\n`,
    'latin1',
  ),
}

export const sampleText: SampleFile = {
  name: 'a.txt',
  bytes: Buffer.from('이름\t금액\n김가온\t1,000\n"박\n새론"\t2\n', 'utf8'),
}

/**
 * Like `changeBytes`, but for one file inside the archive, which is packed again with correct
 * checksums.
 */
export async function changeInside(zip: Buffer, draw: Draw, other: Buffer): Promise<Buffer> {
  const files = await readZip([zip])
  const changed = draw.below(files.length)
  const entries = files.map(({ name, bytes }, index) => ({
    name,
    pieces: [index === changed ? changeBytes(bytes, draw, other) : bytes],
  }))
  const pieces: Uint8Array[] = []
  for await (const piece of writeZip(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}
