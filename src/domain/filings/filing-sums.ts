import { partsOfType, type ApplicationPart } from '../applications/application-type.ts'
import type { ApplicationValues, FilingSums } from './filing.ts'
import { filingKind, filingKindWords, type FilingTax } from './filing-kinds.ts'

/** What the rates valid on the day propose for the filings of an application; absent where they say nothing. */
export type ProposedFilings = Partial<Readonly<Record<ApplicationPart, Partial<FilingSums>>>>

/**
 * Taxes and fees of each filing: what staff typed stands, else what the rates propose. 취득세 is of what moves ownership, 등록면허세 of all others; one amount for several
 * filings belongs to the first of them.
 */
export function filingSums(
  application: ApplicationValues,
  proposed: ProposedFilings = {},
): Partial<Record<ApplicationPart, FilingSums>> {
  const parts = partsOfType(application.application_type)
  const taxOf = (part: ApplicationPart) => filingKindWords[filingKind(part, application)].tax
  return Object.fromEntries(
    parts.map((part): [ApplicationPart, FilingSums] => {
      const sums = { ...nothing, ...proposed[part] }
      const tax = taxOf(part)
      const typed = parts.find((each) => taxOf(each) === tax) === part ? application[tax] : null
      return [part, typed === null ? sums : withTyped(sums, tax, typed)]
    }),
  )
}

/**
 * What follows from a tax follows from the one that was typed. An amount that is 취득세 and its surtaxes together, as offices note it, is taken apart again; of any other than
 * the rates make nobody knows whether it holds them, so that their boxes stay empty.
 */
function withTyped(sums: FilingSums, tax: FilingTax, typed: number): FilingSums {
  const own = sums[tax]
  if (own === null || own === typed) return { ...sums, [tax]: typed }
  if (typed === own + (sums.education_tax ?? 0) + (sums.rural_tax ?? 0)) return sums
  return { ...sums, [tax]: typed, education_tax: null, rural_tax: null }
}

const nothing: FilingSums = {
  acquisition_tax: null,
  registration_tax: null,
  education_tax: null,
  rural_tax: null,
  filing_fee: null,
  stamp_duty: null,
  standard_value: null,
  bond: null,
}
