/** How far a run goes: `npm test`, `npm run test:all` or `npm run test:long`. */
export type TestDepth = 'default' | 'all' | 'long'

export const testDepth = readDepth(process.env['TEST_DEPTH'])

/** Runs of a property test, or similar random tries: `full` in `test:all`, a tenth by default, but at least ten or, of fewer than thirty, a third. */
export function propertyRuns(full: number, long = full): number {
  if (testDepth === 'long') return long
  return testDepth === 'all' ? full : Math.max(Math.min(Math.ceil(full / 3), minRuns), Math.round(full / 10))
}

/** Of many cases that differ little and cost seconds each, every third from the first on by default, else all of them. */
export function everyThird<Case>(cases: readonly Case[]): readonly Case[] {
  return testDepth === 'default' ? cases.filter((_case, index) => index % 3 === 0) : cases
}

/** Cases of large amounts, which take seconds each; none by default, where a small case holds the rule. */
export function largeCases<Case>(...cases: Case[]): readonly Case[] {
  return testDepth === 'default' ? [] : cases
}

/** Fewer tries than this hardly try anything. */
const minRuns = 10

function readDepth(text: string | undefined): TestDepth {
  if (text === undefined || text === '') return 'default'
  if (text === 'all' || text === 'long') return text
  throw new Error(`TEST_DEPTH is "${text}"; leave it unset or set it to "all" or "long".`)
}
