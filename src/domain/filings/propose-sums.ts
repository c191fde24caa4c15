import type { Rate } from '#contract/rates.ts'
import { partsOfType, type ApplicationPart } from '../applications/application-type.ts'
import { proposedSums } from '../rates/proposed-sums.ts'
import { sumsQuestion } from '../rates/question.ts'
import type { ApplicationValues, FilingSums } from './filing.ts'
import { filingKind } from './filing-kinds.ts'
import type { ProposedFilings } from './filing-sums.ts'

/** What the rates of its day say of each filing of an application: of one dwelling, filed on paper. `rates`: all versions, in any order. */
export function proposeFilings(
  application: ApplicationValues,
  { area, rates, today }: { area: number | null; rates: readonly Rate[]; today: string },
): ProposedFilings {
  const day = application.regi_date ?? today
  return Object.fromEntries(
    partsOfType(application.application_type).map((part): [ApplicationPart, Partial<FilingSums>] => {
      const question = sumsQuestion({
        ...{ part, day, price: application.transaction_amount, claim: application.claim_amount },
        ...{ deposit: application.lease_deposit, area: application.dedicated_area ?? area },
        cause: application.cause?.includes('증여') ? 'gift' : 'sale',
        leaseKind: filingKind(part, application) === 'rental_housing_note' ? 'rental_housing_note' : 'lease',
      })
      const sums = proposedSums(question, rates)
      const amounts = {
        acquisition_tax: sums.acquisition_tax?.amount ?? null,
        registration_tax: sums.registration_tax?.amount ?? null,
        education_tax: sums.local_education_tax?.amount ?? null,
        rural_tax: sums.rural_tax?.amount ?? null,
        filing_fee: sums.registration_fee?.amount ?? null,
        stamp_duty: sums.stamp_duty?.amount ?? null,
        bond: sums.housing_bond?.amount ?? null,
      }
      return [part, amounts]
    }),
  )
}
