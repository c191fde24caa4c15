import { blanked } from './blanked.ts'
import { readWonUnits } from '../../money/won-units.ts'

export interface AmountRange {
  readonly from: number | null
  readonly to: number | null
}

/**
 * A range of won in a question (1억 이상, 500만원 넘는, 100만원에서 300만원, 30만 원 미만), and the question without
 * it; null when there is none.
 */
export function readAmounts(
  question: string,
): { amounts: AmountRange; at: number; words: string; rest: string } | null {
  for (const { pattern, read } of rules) {
    const match = pattern.exec(question)
    const amounts = match && read(match.slice(1))
    if (!match || !amounts) continue
    return {
      amounts,
      at: match.index,
      words: match[0].trim().replace(/(?:인|의|이고|이면서|이며)$/, ''),
      rest: blanked(question, match.index, match[0].length),
    }
  }
  return null
}

// HAZARD: the patterns must be unambiguous. Otherwise each digit or blank in a long run would
// double the time.
const parts = String.raw`[\d,.]+(?:\s+[\d,.]+|\s*[조억만천백십]+\s*[\d,.]+){0,9}(?:\s*[조억만천백십]+)?`
const suffix = String.raw`\s*(?:원(?:이|을|보다)?\s*|(?:이|을|보다)\s*)?`
const won = String.raw`((?<![\d,.])${parts}|[백천]만)${suffix}`
/** Follows a word or a comma. */
const secondWon = String.raw`(${parts}|[백천]만)${suffix}`

const rules: readonly { pattern: RegExp; read(parts: readonly (string | undefined)[]): AmountRange | null }[] = [
  {
    pattern: new RegExp(`${won}(?:부터|에서|~)\\s*${secondWon}(?:까지|사이)?`),
    read: ([from, to]) => between(wonOf(from), wonOf(to)),
  },
  {
    pattern: new RegExp(`${won}(?:이상|초과)(?:이고|에서|부터)?(?:\\s*,)?\\s*${secondWon}(?:이하|미만|까지)(?:인)?`),
    read: ([from, to]) => between(wonOf(from), wonOf(to)),
  },
  { pattern: new RegExp(`${won}(?:이상)(?:이고|이면서|이며|인|의)?`), read: ([from]) => atLeast(wonOf(from), 0) },
  {
    pattern: new RegExp(`${won}(?:초과|넘는|넘은|넘게|큰|높은|많은)(?:인|한)?`),
    read: ([from]) => atLeast(wonOf(from), 1),
  },
  { pattern: new RegExp(`${won}(?:이하)(?:이고|이면서|이며|인|의)?`), read: ([to]) => atMost(wonOf(to), 0) },
  { pattern: new RegExp(`${won}(?:미만|안 되는|적은|작은|낮은)(?:인)?`), read: ([to]) => atMost(wonOf(to), 1) },
  { pattern: new RegExp(`${won}(?:인|짜리|의)(?=\\s)`), read: ([only]) => between(wonOf(only), wonOf(only)) },
]

/** Excludes days and case numbers: an amount needs a unit (조, 억, 만, 천) or at least five digits. */
function wonOf(words = ''): number | null {
  const text = words.replace(/\s/g, '')
  if (!/[조억만천]/.test(text) && text.replace(/\D/g, '').length < 5) return null
  const value = readWonUnits(text)
  return value === null || value > Number.MAX_SAFE_INTEGER ? null : Number(value)
}

function between(from: number | null, to: number | null): AmountRange | null {
  return from === null || to === null ? null : { from, to }
}

function atLeast(from: number | null, by: number): AmountRange | null {
  return from === null ? null : { from: from + by, to: null }
}

function atMost(to: number | null, by: number): AmountRange | null {
  return to === null ? null : { from: null, to: to - by }
}
