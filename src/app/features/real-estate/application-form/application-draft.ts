import { josa } from 'es-hangul'
import { createDraft, readDraft, type RecordDraft } from '#app/records/form/record-draft.ts'
import { type PartDraft, type PartErrors, readParts, toPartDraft } from '#app/records/parts/part-draft.ts'
import { getRecordBook } from '#app/records/record-book.ts'
import type { Application } from '#contract/books/applications.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import type { RealEstateGroup } from '#contract/books/real-estate.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { buildApplicationDefaults, isApplicationType, parseApplicationType } from '#domain/applications/application.ts'
import { sumShares } from '#domain/applications/party-shares.ts'
import { personNumberNames } from '#domain/text/person-number.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import {
  createEmptyParty,
  fractionRequiredText,
  hasEntry,
  type PartyDraft,
  readRoleShares,
  toPartyDrafts,
  unitLandForm,
} from '../parties/party-draft.ts'
import type { PartyErrors } from '../parties/party-list.tsx'

/**
 * State of the form. Lands and parties are the unit's own records, so changes here change the unit.
 */
export interface ApplicationDraft {
  /** The saved form being edited; null for a new one. */
  readonly saved: Application | null
  readonly texts: RecordDraft
  readonly lands: readonly PartDraft[]
  readonly grantees: readonly PartyDraft[]
  readonly grantors: readonly PartyDraft[]
}

export interface DraftErrors {
  readonly fields: Readonly<Record<string, string>>
  readonly lands: PartErrors
  readonly parties: Readonly<Record<string, PartyErrors>>
  readonly hasWrongShares: boolean
}

export const applicationRecordBook = getRecordBook('applications')

interface DraftDefaults {
  readonly office: { readonly name: string; readonly scrivener: string }
  readonly today: string
  readonly newId: () => string
  /** Counterparty prefilled from the list of banks, for a unit that has none yet. */
  readonly mortgagee: PartyDraft | null
}

/** Initial state of a new form for the unit, or of a saved one. */
export function startDraft(loaded: LoadedUnit, saved: Application | null, defaults: DraftDefaults): ApplicationDraft {
  const { unit, group, lands, owners, mortgages } = loaded
  const start = buildApplicationDefaults(unit, { ...defaults, groupName: group?.name ?? '' })
  const grantees = toPartyDrafts(
    'grantee',
    owners.map(({ record }) => record),
  )
  const grantors = toPartyDrafts(
    'grantor',
    mortgages.map(({ record }) => record),
  )
  const seller = { ...createEmptyParty('grantor', defaults.newId()), role: 'seller', party_kind: 'person' } as const
  return {
    saved,
    texts: createDraft(applicationRecordBook, { record: { ...start, ...saved } }),
    lands: lands.map(({ record }) => toPartDraft(unitLandForm, record)),
    // A list always has at least one entry: an empty party if none is known.
    grantees:
      grantees.length > 0 ? grantees : [{ ...createEmptyParty('grantee', defaults.newId()), name: unit.owner ?? '' }],
    grantors: grantors.length > 0 ? grantors : [defaults.mortgagee ?? seller],
  }
}

/** A new form with the same content, dated today. */
export function copyDraft(draft: ApplicationDraft, { today }: Pick<DraftDefaults, 'today'>): ApplicationDraft {
  return { ...draft, saved: null, texts: { ...draft.texts, regi_date: today } }
}

/**
 * Errors that prevent saving. A grantor without any entry is ignored here; `findObligorWarning`
 * warns about a missing one.
 */
export function validateApplication(draft: ApplicationDraft, today: string): DraftErrors {
  const { errors } = readDraft(applicationRecordBook.fields, draft.texts, { today })
  const { property_id: _unit, ...fields } = errors
  const type = draft.texts['application_type'] ?? ''
  const isUnknown = type !== '' && !isApplicationType(type)
  const parties = [...draft.grantees, ...listEnteredGrantors(draft)]
  const unclear = new Set([draft.grantees, listEnteredGrantors(draft)].flatMap(findUnclearShares))
  const partyErrors = parties.map((party) => {
    const shareError = unclear.has(party) ? { share_ratio: fractionRequiredText } : {}
    return [party.id, { ...shareError, ...findPartyErrors(party) }] as const
  })
  return {
    fields: { ...fields, ...(isUnknown && { application_type: '신청 유형을 선택해 주세요.' }) },
    lands: readParts(unitLandForm, draft.lands, today).errors,
    parties: Object.fromEntries(partyErrors.filter(([, fieldErrors]) => Object.keys(fieldErrors).length > 0)),
    hasWrongShares: [draft.grantees, listEnteredGrantors(draft)].some((side) =>
      side.some((party) => readRoleShares(side, party)?.isComplete === false),
    ),
  }
}

export function hasNoErrors({ fields, lands, parties, hasWrongShares }: DraftErrors): boolean {
  return !hasWrongShares && [fields, lands, parties].every((errors) => Object.keys(errors).length === 0)
}

/** Grantors with at least one entry. */
export function listEnteredGrantors({ grantors }: Pick<ApplicationDraft, 'grantors'>): readonly PartyDraft[] {
  return grantors.filter(hasEntry)
}

/** Parties whose percentage does not determine a fraction although the total is 100. */
function findUnclearShares(side: readonly PartyDraft[]): readonly PartyDraft[] {
  return side.filter((party) => {
    const shared = readRoleShares(side, party)
    return (
      shared !== null && sumShares(shared.parties) === 100 && shared.unclear.includes(shared.parties.indexOf(party))
    )
  })
}

/** Name, number and address are required for every party. */
function findPartyErrors({ name, num_masked, address, party_kind, share_ratio }: PartyDraft): PartyErrors {
  return {
    ...(name.trim() === '' && { name: `${party_kind === 'person' ? '성명' : '명칭'}: 필수 항목입니다.` }),
    ...(num_masked === null && { num: `${personNumberNames[party_kind]}: 필수 항목입니다.` }),
    ...(address.trim() === '' && { address: '주소: 필수 항목입니다.' }),
    ...(!(share_ratio >= 0 && share_ratio <= 100) && { share_ratio: '0에서 100 사이의 숫자로 입력해 주세요.' }),
  }
}

/**
 * Warning for a transfer without a seller: the group's trust company is printed instead, or the box
 * stays empty if there is none.
 */
export function findObligorWarning(draft: ApplicationDraft, group: LoadedUnit['group']): string | null {
  if (!parseApplicationType(draft.texts['application_type'] ?? '').includes('ownership_transfer')) return null
  if (listEnteredGrantors(draft).some(({ role }) => role === 'seller')) return null
  const trust = group?.trust_corporate_name ?? ''
  return trust === ''
    ? '등기의무자(매도인)를 입력해 주세요. 입력하지 않으면 빈칸으로 인쇄됩니다.'
    : `등기의무자(매도인)를 입력해 주세요. 입력하지 않으면 신탁회사 ${josa(trust, '이/가')} 인쇄됩니다.`
}

/** Data from the offline copy for the form of a unit. */
export interface LoadedUnit {
  readonly unit: RealEstateUnit
  readonly group: RealEstateGroup | undefined
  readonly bank: AnyRecord | undefined
  /** In print order. */
  readonly lands: readonly SourceRow[]
  readonly owners: readonly SourceRow[]
  readonly mortgages: readonly SourceRow[]
  /** Newest first. */
  readonly applications: readonly Application[]
}

/** Null if this device no longer has the unit. */
export async function loadUnit(copy: OfflineCopy, unitId: string): Promise<LoadedUnit | null> {
  const row = await copy.getRow('real-estate-units', unitId)
  if (!row) return null
  const loadParts = (collection: CollectionName, field: string) =>
    readExistingParts(copy, { collection, field, unitId })
  const [lands, owners, mortgages, applications] = await Promise.all([
    loadParts('unit-lands', 'unit_id'),
    loadParts('unit-owners', 'unit_id'),
    loadParts('unit-mortgages', 'unit_id'),
    loadParts('applications', 'property_id'),
  ])
  return {
    unit: row.record as unknown as RealEstateUnit,
    group: row.joined['group_id'] as unknown as RealEstateGroup | undefined,
    bank: row.joined['mortgage_bank_id'],
    lands: sortByPosition(lands),
    owners: sortByPosition(owners),
    mortgages: sortByPosition(mortgages),
    // Ids are in time order.
    applications: applications
      .map(({ record }) => record as unknown as Application)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1)),
  }
}

async function readExistingParts(
  copy: OfflineCopy,
  { collection, field, unitId }: { collection: CollectionName; field: string; unitId: string },
): Promise<SourceRow[]> {
  const existingParts: SourceRow[] = []
  const filters = [{ op: 'equals', field, value: unitId } as const]
  await copy.readAll(collection, { filters, search: '', sort: [] }, (rows) => {
    existingParts.push(...rows.filter(({ state }) => state !== 'deleted'))
  })
  return existingParts
}

function sortByPosition(rows: readonly SourceRow[]): SourceRow[] {
  const readPosition = ({ record }: SourceRow) => (typeof record['place'] === 'number' ? record['place'] : Infinity)
  return rows.toSorted((a, b) => readPosition(a) - readPosition(b) || (a.id < b.id ? -1 : 1))
}
