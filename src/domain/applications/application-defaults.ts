import type { Application } from '#contract/books/applications.ts'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import { derivedType } from './application-type.ts'

/** What a form holds before anybody types: the fields of an application but those that stand in lists of their own. */
export type ApplicationStart = Partial<Omit<Application, 'lands_json' | 'grantees_json' | 'grantors_json'>>

/**
 * What the form for a unit opens with (spec 2 §4): the type that follows from it, 등기접수일 or today, the day of the contract or else that day, the sums the unit has.
 * A dwelling registered for rent takes the note 부기등기 and not a lease (research/domain.md §0-4).
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

/** 총 비용 (spec 2 §5): taxes, the office's fee and what else is paid; 거래가액 is none of them. */
export function totalCost(
  sums: Partial<Pick<Application, 'acquisition_tax' | 'registration_tax' | 'attorney_fee' | 'other_costs'>>,
): number {
  const { acquisition_tax: acquisition, registration_tax: registration, attorney_fee: fee, other_costs: others } = sums
  return [acquisition, registration, fee, others].reduce<number>((sum, part) => sum + (part ?? 0), 0)
}
