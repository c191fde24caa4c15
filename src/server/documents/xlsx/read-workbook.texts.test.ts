import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { readWorkbook } from './read-workbook.ts'
import type { ParsedCell } from './sheet.ts'

const limits = { maxBytes: 10_485_760, maxRows: 100, maxColumns: 10, maxCellLength: 50 }

async function read(bytes: Buffer, name = '내역.xls'): Promise<readonly (readonly ParsedCell[])[]> {
  const result = await readWorkbook({ name, bytes }, limits, { chooseSheet: (sheets) => sheets.length - 1 })
  if ('refused' in result) throw new Error(result.refused.message)
  return result.sheet.rows
}

const page = `<!-- 머리, 말; --><html><head><script>document.write('<table><tr><td>꾸민 값</td></tr></table>')</script></head><body>
<table><tr><td>조회 결과</td></tr></table>
<TABLE border=1 style="a:b,c;d"><tr><th>승인일</th><th>금액</th><th>번호</th></tr>
<tr><td rowspan="2">2026.10.07</td><td>&nbsp;31,500&#50896;</td><td>0071</td></tr><tr><td>TRUE</td><td>=1+1</td></tr></TABLE></body></html>`

const pageRows = [
  ['승인일', '금액', '번호'],
  ['2026.10.07', '31,500원', '0071'],
  ['2026.10.07', 'TRUE', '=1+1'],
]

test.each([
  ['UTF-8', Buffer.from(page)],
  ['UTF-16', Buffer.from(`\ufeff${page}`, 'utf16le')],
  ['UTF-8 below a declaration', Buffer.from(`\n<?xml version="1.0"?><!DOCTYPE html>${page}`)],
])('reads the last table of an HTML page in %s as text', async (_, bytes) => {
  const rows = await read(bytes)
  expect(rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell.trim() : cell)))).toEqual(pageRows)
  expect(await read(bytes, '내역.xlsx')).toEqual(rows)
})

test('reads an HTML page in CP949 regardless of its declared encoding', async () => {
  const cells = ['bac1c0cc', '92de', '98de'].map((hex) => Buffer.from(hex, 'hex'))
  const pieces = cells.flatMap((cell) => [Buffer.from('<td>'), cell, Buffer.from('</td>')])
  const bytes = Buffer.concat([
    Buffer.from('<meta charset="utf-8"><table><tr>'),
    ...pieces,
    Buffer.from('</tr></table>'),
  ])
  expect(await read(bytes)).toEqual([['봐이', '믜', '샾']])
})

test('reads dates and numbers of a SpreadsheetML workbook of Excel 2003', async () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Excel.Sheet"?>
<!DOCTYPE Workbook [<!ENTITY far SYSTEM "file:///etc/passwd">]>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Styles><Style ss:ID="d"><NumberFormat ss:Format="yyyy\\-mm\\-dd"/></Style></Styles>
<Worksheet ss:Name="내역"><Table><Row><Cell><Data ss:Type="String">일자</Data></Cell><Cell><Data ss:Type="String">금액</Data></Cell></Row>
<Row><Cell ss:StyleID="d"><Data ss:Type="DateTime">2026-03-05T00:00:00.000</Data></Cell><Cell><Data ss:Type="Number">4200</Data></Cell>
<Cell ss:Index="4"><Data ss:Type="String">&far;</Data></Cell></Row></Table></Worksheet></Workbook>`
  expect(await read(Buffer.from(xml))).toEqual([
    ['일자', '금액'],
    [{ day: '2026-03-05', shown: '2026-03-05' }, 4200, null, '&far;'],
  ])
})

test.each([
  ['commas', '기간 조회\n\n승인일,"가맹, 점",금액\n2026-10-07,"두\n줄","31,500"\n'],
  ['tabs', '기간 조회\r\n\r\n승인일\t"가맹, 점"\t금액\r\n2026-10-07\t"두\n줄"\t31,500'],
])('reads lines of cells separated by %s, including quoted ones', async (_, text) => {
  expect(await read(Buffer.from(text))).toEqual([
    ['기간 조회'],
    [null],
    ['승인일', '가맹, 점', '금액'],
    ['2026-10-07', '두\n줄', '31,500'],
  ])
})

test.each([
  ['HTML without a table', '<html><p>로그인이 필요합니다.</p></html>'],
  ['a web archive', 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n<table></table>'],
  ['a letter', '안녕하세요'],
])('%s is refused', async (_, text) => {
  await expect(read(Buffer.from(text))).rejects.toThrow('엑셀 파일을 읽을 수 없습니다.')
})
