import { type BookRules, textIn, type Values } from './book-rules.ts'

/** Entries of the statutory register 법정 사건부: `2026-12 김가온`. */
export const registerEntryRules: BookRules = {
  captionOf: (entry) => [formatSerial(entry), textIn(entry, 'client')].filter(Boolean).join(' ') || '사건부 기재',
  detailOf: (entry) => textIn(entry, 'matter'),
  subjectOf: (entry) => textIn(entry, 'client'),
}

function formatSerial({ year, serial }: Values): string {
  return typeof serial === 'number' ? `${String(year)}-${serial}` : ''
}
