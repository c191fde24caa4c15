/**
 * What was typed into a cell that a spreadsheet took for a day of this year: `12-3` shows as 12월 3일. For 동호수 and 지번, which are never days. Null where more than one typed text
 * shows like this (`Jan-32` is 1-32 as well as 1932-1, `2026-12-03` has a year).
 */
export function typedBeforeDay(shown: string): string | null {
  const [, month, day] = /^(\d{1,2})\s*(?:월\s*|[-/.]\s*)(\d{1,2})일?$/.exec(shown.normalize('NFKC').trim()) ?? []
  return month === undefined || day === undefined ? null : `${Number(month)}-${Number(day)}`
}
