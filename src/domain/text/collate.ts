/** Korean sort order: 가나다, digits by value (101동 before 1001동), Latin after Hangul. */
export const compareKorean: (a: string, b: string) => number = new Intl.Collator('ko', { numeric: true }).compare

/**
 * Compares by code unit: for ids, days and instants, and wherever the database does the same.
 * Hangul syllables are in dictionary order.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
