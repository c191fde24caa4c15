import { partsOfType, type ApplicationPart } from '../applications/application-type.ts'
import type { ApplicationValues, FilingSums } from './filing.ts'
import { filingKind, filingKindWords } from './filing-kinds.ts'

/** What the rates valid on the day propose for the filings of an application; absent where they say nothing. */
export type ProposedSums = Partial<Readonly<Record<ApplicationPart, Partial<FilingSums>>>>

/**
 * Taxes and fees of each filing: what staff typed stands, else what the rates propose. 취득세 is of what moves ownership, 등록면허세 of all others; one amount for several
 * filings belongs to the first of them.
 */
export function filingSums(
  application: ApplicationValues,
  proposed: ProposedSums = {},
): Partial<Record<ApplicationPart, FilingSums>> {
  const parts = partsOfType(application.application_type)
  const firstOf = (tax: 'acquisition_tax' | 'registration_tax') =>
    parts.find((part) => filingKindWords[filingKind(part, application)].tax === tax)
  return Object.fromEntries(
    parts.map((part): [ApplicationPart, FilingSums] => {
      const { tax } = filingKindWords[filingKind(part, application)]
      const typed = firstOf(tax) === part ? application[tax] : null
      return [part, { ...nothing, ...proposed[part], ...(typed !== null && { [tax]: typed }) }]
    }),
  )
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
