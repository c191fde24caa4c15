import type { Application } from '#contract/books/applications.ts'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import { derivedType } from './application-type.ts'

/** Initial values of a form: the fields of an application except its lists. */
export type ApplicationStart = Partial<Omit<Application, 'lands_json' | 'grantees_json' | 'grantors_json'>>

/**
 * The initial values for a unit: its derived type, 등기접수일 or today, the day of the contract or else
 * that day, and the unit's sums. A dwelling registered for rent gets the note 부기등기 instead of a
 * lease.
 */
export function applicationDefaults(
  unit: RealEstateUnit,
  { groupName, office, today }: { groupName: string; office: { name: string; scrivener: string }; today: string },
): ApplicationStart {
  const regiDate = unit.regi_date ?? today
  return {
    property_id: unit.id,
    application_type: derivedType(unit, office),
    regi_date: regiDate,
    registration_cause_date: unit.contract_date ?? regiDate,
    housing_reg_date: unit.housing_reg_date,
    lease_kind: unit.housing_reg_date === null ? null : 'rental_housing_note',
    group_name: groupName,
    dongho: unit.dongho,
    purpose: unit.purpose,
    dedicated_area: unit.dedicated_area,
    transaction_amount: unit.price,
    acquisition_tax: unit.total_tax,
    attorney_fee: unit.total_ownership_fee,
    claim_amount: unit.claim_amount,
    taxed_as: 'house',
    filing_method: 'paper',
  }
}

/** 총 비용: taxes, the office's fee and other costs, without 거래가액. */
export function totalCost(
  sums: Partial<Pick<Application, 'acquisition_tax' | 'registration_tax' | 'attorney_fee' | 'other_costs'>>,
): number {
  const { acquisition_tax: acquisition, registration_tax: registration, attorney_fee: fee, other_costs: others } = sums
  return [acquisition, registration, fee, others].reduce<number>((sum, part) => sum + (part ?? 0), 0)
}
