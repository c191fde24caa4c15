import type { RateData } from '#contract/office/rates.ts'
import type { ProposedSum, SumsQuestion } from './question.ts'
import { percentText, taxOf, won } from './share-of.ts'

/** 등록면허세 of an application that is no acquisition; null when it depends on an unknown amount. */
export function registrationTax(question: SumsQuestion, rates: RateData<'registration_tax'>): ProposedSum | null {
  const { part, claim, rent, leaseKind } = question
  if (part === 'mortgage_registration') return taxOn({ name: '채권최고액', on: claim, percent: rates.mortgage }, rates)
  if (part === 'lease_registration' && leaseKind === 'lease')
    return taxOn({ name: '월차임', on: rent, percent: rates.lease }, rates)
  const isAcquisition = part === 'ownership_transfer' || part === 'inheritance' || part === 'division'
  return isAcquisition ? null : byCount(question, rates)
}

/** 말소, 부기 and the like: a fixed amount per property. */
function byCount({ count }: SumsQuestion, { other }: RateData<'registration_tax'>): ProposedSum {
  const amount = other * count
  return { amount, working: `건당 ${won(other)} × ${count}건 = ${won(amount)}` }
}

/** At least the fixed amount of other registrations (지방세법 제28조 제1항 단서). */
function taxOn(
  { name, on, percent }: { name: string; on: number | null; percent: number },
  { other }: RateData<'registration_tax'>,
): ProposedSum | null {
  if (on === null) return null
  const tax = taxOf(on, percent)
  const calculation = `${name} ${won(on)} × ${percentText(percent)} = ${won(tax)}`
  return tax < other
    ? { amount: other, working: `${calculation}, 최저 ${won(other)}` }
    : { amount: tax, working: calculation }
}
