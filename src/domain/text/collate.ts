/** The order people expect of Korean text: 가나다, digits by value (101동 before 1001동), Latin after Hangul's own rules of the locale. */
export const compareKorean: (a: string, b: string) => number = new Intl.Collator('ko', { numeric: true }).compare

/** By code point: for ids, days and instants, and where the database sorts alike. Hangul syllables stand in dictionary order. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
