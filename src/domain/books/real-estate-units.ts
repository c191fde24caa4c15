import type { FieldValue } from '#contract/books/field.ts'
import { splitUnitNumber } from '#contract/real-estate/unit-number.ts'
import { type BookRules, type DerivedField, textIn } from './book-rules.ts'

/** Rules of units (세대). Caption: `101동 1203호 · 해든마을 가온채 1단지`. */
export const realEstateUnitRules: BookRules = {
  follows: [deriveHalf('dong'), deriveHalf('ho')],
  captionOf: (record, joined = {}) =>
    [textIn(record, 'dongho') || textIn(record, 'owner') || '세대', String(joined['group_id']?.['name'] ?? '')]
      .filter((part) => part !== '')
      .join(' · '),
  subjectOf: (record) => textIn(record, 'owner') || textIn(record, 'dongho'),
}

/** Derives building (`dong`) or unit number (`ho`) from the combined 동호수. */
function deriveHalf(key: 'dong' | 'ho'): DerivedField {
  const derive = (dongho: FieldValue) => (typeof dongho === 'string' ? splitUnitNumber(dongho)[key] : null)
  return { key, source: 'dongho', derive, note: '동호수에서 정해집니다.' }
}
