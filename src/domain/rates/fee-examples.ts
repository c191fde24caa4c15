import type { FeeExample } from '#contract/office/office-settings.ts'
import type { RateData } from '#contract/office/rates.ts'
import { attorneyFee } from './attorney-fee.ts'
import { sumsQuestion } from './question.ts'

const prices = [300_000_000, 500_000_000, 1_000_000_000]

/** The fee for transferring a dwelling at round prices; prices without a fee are left out. */
export function feeExamples(rates: RateData<'fee_standard'>, day: string): FeeExample[] {
  return prices.flatMap((price) => {
    const fee = attorneyFee(sumsQuestion({ part: 'ownership_transfer', day, price }), rates)?.amount ?? 0
    return fee > 0 ? [{ price, fee }] : []
  })
}
