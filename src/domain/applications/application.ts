import { z } from 'zod'
import { applicationLandSchema, applicationPartySchema } from '#contract/applications/parties-json.ts'
import type { Application } from '#contract/books/applications.ts'
import type { Field } from '#contract/books/field.ts'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import { formatShareAsTyped, type PartyShare } from './party-shares.ts'

/**
 * The single applications 신청서 of a composite type, in legal order. Each has its own receipt number.
 */
export const applicationParts = [
  { value: 'inheritance', label: '상속' },
  { value: 'division', label: '분할' },
  { value: 'ownership_transfer', label: '소유권이전' },
  { value: 'mortgage_cancellation', label: '근저당권말소' },
  { value: 'mortgage_registration', label: '근저당권설정' },
  { value: 'lease_cancellation', label: '임차권말소' },
  { value: 'lease_registration', label: '임차권(임대주택)' },
  { value: 'other', label: '기타' },
] as const

export type ApplicationPart = (typeof applicationParts)[number]['value']

/** Types offered for selection, in this order. Every other combination is accepted too. */
export const offeredTypes: readonly string[] = [
  'ownership_transfer',
  'ownership_transfer-mortgage_registration',
  'ownership_transfer-mortgage_registration-lease_registration',
  'mortgage_registration',
  'mortgage_cancellation',
  'lease_registration',
  'lease_cancellation',
  'inheritance',
  'division',
  'other',
]

/** Labels of types that differ from their part's label. */
const labelExceptions = new Map([['lease_registration', '임차권등기']])

/**
 * Joins the part labels of offered types like 소유권이전+근저당권설정, and those of other combinations by ` ·
 * `.
 */
export function formatApplicationType(type: string): string {
  const exception = labelExceptions.get(type)
  if (exception !== undefined) return exception
  const labels = type.split('-').map((part) => applicationParts.find(({ value }) => value === part)?.label ?? part)
  return labels.join(offeredTypes.includes(type) ? '+' : ' · ')
}

/**
 * The parts of a type in legal order, each once. Unknown words are left out; without a known one it
 * is `other`.
 */
export function parseApplicationType(type: string): readonly ApplicationPart[] {
  const named = type.split('-')
  const namedParts = applicationParts.filter(({ value }) => named.includes(value)).map(({ value }) => value)
  return namedParts.length > 0 ? namedParts : ['other']
}

export function isApplicationType(type: string): boolean {
  const named = type.split('-')
  return (
    named.every((part) => applicationParts.some(({ value }) => value === part)) && new Set(named).size === named.length
  )
}

/**
 * The type derived from a unit: 소유권이전 when this office does it, 근저당권설정 when there is a mortgage
 * bank, 임차권(임대주택) when the dwelling is registered for rent; empty when none applies.
 */
export function deriveApplicationType(
  unit: {
    readonly ownership_lawyer: string | null
    readonly mortgage_bank_id: string | null
    readonly housing_reg_date: string | null
  },
  office: { readonly name: string; readonly scrivener: string },
): string {
  const isOwnOffice = isThisOffice(unit.ownership_lawyer, office)
  return [
    ...(isOwnOffice ? ['ownership_transfer'] : []),
    ...(unit.mortgage_bank_id !== null ? ['mortgage_registration'] : []),
    ...(unit.housing_reg_date !== null ? ['lease_registration'] : []),
  ].join('-')
}

/** 온결 법무사사무소, 법무사 한온결 and 한온결 are equivalent, ignoring spaces. */
function isThisOffice(lawyer: string | null, { name, scrivener }: { name: string; scrivener: string }): boolean {
  const withoutTitle = (text: string) => text.replace(/\s|^법무사(?=.)/g, '')
  if (lawyer === null || lawyer.trim() === '') return false
  return [name, scrivener, `법무사${scrivener}`].some(
    (ownName) => ownName !== '' && withoutTitle(ownName) === withoutTitle(lawyer),
  )
}

/** Initial values of a form: the fields of an application except its lists. */
type ApplicationDefaults = Partial<Omit<Application, 'lands_json' | 'grantees_json' | 'grantors_json'>>

/**
 * The initial values for a unit: its derived type, 등기접수일 or today, the day of the contract or else
 * that day, and the unit's sums. A dwelling registered for rent gets the note 부기등기 instead of a
 * lease.
 */
export function buildApplicationDefaults(
  unit: RealEstateUnit,
  { groupName, office, today }: { groupName: string; office: { name: string; scrivener: string }; today: string },
): ApplicationDefaults {
  const regiDate = unit.regi_date ?? today
  return {
    property_id: unit.id,
    application_type: deriveApplicationType(unit, office),
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
export function computeTotalCost(
  sums: Partial<Pick<Application, 'acquisition_tax' | 'registration_tax' | 'attorney_fee' | 'other_costs'>>,
): number {
  const {
    acquisition_tax: acquisition,
    registration_tax: registration,
    attorney_fee: fee,
    other_costs: otherCosts,
  } = sums
  return [acquisition, registration, fee, otherCosts].reduce<number>((sum, part) => sum + (part ?? 0), 0)
}

type UnitFields = Partial<
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
export function fillUnitFields(
  unit: Partial<Record<keyof UnitFields, unknown>>,
  application: Partial<ApplicationSource>,
  owners: readonly string[],
): UnitFields {
  const parts = parseApplicationType(application.application_type ?? '')
  const [first = '', ...otherOwners] = owners.map((name) => name.trim()).filter((name) => name !== '')
  const fields = {
    owner: first === '' ? null : otherOwners.length > 0 ? `${first} 외 ${otherOwners.length}명` : first,
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

/**
 * Codes and JSON of an application (`readsAs` of a field) as readable text: `박새론 900101-1****** 가람도
 * 솔빛시 50%, …`, `소유권이전`. Anything else is unchanged.
 */
export function formatReadable(kind: Field['readsAs'], text: string): string {
  if (kind === undefined) return text
  if (kind === 'application_type') return formatApplicationType(text)
  const list = kind === 'lands' ? formatLands(text) : formatParties(text)
  return list?.length === 0 ? '없음' : (list?.join(', ') ?? text)
}

function formatLands(json: string): string[] | undefined {
  const lands = z.array(applicationLandSchema).safeParse(parseList(json)).data
  return lands?.map(({ address, land_kind, area }) => joinWords(address, land_kind, area === null ? null : `${area}㎡`))
}

function formatParties(json: string): string[] | undefined {
  const parties = z.array(applicationPartySchema).safeParse(parseList(json)).data
  return parties?.map((party) => {
    const { name, num_masked, address, position, business_name, business_num, business_owner_name } = party
    const business = joinWords(business_name, business_num, business_owner_name)
    return joinWords(name, position, num_masked, address, business, formatTypedShare(party))
  })
}

function formatTypedShare(share: PartyShare): string {
  const text = formatShareAsTyped(share)
  return text.includes('/') ? text : `${text}%`
}

function joinWords(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' ')
}

function parseList(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
