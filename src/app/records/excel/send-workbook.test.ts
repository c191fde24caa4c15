import { expect, test } from 'vitest'
import { findFileProblem } from './send-workbook.ts'

test.each([
  ['사건부.xlsx', 1000, null],
  ['사건부.XLS', 10_485_760, null],
  ['사건부.xlsx'.normalize('NFD'), 10, null],
  ['사건부.csv', 10, null],
  ['사건부.TXT', 10, null],
  ['사건부.pdf', 10, '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.'],
  ['사건부.csv.exe', 10, '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.'],
  ['사건부.xlsx.exe', 10, '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.'],
  ['사건부.xlsx', 10_485_761, '파일 크기는 10MB 이하여야 합니다.'],
])('accepts or refuses %s of %d bytes: %s', (name, size, refusal) => {
  expect(findFileProblem({ name, size })).toBe(refusal)
})
