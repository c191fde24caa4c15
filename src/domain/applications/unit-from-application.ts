import type { Application } from '#contract/books/applications.ts'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import { partsOfType } from './application-type.ts'

export type UnitFields = Partial<
  Pick<RealEstateUnit, 'owner' | 'dedicated_area' | 'price' | 'total_tax' | 'total_ownership_fee' | 'claim_amount'>
>

type ApplicationSource = Pick<
  Application,
  'application_type' | 'dedicated_area' | 'transaction_amount' | 'acquisition_tax' | 'attorney_fee' | 'claim_amount'
>

/**
 * Values of a saved application for the unit's empty fields, so that nobody types them twice. Days
 * are left out because an application's days start as guesses.
 */
export function unitFromApplication(
  unit: Partial<Record<keyof UnitFields, unknown>>,
  application: Partial<ApplicationSource>,
  owners: readonly string[],
): UnitFields {
  const parts = partsOfType(application.application_type ?? '')
  const [first = '', ...others] = owners.map((name) => name.trim()).filter((name) => name !== '')
  const fields = {
    owner: first === '' ? null : others.length > 0 ? `${first} 외 ${others.length}명` : first,
    dedicated_area: application.dedicated_area,
    claim_amount: application.claim_amount,
    price: application.transaction_amount,
    total_tax: application.acquisition_tax,
    // A fee for several filings is not that of the transfer.
    total_ownership_fee: parts.length === 1 && parts[0] === 'ownership_transfer' ? application.attorney_fee : null,
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => isEmpty(unit[key as keyof UnitFields]) && !isEmpty(value)),
  )
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
