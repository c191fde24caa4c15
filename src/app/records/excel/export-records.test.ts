import { expect, test } from 'vitest'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { getRecordBook } from '../record-book.ts'
import { createPlainExport, formatExportFailed, getSheetWordings } from './export-records.ts'

const query = { filters: [], search: '', sort: [] }

test('exports a plain book with its own fields, references by name and the row ids last', () => {
  const { sheet, fileName, fromServer } = createPlainExport({ book: getRecordBook('departments'), query })
  expect(fileName).toMatch(/^부서_\d{4}-\d\d-\d\d\.xlsx$/)
  expect(fromServer).toBeNull()
  expect(sheet.columns.map(({ header }) => header)).toEqual(['회사', '부서명', '기타 정보', '번호', '내보낸 기준'])
  const company = { id: 'c1', version: 1, inserted_at: '', updated_at: '', name: '가람개발' }
  const record = {
    id: 'd1',
    version: 1,
    inserted_at: '',
    updated_at: '',
    company: 'c1',
    name: '보상부',
    description: null,
  }
  const row = { ...createPlainRow(record), joined: { company } }
  expect(sheet.toCells(row)).toEqual(['가람개발', '보상부', null, 'd1', expect.stringMatching(/^1-/)])
  expect(sheet.toCells(createPlainRow(record))[0]).toBe('c1')
})

test('never mentions an import in a failed export, nor an export in a failed import', () => {
  for (const name of collectionNames) {
    const texts = getSheetWordings(getBook(name))
    expect(texts.exportFailed, name).not.toMatch(/가져오기|입력/)
    expect(texts.importFailed, name).not.toMatch(/내보내기|다운로드/)
  }
})

test('for the generic table says whether the export or the import failed, and why', () => {
  for (const name of ['addresses', 'real-estate-units', 'card-usage', 'titles'] as const) {
    const texts = getSheetWordings(getBook(name))
    expect(formatExportFailed(texts, '$& 권한이 없습니다.')).toBe(
      '엑셀 내보내기 중 오류가 발생했습니다: $& 권한이 없습니다.',
    )
    expect(texts.importFailed).toBe('엑셀 가져오기 중 오류가 발생했습니다: {reason}')
  }
})

test("keeps the case books' own words", () => {
  expect(formatExportFailed(getSheetWordings(getBook('real-estate')), '권한이 없습니다.')).toBe('엑셀 다운로드 실패')
})
