import { Buffer } from 'node:buffer'
import { deflateRawSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { describe, expect, test, vi } from 'vitest'
import { buildZip, type HandmadeEntry } from '#tests/support/documents/handmade-zip.ts'
import { readZip } from '#tests/support/documents/read-zip.ts'
import { readWorkbook } from './read-workbook.ts'

const limits = { maxBytes: 10_485_760, maxRows: 100, maxColumns: 10, maxCellLength: 50 }

describe('a workbook', () => {
  test.each(['xlsx', 'biff8'] as const)('of the format %s is read, with Korean text', async (bookType) => {
    const bytes = writeWorkbook(
      [
        ['소유자', '금액'],
        ['박새론', 1000],
      ],
      bookType,
    )
    const result = await readWorkbook({ name: bookType === 'xlsx' ? 'a.xlsx' : 'A.XLS', bytes }, limits)
    expect(result).toMatchObject({
      sheet: {
        rows: [
          ['소유자', '금액'],
          ['박새론', 1000],
        ],
        isCut: false,
      },
    })
  })

  test('of Excel 95 is read with its Korean code page', async () => {
    const bytes = Buffer.from(writeWorkbook([['ABCDEF', 1]], 'biff5'))
    // 소유자 in code page 949.
    bytes.write('bcd2c0afc0da', bytes.indexOf('ABCDEF'), 'hex')
    bytes.writeUInt16LE(949, bytes.indexOf(Buffer.from('42000200', 'hex')) + 4)
    expect(await readWorkbook({ name: 'a.xls', bytes }, limits)).toMatchObject({ sheet: { rows: [['소유자', 1]] } })
  })

  test('returns dates, and displayed text where it says more than the digits', async () => {
    const row = [
      { t: 'n', v: 46_346, z: 'yyyy-mm-dd' },
      { t: 'n', v: 46_346.5, z: 'yyyy"년" m"월" d"일"' },
      { t: 'n', v: 123, z: '00000' },
      { t: 'n', v: 1234, z: '#,##0' },
      { t: 'n', v: 60, z: 'yyyy-mm-dd' },
      { t: 'b', v: true },
      { t: 'e', v: 23 },
      null,
      '끝',
    ]
    const result = await readWorkbook({ name: 'a.xlsx', bytes: writeWorkbook([row], 'xlsx') }, limits)
    expect(result).toMatchObject({
      sheet: {
        rows: [
          [
            { day: '2026-11-20' },
            { day: '2026-11-20', shown: '2026년 11월 20일' },
            { n: 123, shown: '00123' },
            1234,
            { day: null },
            { broken: 'TRUE' },
            { broken: '#REF!' },
            null,
            '끝',
          ],
        ],
      },
    })
  })

  test('is read from its first visible sheet that is not empty', async () => {
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['숨김']]), '숨김')
    XLSX.utils.book_append_sheet(book, {}, '빈 시트')
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['본문']]), '본문')
    book.Workbook = { Sheets: [{ Hidden: 1 }, {}, {}] }
    const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
    expect(await readWorkbook({ name: 'a.xlsx', bytes }, limits)).toMatchObject({ sheet: { name: '본문' } })
  })

  test('longer than the limit is truncated and marked as such', async () => {
    const bytes = writeWorkbook(
      Array.from({ length: 150 }, (_, n) => [n]),
      'xlsx',
    )
    const result = await readWorkbook({ name: 'a.xlsx', bytes }, limits)
    expect(result).toMatchObject({ sheet: { isCut: true } })
    expect('sheet' in result && result.sheet.rows.length).toBe(101)
  })

  test('wider than the limit loses the extra columns, and long text is truncated just past its limit', async () => {
    const bytes = writeWorkbook([Array.from({ length: 12 }, () => 'x'.repeat(80))], 'xlsx')
    const result = await readWorkbook({ name: 'a.xlsx', bytes }, limits)
    if ('refused' in result) throw new Error(result.refused.message)
    expect(result.sheet.rows[0]).toHaveLength(10)
    expect(result.sheet.rows[0]?.[0]).toHaveLength(51)
  })

  test('without any content is refused', async () => {
    expect(await readRefusal('a.xlsx', writeWorkbook([[]], 'xlsx'))).toEqual([
      'refused',
      '엑셀 파일에 내용이 없습니다.',
    ])
  })
})

describe('a malicious or broken file', () => {
  const onlyExcel = ['unsupported_file', '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.']

  test.each([
    ['random bytes', 'a.xlsx', createRandomBytes(5000)],
    ['nothing', 'a.xlsx', new Uint8Array()],
    ['text', 'a.csv', Buffer.from('a,b')],
    ['a workbook with another extension', 'a.xlsm', writeWorkbook([['x']], 'xlsx')],
    ['a zip with other content', 'a.xlsx', buildZip([{ name: 'hello.txt', content: Buffer.from('hi') }])],
  ])('%s is refused', async (_case, name, bytes) => {
    expect(await readRefusal(name, bytes)).toEqual(onlyExcel)
  })

  test('more than 10 MB are refused before the content is examined', async () => {
    expect(await readRefusal('a.xlsx', new Uint8Array(limits.maxBytes + 1))).toEqual([
      'too_large',
      '파일 크기는 10MB 이하여야 합니다.',
    ])
  })

  test('macros are refused', async () => {
    const bytes = buildZip([
      ...buildParts(Buffer.from('<x/>')),
      { name: 'xl/vbaProject.bin', content: Buffer.from('x') },
    ])
    expect((await readRefusal('a.xlsx', bytes))[1]).toContain('매크로')
  })

  test.each([10, 200, -1])('a file truncated (%i) is refused', async (cut) => {
    const full = writeWorkbook([['가'.repeat(100)]], 'xlsx')
    const [code] = await readRefusal('a.xlsx', full.subarray(0, cut < 0 ? full.length - 30 : cut))
    expect(code).toBe('unsupported_file')
  })

  test('parser messages about an odd file are not logged', async () => {
    const bytes = Buffer.from(writeWorkbook([['가', 1]], 'biff8'))
    // Replaces an ignored record with an Excel 5 record that only charts have.
    bytes.writeUInt16LE(0x7fff, bytes.indexOf(Buffer.from('0c00020064', 'hex')))
    const spoken = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await readWorkbook({ name: 'a.xls', bytes }, limits)
    const lines = spoken.mock.calls
    spoken.mockRestore()
    expect(lines).toEqual([])
  })

  test('an .xls that is truncated or has random content is refused', async () => {
    const mark = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    expect((await readRefusal('a.xls', Buffer.concat([mark, createRandomBytes(20_000)])))[0]).toBe('unsupported_file')
    const full = writeWorkbook([['가']], 'biff8')
    expect((await readRefusal('a.xls', full.subarray(0, 700)))[0]).toBe('unsupported_file')
  })

  test('a password-protected workbook gets its own message', async () => {
    expect((await readRefusal('a.xlsx', makeEncryptedWorkbook()))[1]).toContain('암호가 걸린')
  })

  test('names with path traversal are refused', async () => {
    const bytes = buildZip([
      ...buildParts(Buffer.from('<x/>')),
      { name: '../../etc/passwd', content: Buffer.from('x') },
    ])
    expect((await readRefusal('a.xlsx', bytes))[0]).toBe('unsupported_file')
  })
})

describe('a bomb', () => {
  const tooMuch = ['too_large', '압축을 풀면 너무 커지는 파일입니다. 여러 파일로 나누어 올려 주세요.']
  const bomb = Buffer.alloc(110 * 1_048_576, ' ')

  test('of a hundred kilobytes that inflates to 110 MB is refused without being inflated', async () => {
    const bytes = buildZip(buildParts(bomb))
    expect(bytes.length).toBeLessThan(200_000)
    expect(await readRefusal('a.xlsx', bytes)).toEqual(tooMuch)
  })

  test('that lies about its size in the directory is refused', async () => {
    const bytes = buildZip(buildParts(bomb), { claimedSize: 1000 })
    expect((await readRefusal('a.xlsx', bytes))[0]).toBe('unsupported_file')
  })

  test('denser than any sheet is refused below the size limit too', async () => {
    expect(await readRefusal('a.xlsx', buildZip(buildParts(Buffer.alloc(40 * 1_048_576, ' '))))).toEqual(tooMuch)
  })

  test('whose directory says stored while its local header says deflated is refused', async () => {
    const packed = deflateRawSync(Buffer.alloc(30 * 1_048_576))
    const bytes = buildZip([...(await listWorkbookParts()), { name: 'xl/media/a.bin', content: packed }], {
      isHidden: true,
    })
    expect((await readRefusal('a.xlsx', bytes))[0]).toBe('unsupported_file')
  })

  test('behind a second end of the directory, which only the parser finds, is refused', async () => {
    const hidden = buildZip(await listWorkbookParts())
    const zipBytes = buildZip(await listWorkbookParts(), { before: hidden })
    const end = Buffer.from(hidden.subarray(-22, -1))
    const bytes = Buffer.concat([zipBytes, end])
    bytes.writeUInt16LE(end.length, zipBytes.length - 2)
    expect((await readRefusal('a.xlsx', bytes))[0]).toBe('unsupported_file')
  })

  test('under another name in its directory is refused', async () => {
    const macros = [...(await listWorkbookParts()), { name: 'xl/vbaProject.bin', content: Buffer.from('x') }]
    const bytes = buildZip(macros)
    bytes.write('xl/notProject.bin', bytes.lastIndexOf('xl/vbaProject.bin'))
    expect((await readRefusal('a.xlsx', bytes))[0]).toBe('unsupported_file')
  })

  test('of thousands of parts is refused', async () => {
    const many = Array.from({ length: 2500 }, (_, n) => ({ name: `xl/x${n}.xml`, content: Buffer.from('x') }))
    expect(await readRefusal('a.xlsx', buildZip(many))).toEqual(tooMuch)
  })

  test('of one long text shared by thousands of cells is refused before each gets a copy', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`
    const entries = await listWorkbookParts()
    const texts = Buffer.from(`<sst ${namespace}><si><t>${'가'.repeat(5000)}</t></si></sst>`)
    const sheet = Buffer.from(`<worksheet ${namespace}><sheetData>${row.repeat(100)}</sheetData></worksheet>`)
    const changed = entries.map((entry) => (entry.name.endsWith('sheet1.xml') ? { ...entry, content: sheet } : entry))
    const types = changed.find(({ name }) => name === '[Content_Types].xml')
    const named = `<Override PartName="/xl/sharedStrings.xml" ContentType="${spreadsheet}.sharedStrings+xml"/></Types>`
    const all = changed.filter((entry) => entry !== types)
    const listed = Buffer.from((types?.content.toString() ?? '').replace('</Types>', named))
    const bytes = buildZip([
      { name: '[Content_Types].xml', content: listed },
      ...all,
      { name: 'xl/sharedStrings.xml', content: texts },
    ])
    expect(bytes.length).toBeLessThan(50_000)
    const result = await readWorkbook({ name: 'a.xlsx', bytes }, { ...limits, maxColumns: 100, maxCellLength: 5000 })
    expect(result).toMatchObject({ refused: { code: 'too_large', message: expect.stringContaining('너무 많습니다') } })
  })

  test('that keeps the parser busy is aborted', async () => {
    const bytes = writeWorkbook(
      Array.from({ length: 5000 }, (_, n) => [n, `글자 ${n}`]),
      'xlsx',
    )
    const result = await readWorkbook({ name: 'a.xlsx', bytes }, { ...limits, maxRows: 5000 }, { timeoutMs: 1 })
    expect(result).toMatchObject({ refused: { code: 'too_large', message: expect.stringContaining('너무 많습니다') } })
  })
})

async function readRefusal(name: string, bytes: Uint8Array): Promise<[string, string]> {
  const result = await readWorkbook({ name, bytes }, limits)
  if ('sheet' in result) throw new Error('was read')
  return [result.refused.code, result.refused.message]
}

function writeWorkbook(rows: readonly (readonly unknown[])[], bookType: 'xlsx' | 'biff8' | 'biff5'): Uint8Array {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '사건부')
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType, codepage: 949, compression: true }) as ArrayBuffer)
}

/**
 * The container of an encrypted .xlsx as Excel writes it: an OLE file with the streams
 * EncryptionInfo and EncryptedPackage.
 */
function makeEncryptedWorkbook(): Uint8Array {
  const container = XLSX.CFB.utils.cfb_new()
  const info = Buffer.alloc(200)
  info.writeUInt16LE(4, 0)
  info.writeUInt16LE(4, 2)
  info.writeUInt32LE(0x40, 4)
  info.write('<?xml version="1.0"?><encryption><keyData saltSize="16"/></encryption>', 8)
  XLSX.CFB.utils.cfb_add(container, '/EncryptionInfo', info)
  XLSX.CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(4096, 7))
  return new Uint8Array(XLSX.CFB.write(container, { type: 'buffer' }) as Buffer)
}

const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The entries of a readable workbook. */
async function listWorkbookParts(): Promise<HandmadeEntry[]> {
  return (await readZip([writeWorkbook([['가', 1]], 'xlsx')])).map(({ name, bytes }) => ({ name, content: bytes }))
}

function buildParts(sheet: Buffer): HandmadeEntry[] {
  return [
    { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
    { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]
}

/** Deterministic, and never a valid zip. */
function createRandomBytes(length: number): Buffer {
  let state = 42
  return Buffer.from(Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16))
}
