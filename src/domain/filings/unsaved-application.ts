import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import { applicationDefaults } from '../applications/application-defaults.ts'
import type { ApplicationValues } from './filing.ts'

/** The application of a unit without a saved one: the initial values of its form. */
export function unsavedApplication(
  unit: RealEstateUnit,
  context: { groupName: string; office: { name: string; scrivener: string }; today: string },
): ApplicationValues {
  return { ...nothingTyped, ...applicationDefaults(unit, context) }
}

const nothingTyped: ApplicationValues = {
  application_type: '',
  registration_cause_date: null,
  cause: null,
  regi_date: null,
  housing_reg_date: null,
  lease_kind: null,
  purpose: null,
  dedicated_area: null,
  transaction_amount: null,
  acquisition_tax: null,
  registration_tax: null,
  attorney_fee: null,
  other_costs: null,
  claim_amount: null,
  debtor: null,
  taxed_as: null,
  heavy_tax: null,
  standard_value: null,
  filing_method: null,
  bond_region: null,
  tax_scope: null,
  moved_share: null,
  lease_deposit: null,
  lease_rent: null,
  lease_scope: null,
  lease_period: null,
  cancelled_date: null,
  cancelled_number: null,
  deceased: null,
  contract: false,
  resident_registration: false,
  seal_certificate: false,
  building_ledger: false,
}
