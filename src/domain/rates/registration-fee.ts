import type { RateData } from '#contract/office/rates.ts'
import type { ApplicationPart } from '../applications/application-type.ts'
import type { ProposedSum, SumsQuestion } from './question.ts'
import { won } from './share-of.ts'

/** 등기신청수수료 per property, by filing method; null when that method isn't available. */
export function registrationFee(question: SumsQuestion, rates: RateData<'registration_fee'>): ProposedSum | null {
  const { count, filing } = question
  const each = rates[classOf(question)][filing]
  if (each === null) return null
  const amount = each * count
  return { amount, working: `매 부동산 ${won(each)} (${filingNames[filing]}) × ${count}건 = ${won(amount)}` }
}

const filingNames = { paper: '서면', eform: 'e-Form', electronic: '전자' } as const

function classOf({ part, leaseKind }: SumsQuestion): 'transfer' | 'inheritance' | 'other' {
  if (part === 'lease_registration') return leaseKind === 'lease' ? 'transfer' : 'other'
  return classes[part]
}

const classes: Readonly<Record<Exclude<ApplicationPart, 'lease_registration'>, 'transfer' | 'inheritance' | 'other'>> =
  {
    ownership_transfer: 'transfer',
    division: 'transfer',
    inheritance: 'inheritance',
    mortgage_registration: 'transfer',
    mortgage_cancellation: 'other',
    lease_cancellation: 'other',
    other: 'other',
  }
