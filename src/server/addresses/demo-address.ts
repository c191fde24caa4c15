import { sql } from 'kysely'
import type { RegisteredEntry, RegisteredParty, RegistryExtract } from '#contract/registry/extract.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { compareExtracts, type ExtractChange, parseLot } from '#domain/registry/compare-extracts.ts'
import {
  formatInterestedParties,
  formatOwnerName,
  listRegisteredOwners,
  type RegisteredOwner,
} from '#domain/registry/registered-owners.ts'
import type { Database } from '#server/db/client.ts'
import { demoRegistries, pickDemoAddress, pickDemoLot, pickDemoPerson } from '#server/demo/demo-clients.ts'
import { addWorkingDays, createPicker, type Picker, toWorkingDay } from '#server/demo/demo-picker.ts'

/** A fictional address: the office's records and its extracts, older first. */
export interface DemoAddress {
  readonly fields: Readonly<Record<string, unknown>>
  readonly owners: readonly RegisteredOwner[]
  readonly lands: readonly Readonly<Record<string, unknown>>[]
  readonly buildings: readonly Readonly<Record<string, unknown>>[]
  readonly extracts: readonly { readonly issuedAt: string; readonly extract: RegistryExtract }[]
  /** Differences in the last extract. */
  readonly changes: readonly ExtractChange[]
}

/**
 * Determined by seed, index and the office's day alone; `subject`: the record it belongs to.
 * Includes edge cases, such as seven owners or no extract.
 */
export function makeDemoAddress(
  entry: { seed: number; index: number; today: string },
  subject?: DemoSubject,
): DemoAddress {
  const { seed, index, today } = entry
  const pick = createPicker(seed ^ 0xadd, index)
  const type = subject?.home ? 'collective_building' : pick.chance(4) ? 'other' : 'land'
  const jibun = subject?.jibun ?? (index % 40 === 3 ? makeHillLot(pick) : pickDemoLot(pick))
  const land = subject?.land ?? { land_kind: pick.oneOf(landKinds), area: pick.between(400, 42_000) / 10 }
  const first = makeFirstExtract(pick, { ...entry, type, jibun, land, owner: subject?.owner })
  const second = hasChange(index) ? makeLaterExtract(pick, { extract: first, today, index }) : null
  const hasSecond = index % 4 !== 1 || second !== null
  const extracts = [
    ...(hasSecond
      ? [{ issuedAt: `${addDays(today, -pick.between(20, 300))}T02:0${index % 10}:00Z`, extract: first }]
      : []),
    ...(second ? [{ issuedAt: `${addDays(today, -3)}T05:1${index % 10}:00Z`, extract: second }] : []),
  ]
  const owners = listRegisteredOwners(first)
  return {
    fields: {
      num: first.num,
      jibun,
      type,
      owner_name: formatOwnerName(owners),
      ...splitRegion(jibun),
      dong: subject?.home?.dong ?? null,
      ho: subject?.home?.ho ?? null,
      status: second ? null : pick.weighted(statuses).status,
      purpose: '소유권이전',
      regi_office: pick.oneOf(demoRegistries),
      address: type === 'land' ? null : pickDemoAddress(pick),
      notes: pick.chance(5) ? pick.oneOf(notes) : null,
      ...subject?.deposit,
    },
    owners,
    lands: type === 'collective_building' ? [] : [makeLand(pick, { jibun, land, extract: first })],
    buildings: type === 'land' ? [] : [makeBuilding(pick, { type, area: subject?.home?.area ?? null })],
    extracts,
    changes: second ? compareExtracts(first, second) : [],
  }
}

function makeLand(
  pick: Picker,
  { jibun, land, extract }: { jibun: string; land: NonNullable<DemoSubject['land']>; extract: RegistryExtract },
) {
  const [lot = '1'] = /(?:산 )?(?<![\d-])[\d-]+$/.exec(jibun) ?? []
  return {
    address: jibun.replace(/ (산 )?[\d-]+$/, ''),
    lot,
    ...land,
    taken_area: pick.chance(80) ? Math.round(land.area * pick.between(20, 100)) / 100 : null,
    unit_price: pick.between(30, 900) * 1000,
    compensation: null,
    interested: formatInterestedParties(extract) || null,
  }
}

function makeBuilding(pick: Picker, { type, area }: { type: string; area: number | null }) {
  const size = area ?? pick.between(400, 3000) / 10
  return type === 'other'
    ? { name: null, usage: '창고', structure: '경량철골구조', floors: '1층', area: size }
    : {
        name: '해든마을 가온채',
        usage: '공동주택',
        structure: '철근콘크리트구조',
        floors: '지하2층/지상25층',
        area: size,
      }
}

/** One address in thirty has a change. */
function hasChange(index: number): boolean {
  return index % 30 === 7
}

const landKinds = ['전', '답', '대', '임야', '도로', '구거'] as const
const notes = ['등기권리증 분실', '공유자 중 1인 해외 거주', '주소 불명으로 공시송달', '상속 관계 확인 중'] as const
const statuses = [
  { share: 55, status: 'complete' },
  { share: 35, status: 'registration_case' },
  { share: 10, status: null },
] as const

function makeHillLot(pick: Picker): string {
  return `누리군 하늘면 별빛리 산 ${pick.between(1, 90)}-${pick.between(1, 9)}`
}

function splitRegion(jibun: string) {
  const regionWords = jibun.split(' ')
  const isProvince = regionWords[0]?.endsWith('도') ?? false
  return {
    sido: isProvince ? regionWords[0] : null,
    sigungu: regionWords.slice(isProvince ? 1 : 0, isProvince ? 3 : 1).join(' ') || null,
  }
}

interface FirstExtractOptions {
  readonly seed: number
  readonly index: number
  readonly today: string
  readonly type: string
  readonly jibun: string
  readonly land: { readonly land_kind: string; readonly area: number }
  readonly owner: string | undefined
}

function makeFirstExtract(
  pick: Picker,
  { seed, index, today, type, jibun, land, owner }: FirstExtractOptions,
): RegistryExtract {
  const year = pick.between(1990, 2024)
  const office = 2500 + (seed % 1000)
  const built = makeEntry(pick, {
    rank: '1',
    purpose: '소유권보존',
    day: addDays(today, -pick.between(6000, 9000)),
    parties: [makeParty(pick)],
  })
  const bought = makeEntry(pick, {
    rank: '2',
    purpose: '소유권이전',
    day: addDays(today, -pick.between(400, 5900)),
    parties: makeOwners(pick, owner, index),
  })
  const isLand = type !== 'collective_building'
  return {
    num: `${office}-${year}-${String(index + 1).padStart(6, '0')}`,
    kind: isLand ? 'land' : 'collective_building',
    description: {
      address: jibun,
      land_kind: isLand ? land.land_kind : '',
      area: isLand ? land.area : null,
      details: isLand ? [] : ['철근콘크리트구조'],
    },
    ownership: [built, bought],
    rights: pick.chance(35) ? [makeMortgage(pick, '1', addDays(bought.received_at, pick.between(0, 300)))] : [],
  }
}

/**
 * The owner named in the case, with co-owners if it says so; `index` 12 has seven owners with a
 * seventh each.
 */
function makeOwners(pick: Picker, owner: string | undefined, index: number): RegisteredParty[] {
  const [, named = owner ?? pickDemoPerson(pick), otherCount = '0'] = /^(.+?) 외 (\d)명/.exec(owner ?? '') ?? []
  const count = index === 12 ? 7 : Number(otherCount) + 1
  const share = count === 1 ? '' : `${count}분의 1`
  const ownerName = named.replace(/^공유자 /, '')
  return Array.from({ length: count }, (_, ownerIndex) => ({
    ...makeParty(pick),
    ...(ownerIndex === 0 && { name: ownerName }),
    share,
  }))
}

function makeParty(pick: Picker): RegisteredParty {
  return { name: pickDemoPerson(pick), num_masked: '', address: pickDemoAddress(pick), share: '' }
}

function makeEntry(
  pick: Picker,
  { rank, purpose, day, parties }: { rank: string; purpose: string; day: string; parties: RegisteredParty[] },
): RegisteredEntry {
  const receivedAt = toWorkingDay(day)
  const [year, month, date] = addWorkingDays(receivedAt, -pick.between(1, 20)).split('-').map(Number)
  const cause =
    purpose === '소유권보존'
      ? ''
      : `${year}년${month}월${date}일 ${purpose.includes('저당') ? '설정계약' : pick.oneOf(['매매', '매매', '상속', '증여'])}`
  return {
    rank,
    purpose,
    received_at: receivedAt,
    receipt_num: `제${pick.between(100, 48_000)}호`,
    cause,
    parties,
    claim_amount: null,
    is_cancelled: false,
  }
}

function makeMortgage(pick: Picker, rank: string, day: string): RegisteredEntry {
  const bank = { name: pick.oneOf(banks), num_masked: '', address: '가람도 솔빛시 해든구 달빛로 20', share: '' }
  return {
    ...makeEntry(pick, { rank, purpose: '근저당권설정', day, parties: [bank] }),
    claim_amount: pick.between(4, 60) * 12_000_000,
  }
}

const banks = ['해든은행', '누리상호금융', '솔빛새마음금고', '가람저축은행'] as const

/** Later events in turn: sold, mortgaged, mortgage lifted, or area corrected. */
function makeLaterExtract(
  pick: Picker,
  { extract, today, index }: { extract: RegistryExtract; today: string; index: number },
): RegistryExtract {
  const day = addDays(today, -pick.between(4, 15))
  const { ownership, rights, description } = extract
  const eventIndex = Math.floor(index / 30) % 4
  if (eventIndex === 0 || eventIndex === 2)
    return {
      ...extract,
      ownership: [...ownership, makeEntry(pick, { rank: '3', purpose: '소유권이전', day, parties: [makeParty(pick)] })],
    }
  const [active] = rights
  if (active === undefined || eventIndex === 1)
    return { ...extract, rights: [...rights, makeMortgage(pick, String(rights.length + 1), day)] }
  if (Math.floor(index / 120) % 2 === 0)
    return { ...extract, description: { ...description, area: (description.area ?? 100) - 12.5 } }
  const lifted = makeEntry(pick, { rank: '2', purpose: '1번근저당권설정등기말소', day, parties: [] })
  return { ...extract, rights: [{ ...active, is_cancelled: true }, lifted] }
}

/** The record a fictional address belongs to: a demo case, a demo unit, or none. */
export interface DemoSubject {
  readonly table: 'deposit_case' | 'real_estate_unit'
  readonly id: string
  readonly jibun: string
  readonly owner: string
  /** 사업구간 by name, if the case names one. */
  readonly project: string | null
  readonly land: { readonly land_kind: string; readonly area: number } | null
  readonly home: { readonly dong: string | null; readonly ho: string | null; readonly area: number | null } | null
  readonly deposit: Readonly<Record<string, unknown>>
}

/**
 * The first demo cases with a parcel and the first demo units, as many as exist; always the same.
 */
export async function readDemoSubjects(
  db: Database,
  max: { cases: number; units: number },
): Promise<readonly DemoSubject[]> {
  return [...(await readCaseSubjects(db, max.cases)), ...(await readUnitSubjects(db, max.units))]
}

async function readCaseSubjects(db: Database, max: number): Promise<DemoSubject[]> {
  const rows = await db
    .selectFrom('deposit_case')
    .selectAll()
    .where('is_demo', '=', true)
    .orderBy('id')
    .limit(max * 2)
    .execute()
  return rows
    .flatMap((row): DemoSubject[] => {
      const match = /^(.+\d) (전|답|대|임야|도로|구거) ([\d,.]+)㎡$/.exec(row.address ?? '')
      if (match === null || parseLot(row.address ?? '') === null || !row.owner_name) return []
      const [, jibun = '', land_kind = '', area = ''] = match
      const { fees, fees_vat, proof, tax, stamp, purpose, regi_office, receipted_at, created_at, registrated_at } = row
      const { deposit_name, deposit_number, deposit_amount, deposit_account_date, deposit_original_date } = row
      return [
        {
          table: 'deposit_case',
          id: row.id,
          jibun,
          owner: row.owner_name,
          project: row.business_section,
          home: null,
          land: { land_kind, area: Number(area.replaceAll(',', '')) },
          deposit: {
            fees,
            fees_vat,
            proof,
            tax,
            stamp,
            purpose,
            regi_office,
            receipted_at,
            created_at,
            registrated_at,
            deposit_name,
            deposit_number,
            deposit_amount,
            deposit_account_date,
            deposit_original_date,
          },
        },
      ]
    })
    .slice(0, max)
}

async function readUnitSubjects(db: Database, max: number): Promise<DemoSubject[]> {
  const { rows } = await sql<{
    id: string
    dong: string | null
    dongho: string
    area: number | null
    land: string
    owner: string
  }>`
    select u.id, u.dong, u.dongho, u.dedicated_area as area, l.address as land, o.owner from real_estate_unit u
      join unit_land l on l.unit_id = u.id and l.place = 0 join unit_owner o on o.unit_id = u.id and o.place = 0
    where u.is_demo order by u.id limit ${max}
  `.execute(db)
  return rows.map(({ id, dong, dongho, area, land, owner }) => ({
    table: 'real_estate_unit',
    id,
    jibun: `${land} ${dongho}`,
    owner,
    project: null,
    land: null,
    deposit: {},
    home: { dong, ho: dongho.split(/[\s-]/).at(-1) ?? null, area },
  }))
}
