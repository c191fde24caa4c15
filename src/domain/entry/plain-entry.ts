import { withoutUnseen } from '#contract/unseen-characters.ts'

/** More than any number, sum, day or time has. */
const maxEntryLength = 1000

/**
 * A number, a day or a time as one types it in ASCII: half-width, one kind of dash, without what nobody sees. A text that is too long for one is cut and marked, so that nobody reads it as one
 * and no pattern has to go through all of it.
 */
export function plainEntry(text: string): string {
  const cut = text.trim()
  if (cut.length > maxEntryLength) return `${plainEntry(cut.slice(0, maxEntryLength))}…`
  return withoutUnseen(cut)
    .normalize('NFKC')
    .replace(/[‐-―−]/g, '-')
    .trim()
}

/** Where there is nothing, people write nothing or a dash; Excel's accounting format shows `₩ -`. */
export function isEmptyEntry(plain: string): boolean {
  return plain === '' || /^[₩\\]?\s*-{1,3}$/.test(plain)
}

/**
 * The text without the commas in its numbers; null where one does not separate thousands. `12,50` may be twelve and a half and `1,2,3` three numbers: without their commas
 * they would be numbers nobody meant.
 */
export function withoutThousands(text: string): string | null {
  const runs = (text.match(/[\d,.]+/g) ?? []).filter((run) => run.includes(','))
  return runs.filter((run) => /\d/.test(run)).every((run) => /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(run))
    ? text.replaceAll(',', '')
    : null
}

export const misplacedComma = '쉼표는 천 단위마다 찍어 주세요.'
