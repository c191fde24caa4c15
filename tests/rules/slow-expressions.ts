/** A superlinear regular expression, and why it does no harm. */
export interface SlowExpression {
  readonly file: string
  /** `/source/flags` as the engine gets it. */
  readonly text: string
  /** Length in characters of the longest text that ever reaches it. */
  readonly longest: number
  /**
   * Time for the worst hostile text of that length, in ms, rounded up; measured on a virtual
   * machine with two cores.
   */
  readonly ms: number
  readonly why: string
}

// Rewrite an expression before listing it. `(?<!a)a+b` tries each run of letters once,
// `(?:\s*b)?\s*c` has no two adjacent runs of blanks, and `[^(]*\)` stops where the next match
// could begin.
export const slowExpressions: readonly SlowExpression[] = [
  {
    file: 'src/contract/real-estate/unit-number.ts',
    text: '/^(.+?) ?동(?:[ -]*([^ -].*))?$/',
    longest: 50,
    ms: 1,
    why: 'Behind the limit of 동호수, which is 50 letters.',
  },
  {
    file: 'src/domain/compensation/survey-rows.ts',
    text: String.raw`/^(.*?)\s+((?:산\s*)?\d+(?:-\d+)?(?:번지)?)$/`,
    longest: 300,
    ms: 1,
    why: '지번주소 of an address, which is 300 letters at most.',
  },
]
