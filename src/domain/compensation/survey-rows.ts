import type { AddressBuilding, AddressLand, AddressOwner } from '#contract/books/address-parts.ts'
import type { AddressRecord } from '#contract/books/addresses.ts'
import { formatWon } from '#domain/money/won.ts'
import { withParticle } from '#domain/text/with-particle.ts'
import { computeCompensation, divideByShares } from './compensation.ts'

/** A row of 토지조서 or 물건조서: one parcel or building, and each owner's part of the amount. */
export interface SurveyRow {
  readonly kind: 'land' | 'building'
  readonly id: string
  readonly addressId: string
  /** 소재지 without the lot. */
  readonly district: string
  readonly lot: string
  /** 지목; for a building its use. */
  readonly sort: string
  /** 구조·규격 of a building. */
  readonly structure: string
  readonly area: number | null
  readonly takenArea: number | null
  readonly unitPrice: number | null
  /** Null: neither computed nor recorded. */
  readonly compensation: number | null
  readonly owners: readonly OwnerPart[]
  readonly interested: string
  /** Missing or contradictory values, as texts that say what to do. */
  readonly problems: readonly string[]
}

export interface OwnerPart {
  readonly name: string
  readonly address: string
  /** `7분의 1`; empty when unknown or the whole. */
  readonly share: string
  /**
   * Identifies a person across parcels: name with the masked number, or with the address when there
   * is none.
   */
  readonly key: string
  /** Null: no amount is known, or the shares don't divide it. */
  readonly amount: number | null
}

/** The rows of one address, parcels first. */
export function listSurveyRows(source: SurveySource): SurveyRow[] {
  return [
    ...source.lands.map((land) => buildLandRow(source, land)),
    ...source.buildings.map((building) => buildBuildingRow(source, building)),
  ]
}

/** The problems of all rows, each line with its row's name. */
export function listProblemLines(rows: readonly SurveyRow[]): string[] {
  return rows.flatMap(({ lot, sort, problems }) =>
    problems.map((words) => `${[lot, sort].filter(Boolean).join(' ')} : ${words}`),
  )
}

/** A message when an address has no rows, otherwise null. */
export function findEmptySurveyError({ lands, buildings }: Pick<SurveySource, 'lands' | 'buildings'>): string | null {
  return lands.length + buildings.length === 0 ? '토지와 건물 정보가 없습니다. 토지 탭에서 필지를 추가해 주세요.' : null
}

/** Splits `가람도 솔빛시 해든구 달빛동 산 12-3` into 소재지 and 지번. */
export function splitAddress(jibun: string): { district: string; lot: string } {
  const [, district, lot] = /^(.*?)\s+((?:산\s*)?\d+(?:-\d+)?(?:번지)?)$/.exec(jibun.trim()) ?? []
  return district === undefined || lot === undefined ? { district: jibun.trim(), lot: '' } : { district, lot }
}

function buildLandRow(source: SurveySource, land: SurveyLand): SurveyRow {
  const computed = computeCompensation(land.taken_area, land.unit_price)
  const compensation = computed ?? land.compensation
  const holders = divideAmongOwners(source, compensation)
  return {
    kind: 'land',
    id: land.id,
    addressId: source.address.id,
    lot: land.lot,
    district: land.address?.trim() || splitAddress(source.address.jibun).district,
    sort: land.land_kind ?? '',
    structure: '',
    area: land.area,
    takenArea: land.taken_area,
    unitPrice: land.unit_price,
    compensation,
    owners: holders.owners,
    interested: land.interested?.trim() ?? '',
    problems: [...findLandProblems(land), ...findDifference(land.compensation, computed), ...holders.problems],
  }
}

function buildBuildingRow(source: SurveySource, building: SurveyBuilding): SurveyRow {
  const { district, lot } = splitAddress(source.address.jibun)
  const [land] = source.lands
  const holders = divideAmongOwners(source, building.compensation)
  const empty = [
    ...(building.structure?.trim() ? [] : ['구조']),
    ...(building.area === null ? ['연면적'] : []),
    ...(building.compensation === null ? ['보상액'] : []),
  ]
  return {
    kind: 'building',
    id: building.id,
    addressId: source.address.id,
    district: land?.address?.trim() || district,
    lot: land?.lot ?? lot,
    sort: [building.name, building.usage].filter(Boolean).join(' '),
    structure: [building.structure, building.floors].filter(Boolean).join(' '),
    area: building.area,
    takenArea: null,
    unitPrice: null,
    compensation: building.compensation,
    owners: holders.owners,
    interested: land?.interested?.trim() ?? '',
    problems: [...describeEmptyFields(empty), ...holders.problems],
  }
}

function findLandProblems({ land_kind, area, taken_area, unit_price }: SurveyLand): string[] {
  const empty = [
    ...(land_kind?.trim() ? [] : ['지목']),
    ...(area === null ? ['면적'] : []),
    ...(taken_area === null ? ['편입면적'] : []),
    ...(unit_price === null ? ['단가'] : []),
  ]
  const isWider = area !== null && taken_area !== null && taken_area > area
  return [...describeEmptyFields(empty), ...(isWider ? ['편입면적이 면적보다 넓습니다. 확인해 주세요.'] : [])]
}

function describeEmptyFields(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${withParticle(names.join(', '), '을/를')} 입력해 주세요.`]
}

/** Reports a recorded amount that differs from the computed one. */
function findDifference(entered: number | null, computed: number | null): string[] {
  if (entered === null || computed === null || entered === computed) return []
  return [
    `기록된 보상액 ${formatWon(entered)}원이 편입면적 × 단가 ${formatWon(computed)}원과 다릅니다. 보상금 산정을 실행해 주세요.`,
  ]
}

function divideAmongOwners(
  { address, owners }: Pick<SurveySource, 'address' | 'owners'>,
  amount: number | null,
): { owners: OwnerPart[]; problems: string[] } {
  if (owners.length === 0) {
    const name = address.owner_name?.trim() ?? ''
    if (name === '') return { owners: [], problems: ['소유자를 입력해 주세요.'] }
    return {
      owners: [{ name, address: '', share: '', key: `${name} ${address.id}`, amount }],
      problems: ['소유자 탭이 비어 있어 주소의 소유자 이름을 적었습니다.'],
    }
  }
  const shares = owners.map(({ share }) => share)
  const ownerAmounts = divideByShares(amount ?? 0, shares)
  return {
    owners: owners.map((owner, index) => ({
      name: owner.name,
      address: owner.address ?? '',
      share: formatOwnerShare(owner),
      key: createPersonKey(owner),
      amount: amount === null ? null : (ownerAmounts?.[index] ?? null),
    })),
    problems:
      ownerAmounts === null
        ? ['공유자의 지분을 모두 더해 1이 되도록 입력해 주세요. 소유자별 금액을 나눌 수 없습니다.']
        : [],
  }
}

/** Removes the register's prefix 공유자 지분. */
export function formatOwnerShare({ share }: Pick<SurveyOwner, 'share'>): string {
  return (share ?? '').replace(/^(공유자|지분|\s)+/, '').trim()
}

/**
 * People of the same name are distinguished by the visible part of their number, or by their
 * address.
 */
function createPersonKey({ name, num_masked, address }: SurveyOwner): string {
  return [name.trim(), num_masked?.trim() || (address?.trim() ?? '')].join('\n')
}

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
type SurveyBuilding = Pick<AddressBuilding, 'id' | 'name' | 'usage' | 'structure' | 'floors' | 'area' | 'compensation'>
