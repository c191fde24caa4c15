import type { ApplicationLand, ApplicationParty } from '#contract/applications/parties-json.ts'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import { type ApplicationPart, buildApplicationDefaults } from '#domain/applications/application.ts'

/**
 * The content of a form before layout: texts by box name, and lists as rows of cells. The forms
 * (`server/documents/forms`) place each name; a missing name leaves its box empty or removes it.
 */
export interface FilledForm {
  readonly form: FormName
  readonly texts: Readonly<Record<string, string>>
  readonly lists: Readonly<Record<string, readonly (readonly string[])[]>>
  /**
   * The next form continues this one below it on the same page, for tables too long to hold in
   * memory at once.
   */
  readonly continues?: true
  /** The longest text of each column, for a table whose widths follow its content. */
  readonly longest?: readonly string[]
}

export type FormName =
  | 'filing'
  | 'power_of_attorney'
  | 'cost_statement'
  | 'receipt'
  | 'land_survey'
  | 'object_survey'
  | 'compensation'
  | 'owner_sums'
  | 'consultation'
  | 'deposit'
  | 'deposit_notice'
  | 'cost_letter'
  | 'deposit_claim'
  | 'real_estate_claim'
  | 'extract_land'
  | 'extract_building'
  | 'extract_ownership'
  | 'extract_rights'

/** A single application 신청서 with its own receipt number. */
export interface Filing extends FilledForm {
  readonly form: 'filing'
  readonly part: ApplicationPart
  /** Required boxes that stay empty, and what to do about each. */
  readonly missing: readonly MissingBox[]
}

export interface MissingBox {
  /** As printed: 등기의무자. */
  readonly box: string
  readonly words: string
}

/**
 * A party with its full number; null when unknown, and the box stays empty. A masked number is
 * never printed.
 */
export interface FilingParty extends ApplicationParty {
  readonly num: string | null
}

/**
 * Taxes and fees of one filing in won; null when unknown, and the box stays empty. Typed values
 * take precedence over proposed ones (`filing-kinds.ts`).
 */
export interface FilingSums {
  readonly acquisition_tax: number | null
  readonly registration_tax: number | null
  /** 지방교육세. */
  readonly education_tax: number | null
  /** 농어촌특별세. */
  readonly rural_tax: number | null
  /** The total of all taxes, when only that is known. */
  readonly tax_total: number | null
  /** 등기신청수수료 of this filing for all its properties. */
  readonly filing_fee: number | null
  /** 수입인지. */
  readonly stamp_duty: number | null
  /** 시가표준액, and 국민주택채권 to buy for it. */
  readonly standard_value: number | null
  readonly bond: number | null
}

/** All data of one unit's filings. */
export interface FilingSource {
  /** As saved, or derived from the unit (`applications/application.ts`). */
  readonly application: ApplicationValues
  readonly unit: FilingUnit
  readonly group: {
    readonly name: string
    readonly trust_corporate_name: string | null
    readonly office: string | null
  }
  readonly lands: readonly ApplicationLand[]
  /** Owners, on either side of the filing. */
  readonly grantees: readonly FilingParty[]
  /** The other side: mortgagees, sellers, lessees. */
  readonly grantors: readonly FilingParty[]
  /** The unit's mortgage bank, used when no grantor is the mortgagee. */
  readonly bank: FilingBank | null
  readonly office: FilingOffice
  readonly sums: Partial<Readonly<Record<ApplicationPart, FilingSums>>>
}

/**
 * The fields of an application that a filing uses (`contract/books/applications.ts`); empty values
 * are null.
 */
export interface ApplicationValues {
  readonly application_type: string
  readonly registration_cause_date: string | null
  readonly cause: string | null
  readonly regi_date: string | null
  readonly housing_reg_date: string | null
  readonly lease_kind: string | null
  readonly purpose: string | null
  readonly dedicated_area: number | null
  readonly transaction_amount: number | null
  readonly acquisition_tax: number | null
  readonly registration_tax: number | null
  readonly attorney_fee: number | null
  readonly other_costs: number | null
  readonly taxed_as: string | null
  readonly heavy_tax: string | null
  readonly standard_value: number | null
  readonly filing_method: string | null
  readonly bond_region: string | null
  readonly tax_scope: string | null
  readonly claim_amount: number | null
  readonly debtor: string | null
  readonly moved_share: string | null
  readonly lease_deposit: number | null
  readonly lease_rent: string | null
  readonly lease_scope: string | null
  readonly lease_period: string | null
  readonly cancelled_date: string | null
  readonly cancelled_number: string | null
  readonly deceased: string | null
  readonly contract: boolean
  readonly resident_registration: boolean
  readonly seal_certificate: boolean
  readonly building_ledger: boolean
}

/** The unit as registered. */
interface FilingUnit {
  readonly dongho: string
  readonly dong: string | null
  readonly immovable_num: string | null
  readonly dedicated_area: number | null
  readonly land_area: number | null
}

/** The filing office, from its settings. */
export interface FilingOffice {
  readonly name: string
  readonly scrivener_title: string
  readonly scrivener: string
  readonly address: string
  readonly telephone: string
  readonly account: string
}

/** A mortgage bank of units. */
export interface FilingBank {
  readonly id: string
  readonly name: string
  readonly position: string | null
  readonly corporate_num: string | null
  readonly address: string | null
  readonly company_num: string | null
  readonly owner_name: string | null
}

/** The application of a unit without a saved one: the initial values of its form. */
export function createUnsavedApplication(
  unit: RealEstateUnit,
  context: { groupName: string; office: { name: string; scrivener: string }; today: string },
): ApplicationValues {
  return { ...emptyApplication, ...buildApplicationDefaults(unit, context) }
}

const emptyApplication: ApplicationValues = {
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
