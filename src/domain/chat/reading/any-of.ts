/** A regular expression's text that matches any of the phrases. */
export function anyOf(patterns: readonly string[]): string {
  return `(?:${patterns.join('|')})`
}
