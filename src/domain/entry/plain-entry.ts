import { withoutInvisible } from '#contract/invisible-characters.ts'

/** Longer than any number, sum, day or time. */
const maxEntryLength = 1000

/**
 * Normalises typed numbers, days and times to ASCII: half-width, one kind of dash, no invisible
 * characters. A text that is too long is cut and marked, so that it can't be read as one and no
 * pattern has to scan all of it.
 */
export function plainEntry(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length > maxEntryLength) return `${plainEntry(trimmed.slice(0, maxEntryLength))}…`
  return withoutInvisible(trimmed)
    .normalize('NFKC')
    .replace(/[‐-―−]/g, '-')
    .trim()
}

/** Nothing or a dash means empty; Excel's accounting format shows `₩ -`. */
export function isEmptyEntry(plain: string): boolean {
  return plain === '' || /^[₩\\]?\s*-{1,3}$/.test(plain)
}

/**
 * The text without thousands separators; null when a comma is elsewhere. `12,50` may be twelve and
 * a half and `1,2,3` three numbers, so removing their commas could change the meaning.
 */
export function withoutThousands(text: string): string | null {
  const runs = (text.match(/[\d,.]+/g) ?? []).filter((run) => run.includes(','))
  return runs.filter((run) => /\d/.test(run)).every((run) => /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(run))
    ? text.replaceAll(',', '')
    : null
}

export const misplacedComma = '쉼표는 천 단위마다 찍어 주세요.'
