import { particle, readingNote } from '#domain/text/forgiving-search.ts'
import type { FoundEverything } from '#mirror/everything/found-everything.ts'

/**
 * Status text below the list: the number of results, how the keys were read, and what may be
 * missing. Null while another text is being searched; the last status then stays.
 */
export function searchSays(typed: string, found: FoundEverything | null, lines: number): string | null {
  if (typed === '') return found?.lacks === 'coming' ? comingText : ''
  if (found?.text.trim() !== typed) return null
  return [readingText(found), countText(found, lines), lackText(found)].filter((text) => text !== '').join(' ')
}

/** Shown instead of results, because the search never looks for a resident number. */
export const noNumbersText = '주민등록번호로는 검색할 수 없습니다.'

const comingText = '자료를 불러오는 중입니다.'

const lackTexts = {
  coming: comingText,
  absent: '이 기기에 아직 내려받지 않은 자료는 찾지 못합니다.',
  unheld: '이 기기에 두지 않은 업무의 자료는 찾지 않습니다.',
} satisfies Record<NonNullable<FoundEverything['lacks']>, string>

function readingText({ text, reading }: FoundEverything): string {
  if (!reading) return ''
  return reading.isAlone
    ? readingNote(text, reading.text)
    : `'${reading.text.trim()}'${particle(reading.text.trim(), '으로/로')}도 찾았습니다.`
}

function countText({ books }: FoundEverything, lines: number): string {
  const count = books.reduce((sum, book) => sum + book.count, 0)
  if (count > 0) return `기록 ${count.toLocaleString('ko')}건`
  return lines === 0 ? '찾은 것이 없습니다.' : '찾은 기록이 없습니다.'
}

function lackText({ lacks }: FoundEverything): string {
  if (lacks === null) return ''
  return lackTexts[lacks]
}
