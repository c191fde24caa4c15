import type { RateData } from '#contract/office/rates.ts'
import { bracketOf } from './bracket-of.ts'
import type { ProposedSum, SumsQuestion } from './question.ts'
import { percentText, shareOf, won } from './share-of.ts'

/**
 * 국민주택채권 to buy, in whole units; null when it depends on an unknown value, and for applications
 * that need none.
 */
export function housingBond(question: SumsQuestion, rates: RateData<'housing_bond'>): ProposedSum | null {
  const basis = tableOf(question, rates)
  if (basis === null || basis.on === null) return null
  const found = bracketOf(basis.lines, basis.on)
  if (!found) return null
  const { percent } = found.line
  const amount = inUnits(shareOf(basis.on, percent), rates.unit)
  return {
    amount,
    working: `${basis.name} ${won(basis.on)} × ${percentText(percent)} = ${won(amount)} (${won(rates.unit)} 단위)`,
  }
}

function tableOf(
  { part, claim, standardValue, property, cause, isCity }: SumsQuestion,
  rates: RateData<'housing_bond'>,
) {
  if (part === 'mortgage_registration') return { name: '채권최고액', on: claim, lines: rates.mortgage }
  if (isCity === null) return null
  const area = isCity ? 'city' : 'other'
  const value = { name: '시가표준액', on: standardValue }
  if (part === 'inheritance') return { ...value, lines: rates[`free_${area}`] }
  if (part !== 'ownership_transfer') return null
  if (cause === 'gift') return { ...value, lines: rates[`free_${area}`] }
  const kind = property === 'farmland' ? 'land' : property
  return { ...value, lines: rates[`${kind}_${area}`] }
}

/** Rounds half a unit and more up, less down. */
function inUnits(amount: number, unit: number): number {
  return unit > 0 ? Math.floor((amount + unit / 2) / unit) * unit : amount
}
