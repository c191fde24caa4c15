/**
 * The original text of a cell that a spreadsheet turned into a day of this year: `12-3` shows as
 * 12월 3일. For 동호수 and 지번, which are never days. Null when several texts would show like this
 * (`Jan-32` is 1-32 or 1932-1, `2026-12-03` has a year).
 */
export function typedBeforeDay(shown: string): string | null {
  const [, month, day] = /^(\d{1,2})\s*(?:월\s*|[-/.]\s*)(\d{1,2})일?$/.exec(shown.normalize('NFKC').trim()) ?? []
  return month === undefined || day === undefined ? null : `${Number(month)}-${Number(day)}`
}
