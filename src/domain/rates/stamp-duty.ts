import type { RateData } from '#contract/office/rates.ts'
import { bracketOf, bracketText } from './bracket-of.ts'
import type { ProposedSum, SumsQuestion } from './question.ts'
import { won } from './share-of.ts'

/** 인지세 of a deed that transfers ownership for payment; null for all others. */
export function stampDuty(
  { part, cause, price, property }: SumsQuestion,
  rates: RateData<'stamp_duty'>,
): ProposedSum | null {
  if (part !== 'ownership_transfer' || cause !== 'sale' || price === null) return null
  const basis = `기재금액 ${won(price)}`
  if (property === 'house' && price <= rates.house_exempt)
    return { amount: 0, working: `${basis}: ${won(rates.house_exempt)} 이하 주택은 비과세` }
  const found = bracketOf(rates.amounts, price)
  if (!found) return null
  const { base } = found.line
  return { amount: base, working: `${basis} (${bracketText(found)}) = ${won(base)}` }
}
