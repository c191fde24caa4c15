import { withoutUnseen } from './unseen-characters.ts'

/**
 * A number of a telephone, an account or a case as a keyboard writes it: digits, brackets and `+` of half width, one kind of hyphen, nothing unseen. Words in it stay.
 */
export function plainNumber(text: string): string {
  return withoutUnseen(text)
    .replace(/[０-９（）＋．]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[‐-―−－﹣﹘]/g, '-')
}
