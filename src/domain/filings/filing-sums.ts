import { partsOfType, type ApplicationPart } from '../applications/application-type.ts'
import type { ApplicationValues, FilingSums } from './filing.ts'
import { filingKind, filingKindWords, type FilingTax } from './filing-kinds.ts'

/** What the rates valid on the day propose for the filings of an application; absent where they say nothing. */
export type ProposedFilings = Partial<Readonly<Record<ApplicationPart, Partial<FilingSums>>>>

/**
 * Taxes and fees of each filing: what staff typed stands, else what the rates propose. 취득세 is of what moves ownership, 등록면허세 of all others; of one amount for several
 * filings, the first has what the rates leave of it for the others.
 */
export function filingSums(
  application: ApplicationValues,
  proposed: ProposedFilings = {},
): Partial<Record<ApplicationPart, FilingSums>> {
  const parts = partsOfType(application.application_type)
  const sumsOf = (part: ApplicationPart): FilingSums => ({ ...nothing, ...proposed[part] })
  const taxOf = (part: ApplicationPart) => filingKindWords[filingKind(part, application)].tax
  return Object.fromEntries(
    parts.map((part): [ApplicationPart, FilingSums] => {
      const tax = taxOf(part)
      const typed = application[tax]
      const ofAcquisition = tax === 'acquisition_tax' ? { standard_value: application.standard_value } : {}
      const sums = { ...sumsOf(part), ...ofAcquisition }
      const [first, ...others] = parts.filter((each) => taxOf(each) === tax)
      if (typed === null) return [part, sums]
      const ofOthers = others.reduce((sum, each) => sum + knownTax(sumsOf(each), tax), 0)
      const left = first && isTaxAlone(sumsOf(first), { tax, typed }) ? typed : typed - ofOthers
      const isWhole = application.tax_scope === 'whole'
      if (part === first) return [part, withTyped(sums, tax, { typed: left < 0 ? typed : left, isWhole })]
      return [part, left < 0 ? { ...sums, [tax]: null, education_tax: null, rural_tax: null } : sums]
    }),
  )
}

/** Typed is exactly what the first costs by itself: then it says nothing of the others. */
function isTaxAlone(sums: FilingSums, { tax, typed }: { tax: FilingTax; typed: number }): boolean {
  return typed === sums[tax] || typed === knownTax(sums, tax)
}

/** The taxes of a filing, in the order of their boxes: 농어촌특별세 is only of what moves ownership. */
function taxesOf(tax: FilingTax): readonly (keyof FilingSums)[] {
  return tax === 'acquisition_tax' ? [tax, 'education_tax', 'rural_tax'] : [tax, 'education_tax']
}

/** A tax with what is known of its surtaxes; 0 without the tax itself. */
function knownTax(sums: FilingSums, tax: FilingTax): number {
  return sums[tax] === null ? 0 : taxesOf(tax).reduce((sum, key) => sum + (sums[key] ?? 0), 0)
}

/** 세액 합계: a tax with its surtaxes. Null while one of them is not known: a sum without it would be paid short. */
export function wholeTax(sums: FilingSums, tax: FilingTax): number | null {
  return taxesOf(tax).some((key) => sums[key] === null) ? sums.tax_total : knownTax(sums, tax)
}

/**
 * What follows from a tax follows from the one that was typed. An amount that is 취득세 and its surtaxes together, as offices note it, is taken apart again; of any other than
 * the rates make nobody knows whether it holds them, so that their boxes stay empty; where staff say that it does, it is the sum of all.
 */
function withTyped(
  sums: FilingSums,
  tax: FilingTax,
  { typed, isWhole }: { typed: number; isWhole: boolean },
): FilingSums {
  const own = sums[tax]
  if (own !== null && typed === wholeTax(sums, tax)) return sums
  if (isWhole) return { ...sums, [tax]: null, education_tax: null, rural_tax: null, tax_total: typed }
  if (own === null || own === typed) return { ...sums, [tax]: typed }
  if (typed === knownTax(sums, tax)) return sums
  return { ...sums, [tax]: typed, education_tax: null, rural_tax: null }
}

const nothing: FilingSums = {
  acquisition_tax: null,
  registration_tax: null,
  education_tax: null,
  rural_tax: null,
  tax_total: null,
  filing_fee: null,
  stamp_duty: null,
  standard_value: null,
  bond: null,
}
