import type { Extract } from '#contract/addresses/extract.ts'
import type { AddressBuilding, AddressLand, AddressOwner } from '#contract/books/address-parts.ts'
import type { AddressRecord } from '#contract/books/addresses.ts'

/** What a survey 조서 is made of, of one address, parts in their order: records of the server or of the mirror alike. */
export interface SurveySource {
  readonly address: Pick<AddressRecord, 'id' | 'jibun' | 'owner_name'>
  readonly owners: readonly SurveyOwner[]
  readonly lands: readonly SurveyLand[]
  readonly buildings: readonly SurveyBuilding[]
  /** The newest one, which says who else has rights where the parcel does not; null: none was issued. */
  readonly extract: Pick<Extract, 'rights'> | null
}

export type SurveyOwner = Pick<AddressOwner, 'id' | 'name' | 'num_masked' | 'address' | 'share'>
export type SurveyLand = Pick<
  AddressLand,
  'id' | 'address' | 'lot' | 'land_kind' | 'area' | 'taken_area' | 'unit_price' | 'compensation' | 'interested'
>
export type SurveyBuilding = Pick<
  AddressBuilding,
  'id' | 'name' | 'usage' | 'structure' | 'floors' | 'area' | 'compensation'
>
