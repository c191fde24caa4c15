/** An expression that takes longer than its text is long, and why that harms nobody. */
export interface SlowExpression {
  readonly file: string
  /** `/source/flags` as the engine gets it. */
  readonly text: string
  /** Characters of the longest text that ever reaches it. */
  readonly longest: number
  /** The worst of the hostile texts of that length took so long, in ms and rounded up, on two cores of a virtual machine. */
  readonly ms: number
  readonly why: string
}

// A new one is written anew if that is possible at all: each part matches by one way only, `(?<!a)a+` begins a run of letters once, `(?:\s*b)?\s*c` has no two runs of blanks side by side.
export const slowExpressions: readonly SlowExpression[] = [
  {
    file: 'src/contract/unit-number.ts',
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
