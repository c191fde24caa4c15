import type { RateData } from '#contract/office/rates.ts'
import { bracketOf, bracketText } from './bracket-of.ts'
import type { ProposedSum, SumsQuestion } from './question.ts'
import { percentText, shareOf, won } from './share-of.ts'

/**
 * 보수 by the profession's standard, i.e. its upper limit, without 부가세; null when it depends on an
 * unknown amount.
 */
export function attorneyFee(question: SumsQuestion, rates: RateData<'fee_standard'>): ProposedSum | null {
  const basis = valueOf(question)
  if (basis === 'none') return byCount(question, rates)
  if (basis.on === null) return null
  const found = bracketOf(rates.amounts, basis.on)
  if (!found) return null
  const { line, lowerBound } = found
  const amount = line.base + shareOf(basis.on - lowerBound, line.percent)
  const more = line.percent > 0 ? ` + ${won(basis.on - lowerBound)} × ${percentText(line.percent)}` : ''
  return { amount, working: `${basis.name} ${bracketText(found)}: ${won(line.base)}${more} = ${won(amount)} (상한)` }
}

function valueOf({
  part,
  price,
  claim,
  deposit,
  leaseKind,
}: SumsQuestion): 'none' | { name: string; on: number | null } {
  if (part === 'ownership_transfer' || part === 'inheritance' || part === 'division') return { name: '가액', on: price }
  if (part === 'mortgage_registration') return { name: '채권최고액', on: claim }
  if (part === 'lease_registration' && leaseKind === 'lease') return { name: '보증금', on: deposit }
  return 'none'
}

function byCount({ count }: SumsQuestion, { cancellation }: RateData<'fee_standard'>): ProposedSum | null {
  if (cancellation === 0) return null
  const amount = cancellation * count
  return { amount, working: `건당 ${won(cancellation)} × ${count}건 = ${won(amount)}` }
}
