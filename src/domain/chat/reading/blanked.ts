/** Replaces `length` characters from `at` by blanks, so that later text keeps its position. */
export function blanked(text: string, at: number, length: number): string {
  return text.slice(0, at) + ' '.repeat(length) + text.slice(at + length)
}
