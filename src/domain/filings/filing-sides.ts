import { parseApplicationType } from '#domain/applications/application.ts'
import { readShares } from '#domain/applications/party-shares.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { formatPersonNumber, keepDigits } from '#domain/text/person-number.ts'
import { formatDayInWords } from './document-texts.ts'
import { type FilingKind, resolveFilingKind } from './filing-kinds.ts'
import type { Filing, FilingBank, FilingParty, FilingSource, FilledForm, MissingBox } from './filing.ts'

/** One side of a filing as printed: 등기의무자 with its parties. */
export interface FilingSide {
  readonly label: string
  readonly parties: readonly FilingParty[]
  /** The group's trust company, instead of a missing seller. */
  readonly isTrust?: true
}

/**
 * The sides of a filing by law, regardless of the list their parties came from: the owner receives
 * the dwelling and grants the mortgage on it. A party that files alone is the only side. A party
 * from the mortgage list is never printed as a seller.
 */
export function resolveFilingSides(
  source: FilingSource,
  kind: FilingKind,
): { sides: FilingSide[]; missing: MissingBox[] } {
  const sides = listSides(source, kind)
  return { sides, missing: [...sides.flatMap(({ parties, ...side }) => findMissing({ ...side, parties }, kind))] }
}

function listSides(source: FilingSource, kind: FilingKind): FilingSide[] {
  const owners = source.grantees
  switch (kind) {
    case 'mortgage':
      return [toObligor(owners), toHolder(findMortgagees(source))]
    case 'mortgage_cancellation':
      return [toObligor(findMortgagees(source)), toHolder(owners)]
    case 'lease':
      return [toObligor(owners), toHolder(findLessees(source))]
    case 'lease_cancellation':
      return [toObligor(findLessees(source)), toHolder(owners)]
    case 'rental_housing_note':
      return [{ label: '신청인', parties: owners }]
    case 'inheritance':
      return [{ label: '등기권리자\n(상속인)', parties: owners }]
    case 'transfer':
      return [findSellers(source), toHolder(owners)]
    case 'division':
    case 'other':
      return [toObligor(otherGrantors(source)), toHolder(owners)]
  }
}

const obligorLabel = '등기의무자'
const toObligor = (parties: readonly FilingParty[]): FilingSide => ({ label: obligorLabel, parties })
const toHolder = (parties: readonly FilingParty[]): FilingSide => ({ label: '등기권리자', parties })

function findMortgagees({ grantors, bank, application }: FilingSource): readonly FilingParty[] {
  const isTransferred = hasTransfer(application.application_type)
  const named = grantors.filter(({ role }) => role === 'mortgagee' || (role === null && !isTransferred))
  if (named.length > 0) return named
  return bank === null ? [] : [toBankParty(bank)]
}

function toBankParty(bank: FilingBank): FilingParty {
  return {
    id: bank.id,
    party_kind: 'corporation',
    role: 'mortgagee',
    name: bank.name,
    num: bank.corporate_num?.trim() ? formatPersonNumber(keepDigits(bank.corporate_num)) : null,
    num_masked: null,
    address: bank.address ?? '',
    position: bank.position,
    business_name: null,
    // HAZARD: this is the tax registration number, which no filing contains.
    business_num: bank.company_num,
    business_owner_name: bank.owner_name,
    share_ratio: 100,
  }
}

function otherGrantors({ grantors }: FilingSource): readonly FilingParty[] {
  return grantors.filter(({ role }) => role !== 'mortgagee')
}

/**
 * With a transfer in the application, any other entered party is a seller, and no lessee is known.
 */
function findLessees(source: FilingSource): readonly FilingParty[] {
  return hasTransfer(source.application.application_type) ? [] : otherGrantors(source)
}

function hasTransfer(type: string): boolean {
  return parseApplicationType(type).includes('ownership_transfer')
}

/** New dwellings are held in trust until they are sold, so the trust company is the transferor. */
function findSellers(source: FilingSource): FilingSide {
  const entered = otherGrantors(source)
  const trust = source.group.trust_corporate_name?.trim() ?? ''
  if (entered.length > 0 || trust === '') return toObligor(entered)
  return { label: obligorLabel, parties: [toTrustParty(trust)], isTrust: true }
}

function toTrustParty(name: string): FilingParty {
  return {
    id: '',
    party_kind: 'corporation',
    role: 'seller',
    name,
    num: null,
    num_masked: null,
    address: '',
    position: null,
    business_name: null,
    business_num: null,
    business_owner_name: null,
    share_ratio: 100,
  }
}

/** Name, number, address and share of each party for the four columns. */
export function toPartyRows(parties: readonly FilingParty[]): string[][] {
  const { texts } = readShares(parties)
  return parties.map((party, index) => [formatPartyName(party), party.num ?? '', party.address, texts[index] ?? ''])
}

/** A corporation with its representative, a bank also with its branch. */
function formatPartyName(party: FilingParty): string {
  const { party_kind, name, business_name, business_owner_name, position } = party
  if (party_kind === 'person') return name
  return [
    business_name?.trim() ? business_name : name,
    ...(business_owner_name?.trim() ? [`대표자 ${business_owner_name}`] : []),
    ...(position?.trim() ? [`(취급지점 ${position})`] : []),
  ].join('\n')
}

/** Messages for a missing side, by kind of filing. */
const missingTexts: Readonly<Record<FilingKind, { obligor: string; holder: string }>> = {
  transfer: { obligor: '등기의무자(매도인)를 입력해 주세요.', holder: '등기권리자(매수인)를 입력해 주세요.' },
  mortgage: { obligor: '등기의무자(소유자)를 입력해 주세요.', holder: '근저당권자(은행)를 입력해 주세요.' },
  mortgage_cancellation: {
    obligor: '근저당권자(은행)를 입력해 주세요.',
    holder: '등기권리자(소유자)를 입력해 주세요.',
  },
  lease: { obligor: '등기의무자(임대인)를 입력해 주세요.', holder: '등기권리자(임차인)를 입력해 주세요.' },
  lease_cancellation: {
    obligor: '등기의무자(임차인)를 입력해 주세요.',
    holder: '등기권리자(임대인)를 입력해 주세요.',
  },
  rental_housing_note: { obligor: '', holder: '신청인(소유자)을 입력해 주세요.' },
  inheritance: { obligor: '', holder: '등기권리자(상속인)를 입력해 주세요.' },
  division: { obligor: '등기의무자(공유자)를 입력해 주세요.', holder: '등기권리자(공유자)를 입력해 주세요.' },
  other: { obligor: '등기의무자를 입력해 주세요.', holder: '등기권리자를 입력해 주세요.' },
}

function findMissing({ label, parties, isTrust }: FilingSide, kind: FilingKind): MissingBox[] {
  const box = label.replace('\n', '')
  if (parties.length === 0) return [{ box, words: missingTexts[kind][label === obligorLabel ? 'obligor' : 'holder'] }]
  if (isTrust) {
    const [{ name } = { name: '' }] = parties
    const words = `매도인을 입력하지 않아 신탁회사(${name})로 인쇄합니다. 법인등록번호와 주소를 확인해 주세요.`
    return [{ box, words }]
  }
  return [...parties.flatMap((party) => findMissingPartyFields(party, box)), ...findMissingShares(parties, box)]
}

function findMissingShares(parties: readonly FilingParty[], box: string): MissingBox[] {
  const { unclear, isComplete } = readShares(parties)
  const unclearBoxes = unclear.flatMap((index) => {
    const { name = '', share_ratio = 0 } = parties[index] ?? {}
    return [{ box, words: `${name}의 지분 ${share_ratio}%를 분수로 입력해 주세요. (예: 3/7)` }]
  })
  if (unclearBoxes.length > 0 || isComplete || parties.length < 2) return unclearBoxes
  return [{ box, words: '지분의 합이 전부가 되지 않습니다. 지분을 확인해 주세요.' }]
}

function findMissingPartyFields({ name, num, address, party_kind }: FilingParty, box: string): MissingBox[] {
  const number = party_kind === 'person' ? '주민등록번호' : '법인등록번호'
  const possessive = name.trim() === '' ? '' : `${name}의 `
  return [
    ...(name.trim() === '' ? [{ box, words: '성명(명칭)을 입력해 주세요.' }] : []),
    ...(num === null ? [{ box, words: `${possessive}${number}를 입력해 주세요.` }] : []),
    ...(address.trim() === '' ? [{ box, words: `${possessive}주소를 입력해 주세요.` }] : []),
  ]
}

/** The 위임장 of a filing; one each, because each filing has its own receipt number. */
export function buildPowerOfAttorney(source: FilingSource, filing: Filing): FilledForm {
  const { office, application } = source
  const { sides } = resolveFilingSides(source, resolveFilingKind(filing.part, application))
  const { property, cause, purpose, deal } = filing.texts
  return {
    form: 'power_of_attorney',
    texts: {
      property: property ?? '',
      cause: cause ?? '',
      purpose: purpose ?? '',
      ...(deal !== undefined && { deal }),
      agent: [formatScrivener(office), `사무소 ${office.address}`, `전화 ${office.telephone}`].join('\n'),
      words: delegationText,
      date: formatDayInWords(application.regi_date),
    },
    lists: { extras: filing.lists['extras'] ?? [], givers: sides.flatMap(listSignatories) },
  }
}

const delegationText =
  '위 사람을 대리인으로 정하고 위 부동산 등기신청 및 취하에 관한 모든 권한을 위임한다. 또한 복대리인의 선임을 허락한다.\n' +
  '등기필정보의 수령, 첨부서면의 원본환부, 보정 및 등기신청수수료의 환급에 관한 권한을 함께 위임한다.'

/**
 * Role, name with address, and the place of the stamp. The obligor uses the registered stamp
 * (부동산등기규칙 제60조).
 */
function listSignatories({ label, parties }: FilingSide, index: number, sides: readonly FilingSide[]): string[][] {
  const hasRegisteredStamp = sides.length > 1 && index === 0
  return parties.map((party) => [
    label,
    `${formatPartyName(party).replaceAll('\n', ' ')}\n${party.address}`,
    hasRegisteredStamp && party.party_kind === 'person' ? '㊞\n(인감)' : '㊞',
  ])
}
