import type { Bracket } from '#contract/office/rates.ts'
import { won } from './share-of.ts'

/** The bracket an amount falls into, and its lower bound. */
export function bracketOf(lines: readonly Bracket[], amount: number): { line: Bracket; lowerBound: number } | null {
  const index = lines.findIndex(({ up_to }) => up_to === null || amount <= up_to)
  const line = lines[index]
  return line ? { line, lowerBound: lines[index - 1]?.up_to ?? 0 } : null
}

/** `100,000,000원 초과 1,000,000,000원 이하`. */
export function bracketText({ line, lowerBound }: { line: Bracket; lowerBound: number }): string {
  const [from, to] = [
    lowerBound > 0 ? `${won(lowerBound)} 초과` : '',
    line.up_to === null ? '' : `${won(line.up_to)} 이하`,
  ]
  return [from, to].filter((words) => words !== '').join(' ')
}
