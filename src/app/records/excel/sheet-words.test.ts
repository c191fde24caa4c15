import { expect, test } from 'vitest'
import { bookOf, collectionNames } from '#contract/books/collections.ts'
import { exportFailedText, sheetWordsOf } from './sheet-words.ts'

test('never mentions an import in a failed export, nor an export in a failed import', () => {
  for (const name of collectionNames) {
    const texts = sheetWordsOf(bookOf(name))
    expect(texts.exportFailed, name).not.toMatch(/가져오기|입력/)
    expect(texts.importFailed, name).not.toMatch(/내보내기|다운로드/)
  }
})

test('says for the generic table which of the two failed, and why', () => {
  for (const name of ['addresses', 'real-estate-units', 'card-usage', 'titles'] as const) {
    const texts = sheetWordsOf(bookOf(name))
    expect(exportFailedText(texts, '$& 권한이 없습니다.')).toBe(
      '엑셀 내보내기 중 오류가 발생했습니다: $& 권한이 없습니다.',
    )
    expect(texts.importFailed).toBe('엑셀 가져오기 중 오류가 발생했습니다: {reason}')
  }
})

test("keeps the case books' own words", () => {
  expect(exportFailedText(sheetWordsOf(bookOf('real-estate')), '권한이 없습니다.')).toBe('엑셀 다운로드 실패')
})
