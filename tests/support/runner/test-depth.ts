/** Depth of a run: `npm test`, `npm run test:all` or `npm run test:long`. */
export type TestDepth = 'default' | 'all' | 'long'

export const testDepth = readDepth(process.env['TEST_DEPTH'])

/**
 * LONG_PERCENT=<number> scales what `npm run test:long` does; at 100 it takes many hours. Elsewhere
 * it has no effect.
 */
export const longShare = Number(process.env['LONG_PERCENT'] ?? 100) / 100

/**
 * Number of runs of a property test or similar random test: `full` in `test:all`, `long` in
 * `test:long`. By default:
 * - a tenth from 100 on,
 * - ten from 30 to 100,
 * - a third below 30.
 */
export function countPropertyRuns(full: number, long = full): number {
  if (testDepth === 'long') return Math.ceil(long * longShare)
  return testDepth === 'all' ? full : Math.max(Math.min(Math.ceil(full / 3), minRuns), Math.round(full / 10))
}

/**
 * For many similar cases that take seconds each: every third by default, starting with the first;
 * otherwise all.
 */
export function takeThird<Case>(cases: readonly Case[]): readonly Case[] {
  return testDepth === 'default' ? cases.filter((_case, index) => index % 3 === 0) : cases
}

/**
 * Cases of large amounts, which take seconds each; none by default, where a small case covers the
 * rule.
 */
export function largeCases<Case>(...cases: Case[]): readonly Case[] {
  return testDepth === 'default' ? [] : cases
}

/** Fewer runs than this test hardly anything. */
const minRuns = 10

function readDepth(text: string | undefined): TestDepth {
  if (text === undefined || text === '') return 'default'
  if (text === 'all' || text === 'long') return text
  throw new Error(`TEST_DEPTH is "${text}"; leave it unset or set it to "all" or "long".`)
}
