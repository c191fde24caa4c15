import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import type { RegisterEntry } from '#contract/books/register-entries.ts'
import { type CorrectableKey, correctableKeys } from '#contract/register/register.ts'
import { addMonths } from '#domain/dates/calendar.ts'
import { formatLetterDay, toOfficeDay } from '#domain/dates/office-date.ts'

/** The case books whose records are mandates. Letters and applications belong to one of these. */
export const registeredBooks = ['real-estate', 'deposit-cases'] as const
export type RegisteredBook = (typeof registeredBooks)[number]

/** A case as its book has it; only what the register takes from it. */
export type RegisteredCase =
  | { readonly book: 'real-estate'; readonly record: RealEstateCase }
  | { readonly book: 'deposit-cases'; readonly record: DepositCase }

type Mandate = Pick<
  RealEstateRecord,
  'purpose' | 'fees' | 'mandated_at' | 'verified_by' | 'client_birth' | 'client_others' | 'closed_at' | 'registrated_at'
> & { readonly inserted_at: string }
type RealEstateCase = Mandate & Pick<RealEstateRecord, 'owner' | 'owner_address'>
type DepositCase = Omit<Mandate, 'purpose'> &
  Pick<DepositCaseRecord, 'purpose' | 'client_name' | 'client_address' | 'deposit_name' | 'owner_name'>

/** What an entry takes from its case. */
export type EntryValues = Pick<RegisterEntry, CorrectableKey>

/**
 * The entry's values 법무사규칙 제35조 asks for. A case without its own 위임받은 연월일 was mandated on the day
 * it was made; one without 종결일자 ended when its 등기필증 arrived. `today` decides the remark of a
 * case that is still open.
 */
export function deriveEntry(registered: RegisteredCase, today: string): EntryValues {
  const { record } = registered
  const mandated_on = record.mandated_at ?? toOfficeDay(Date.parse(record.inserted_at))
  const closed_on = record.closed_at ?? record.registrated_at
  return {
    mandated_on,
    matter: record.purpose,
    fee: record.fees,
    ...readClient(registered),
    client_birth: record.client_birth,
    client_others: record.client_others,
    verification: record.verified_by,
    closed_on,
    remark: buildRemark(mandated_on, closed_on ?? today),
  }
}

function readClient({ book, record }: RegisteredCase): Pick<EntryValues, 'client' | 'client_address'> {
  if (book === 'real-estate') return { client: record.owner, client_address: record.owner_address }
  return {
    client: record.client_name ?? record.deposit_name ?? record.owner_name,
    client_address: record.client_address,
  }
}

/** 법무사규칙 제32조 제2항: a mandate that takes two months or more is remarked. */
export const longMandateRemark = '위임받은 날부터 2월 이상 소요'

function buildRemark(mandatedOn: string, lastDay: string): string | null {
  return lastDay >= addMonths(mandatedOn, 2) ? longMandateRemark : null
}

/** The values of an entry that its case now has differently. */
export function findDifferences(entry: EntryValues, derived: EntryValues): Partial<EntryValues> {
  const changed = correctableKeys.filter((key) => entry[key] !== derived[key])
  return Object.fromEntries(changed.map((key) => [key, derived[key]]))
}

/**
 * What may still change in a closed month: an empty 종결일자 is filled in once, because a mandate may
 * end long after its month, and with it the remark about two months.
 */
export function completeClosedEntry(entry: EntryValues, derived: EntryValues): Partial<EntryValues> {
  const ends = entry.closed_on === null && derived.closed_on !== null ? { closed_on: derived.closed_on } : {}
  const remarks = entry.remark === null && derived.remark !== null ? { remark: derived.remark } : {}
  return entry.closed_on === null ? { ...ends, ...remarks } : {}
}

/** 위임인 성명 as printed: several are one with 생년월일 and the number of the others. */
export function formatClients({
  client,
  client_birth: birth,
  client_others: others,
}: Pick<RegisterEntry, 'client' | 'client_birth' | 'client_others'>): string {
  const name = client ?? ''
  if (others === null || others === 0) return name
  return `${name}${birth === null ? '' : ` (${formatLetterDay(birth)})`} 외 ${others}명`
}

/** 비고 as printed. */
export function formatRemark({
  is_cancelled: isCancelled,
  remark,
}: {
  readonly is_cancelled: boolean
  readonly remark: string | null
}): string {
  return [isCancelled ? '취소' : '', remark ?? ''].filter((text) => text !== '').join(', ')
}
