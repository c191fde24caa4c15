import type { AddressBuilding, AddressLand, AddressOwner } from '#contract/books/address-parts.ts'
import type { AddressRecord } from '#contract/books/addresses.ts'

/** The data of a survey 조서 for one address, parts in their order, from the server or the mirror. */
export interface SurveySource {
  readonly address: Pick<AddressRecord, 'id' | 'jibun' | 'owner_name'>
  readonly owners: readonly SurveyOwner[]
  readonly lands: readonly SurveyLand[]
  readonly buildings: readonly SurveyBuilding[]
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
