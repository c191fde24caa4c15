import type { RateData } from '#contract/office/rates.ts'
import type { AcquisitionRate } from './acquisition-tax.ts'
import type { ProposedSum, SumsQuestion } from './question.ts'
import { percentText, taxOf, won } from './share-of.ts'

/** 지방교육세 of an acquisition. */
export function educationOfAcquisition(
  { on, percent, base, rule }: AcquisitionRate,
  rates: RateData<'local_education_tax'>,
): ProposedSum {
  const taxed = `${base} ${won(on)}`
  if (rule === 'house') {
    const amount = taxOf(on, percent, 50, rates.house)
    return {
      amount,
      working: `${taxed} × (${percentText(percent)} ÷ 2) × ${percentText(rates.house)} = ${won(amount)}`,
    }
  }
  if (rule === 'other') {
    const left = Math.max(0, percent - rates.deducted)
    const amount = taxOf(on, left, rates.other)
    const rate = `(${percentText(percent)} − ${percentText(rates.deducted)})`
    return { amount, working: `${taxed} × ${rate} × ${percentText(rates.other)} = ${won(amount)}` }
  }
  const amount = taxOf(on, rates.heavy)
  return { amount, working: `${taxed} × ${percentText(rates.heavy)} (중과) = ${won(amount)}` }
}

/** 지방교육세 of a registration. */
export function educationOfRegistration(
  { amount: tax }: ProposedSum,
  rates: RateData<'local_education_tax'>,
): ProposedSum {
  const amount = taxOf(tax, rates.registration)
  return { amount, working: `등록면허세 ${won(tax)} × ${percentText(rates.registration)} = ${won(amount)}` }
}

/** 농어촌특별세 of an acquisition; null when it depends on an unknown area. */
export function ruralTax(
  { on, base, rule }: AcquisitionRate,
  { property, area }: Pick<SumsQuestion, 'property' | 'area'>,
  rates: RateData<'rural_tax'>,
): ProposedSum | null {
  if (property === 'house') {
    if (area === null) return null
    if (area <= rates.exempt_area)
      return { amount: 0, working: `전용면적 ${area}㎡: ${rates.exempt_area}㎡ 이하 주택은 비과세` }
  }
  const percent = rule === 'heavy_8' || rule === 'heavy_12' ? rates[rule] : rates.standard
  const amount = taxOf(on, percent)
  return { amount, working: `${base} ${won(on)} × ${percentText(percent)} = ${won(amount)}` }
}
