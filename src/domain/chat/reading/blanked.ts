/** A text with blanks in place of `length` characters from `at`: what stands behind them stays where it is. */
export function blanked(text: string, at: number, length: number): string {
  return text.slice(0, at) + ' '.repeat(length) + text.slice(at + length)
}
