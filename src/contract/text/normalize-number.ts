import { removeInvisible } from './invisible-characters.ts'

/**
 * Normalizes a telephone, account or case number: half-width digits, brackets and `+`, one kind of
 * hyphen, no invisible characters. Words in it stay.
 */
export function normalizeNumber(text: string): string {
  return removeInvisible(text)
    .replace(/[０-９（）＋．]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[‐-―−－﹣﹘]/g, '-')
}
