import { josa } from 'es-hangul'
import type { Application } from '#contract/books/applications.ts'
import type { UnitLand } from '#contract/books/unit-parts.ts'
import { applicationDefaults } from '#domain/applications/application-defaults.ts'
import { isApplicationType, partsOfType } from '#domain/applications/application-type.ts'
import { draftOf, readDraft, type RecordDraft } from '#app/records/form/record-draft.ts'
import { recordBook } from '#app/records/record-book.ts'
import {
  draftOfCounterparty,
  draftOfOwner,
  isBlank,
  newParty,
  partyFaults,
  totalOfShares,
  type PartyDraft,
  type PartyFaults,
} from '../parties/party-draft.ts'
import { partyOfBank } from '../parties/party-of-bank.ts'
import type { LoadedUnit } from './load-unit.ts'

/** The form as it is being filled. Lands and parties are the unit's own records: what is changed here is changed there. */
export interface ApplicationDraft {
  /** The saved form that is open; null: it is a new one. */
  readonly saved: Application | null
  readonly texts: RecordDraft
  readonly lands: readonly LandDraft[]
  readonly owners: readonly PartyDraft[]
  readonly counterparties: readonly PartyDraft[]
}

export interface LandDraft {
  readonly id: string
  /** Null: it is new. */
  readonly version: number | null
  readonly address: string
  readonly landKind: string
  readonly area: string
}

export interface DraftFaults {
  readonly fields: Readonly<Record<string, string>>
  readonly parties: Readonly<Record<string, PartyFaults>>
  /** What is no fault of one field: shares that make no hundred. */
  readonly others: readonly string[]
}

export const applicationBook = recordBook('applications')

interface Beginning {
  readonly office: { readonly name: string; readonly scrivener: string }
  readonly today: string
  readonly newId: () => string
}

/** A new form for the unit (spec 2 §4), or a saved one as it stands. */
export function beginDraft(loaded: LoadedUnit, saved: Application | null, given: Beginning): ApplicationDraft {
  const { unit, group } = loaded
  const start = applicationDefaults(unit, { ...given, groupName: group?.name ?? '' })
  return {
    saved,
    texts: draftOf(applicationBook, { record: { ...start, ...saved } }),
    lands: loaded.lands.map(draftOfLand),
    ...beginParties(loaded, given),
  }
}

/** A saved form once more, as a new one of today. */
export function copyDraft(draft: ApplicationDraft, { today }: Pick<Beginning, 'today'>): ApplicationDraft {
  return { ...draft, saved: null, texts: { ...draft.texts, regi_date: today } }
}

/** Where nobody is known yet, a party to be filled: a list is never empty (spec 2 §4). */
function beginParties({ unit, bank, owners, mortgages }: LoadedUnit, { newId }: Beginning) {
  const own = owners.map(draftOfOwner)
  const others = mortgages.map(draftOfCounterparty)
  const unknown = bank ? partyOfBank(bank) : ({ role: 'seller', kind: 'person' } as const)
  return {
    owners: own.length > 0 ? own : [newParty(newId(), 'owner', { name: unit.owner ?? '' })],
    counterparties: others.length > 0 ? others : [newParty(newId(), 'counterparty', unknown)],
  }
}

function draftOfLand(land: UnitLand): LandDraft {
  return {
    ...{ id: land.id, version: land.version, address: land.address, landKind: land.land_kind ?? '' },
    area: land.area === null ? '' : String(land.area),
  }
}

/** What stands in the way of saving (spec 2 §5 "Application form"). A counterparty of whom nothing was entered is nobody yet, and only warned of (`obligorWarning`). */
export function faultsOf(draft: ApplicationDraft, today: string): DraftFaults {
  const { errors } = readDraft(applicationBook.description.fields, draft.texts, { today })
  const type = draft.texts['application_type'] ?? ''
  const known = draft.counterparties.filter((party) => !isBlank(party))
  const judged = [...draft.owners, ...known].map((party) => [party.id, partyFaults(party)] as const)
  const { property_id: _property, ...fields } = errors
  return {
    fields: {
      ...fields,
      ...(type !== '' && !isApplicationType(type) && { application_type: '신청 유형을 선택해 주세요.' }),
      ...landFaults(draft.lands),
    },
    parties: Object.fromEntries(judged.filter(([, faults]) => Object.keys(faults).length > 0)),
    others: [draft.owners, known].some((side) => side.length > 1 && totalOfShares(side) !== 100)
      ? ['지분 합계가 100%가 되어야 합니다.']
      : [],
  }
}

function landFaults(lands: readonly LandDraft[]): Record<string, string> {
  const nameless = lands.some(({ address }) => address.trim() === '')
  const wrong = lands.some(({ area }) => area.trim() !== '' && !/^\d{1,10}(\.\d{1,4})?$/.test(area.trim()))
  if (nameless) return { lands_json: '소재지번을 입력하거나 그 토지를 삭제해 주세요.' }
  return wrong ? { lands_json: '면적은 숫자로 입력해 주세요.' } : {}
}

export function isFaultless({ fields, parties, others }: DraftFaults): boolean {
  return Object.keys(fields).length === 0 && Object.keys(parties).length === 0 && others.length === 0
}

/** A transfer needs somebody who transfers: without a seller the trust company of the group is printed, without that the box stays empty (research/domain.md §0-1). */
export function obligorWarning(draft: ApplicationDraft, group: LoadedUnit['group']): string | null {
  if (!partsOfType(draft.texts['application_type'] ?? '').includes('ownership_transfer')) return null
  if (draft.counterparties.some((party) => party.role === 'seller' && !isBlank(party))) return null
  const trust = group?.trust_corporate_name ?? ''
  return trust === ''
    ? '등기의무자(매도인)를 입력해 주세요. 입력하지 않으면 빈칸으로 인쇄됩니다.'
    : `등기의무자(매도인)를 입력해 주세요. 입력하지 않으면 신탁회사 ${josa(trust, '이/가')} 인쇄됩니다.`
}
