/** Replaces `length` characters from `index` with blanks, so that later text keeps its position. */
export function blankOut(text: string, index: number, length: number): string {
  return text.slice(0, index) + ' '.repeat(length) + text.slice(index + length)
}
