import { expect, test } from 'vitest'
import { listProjectFiles, readProjectFile } from './project-files.ts'

test('sheetjs-style only writes: its parser has known vulnerabilities', () => {
  expect(listProjectFiles('{src,sw}/**/*.{ts,tsx}').filter((path) => readsWorkbook(readProjectFile(path)))).toEqual([])
})

test.each([
  ["import sheet from 'sheetjs-style'\nconst book = sheet.read(bytes)", true],
  ["import { readFile } from 'sheetjs-style'", true],
  ["import sheet from 'sheetjs-style'\nsheet.write(book, { type: 'array' })", false],
])('%j reads a workbook: %s', (source, expected) => {
  expect(readsWorkbook(source)).toBe(expected)
})

function readsWorkbook(source: string): boolean {
  return source.includes("'sheetjs-style'") && /\bread(File(Sync)?)?\b\s*[(,}]/.test(source)
}
