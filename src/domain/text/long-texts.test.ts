import { expect, test } from 'vitest'
import { inquiryFormats } from '#contract/books/inquiries.ts'
import { findResidentNumberError } from '#contract/person-numbers/resident-number.ts'
import { normalizeUnitNumber } from '#contract/real-estate/unit-number.ts'
import { parseMomentEntry, readDay } from '#domain/dates/day-entry.ts'
import { splitLetter, splitLetterLines } from '#domain/deposit-cases/letter-text.ts'
import { parseNumberEntry } from '#domain/entry/number-entry.ts'
import { parseWon } from '#domain/money/won.ts'
import { parseLot } from '#domain/registry/compare-extracts.ts'
import { readShare } from '#domain/registry/share-fraction.ts'
import { removeJobTitle } from './person-name.ts'
import { normalizeForSearch } from './search-text.ts'

const today = '2026-11-27'

/**
 * Strangers may send a megabyte of anything. Reading must take linear time; a pattern that rescans
 * from every position would take hours.
 */
const letters = 400_000

test.each<[string, string, (text: string) => unknown]>([
  ['digits', '1', parseWon],
  ['digits', '1', (text) => parseNumberEntry(text)],
  ['spaces between digits', '1 ', parseWon],
  ['spaces around a time', '1\u00a0', (text) => readDay(`1${text}x`, today)],
  ['spaces', ' ', (text) => readDay(`1${text}x`, today)],
  ['an instant', 'T', (text) => parseMomentEntry(text, today)],
  ['제', '제', normalizeUnitNumber],
  ['spaces', ' ', (text) => normalizeForSearch(`a${text}b`)],
  ['commas', '1,', parseWon],
  ['spaces at the end of a letter', ' ', (text) => splitLetter(`가${text}\n${text}나${text}`)],
  ['spaces after a marker', ' ', (text) => splitLetterLines(`붙임${text}\u2028\n1.${text}\u2028`)],
  ['spaces in a name', ' ', (text) => removeJobTitle(`홍길동${text}x`)],
  ['digits of a share', '1', readShare],
  ['spaces in an address', ' ', (text) => parseLot(`달빛동${text}x`)],
  ['digits and invisible characters', '1\u200b', findResidentNumberError],
  ['the word for a number', '법인 ', findResidentNumberError],
  ['dots', 'a.', (text) => inquiryFormats.email.pattern.test(`a@${text}@`)],
])('reads an endless text of %s (%j) without delay', { timeout: 5000 }, (_what, unit, read) => {
  expect(() => read(unit.repeat(letters / unit.length))).not.toThrow()
})

test('refuses a text too long for a number or a day, with any beginning', () => {
  for (const text of ['5'.repeat(1001), `2026-11-27 ${'x'.repeat(1000)}`, `5${' '.repeat(1000)}x`]) {
    expect([parseWon(text).ok, parseNumberEntry(text).ok, readDay(text, today).ok]).toEqual([false, false, false])
  }
  expect(parseWon(`5${' '.repeat(5000)}`)).toEqual({ ok: true, value: 5 })
})
