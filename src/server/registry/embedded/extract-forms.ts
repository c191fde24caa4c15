import type { RegisteredEntry, RegisteredParty, RegistryExtract } from '#contract/registry/extract.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { type FilledForm } from '#domain/filings/filing.ts'
import { formatPersonNumber } from '#domain/text/person-number.ts'

/** Printed values besides the extract's content. */
interface ExtractPrint {
  readonly issuedAt: Date
  /** 관할등기소; empty when unknown. */
  readonly office: string
}

/** 등기사항전부증명서 as boxes per part. HAZARD: every page says that no register office issued it. */
export function buildExtractForms(extract: RegistryExtract, { issuedAt, office }: ExtractPrint): FilledForm[] {
  const texts = {
    kind: kinds[extract.kind],
    num: extract.num || '없음',
    address: extract.description.address,
    office: office || '미상',
    issued_at: formatRegisterTime(issuedAt),
    mark: '시연용 · 법적 효력 없음',
    notice: '* 이 문서는 사무소가 입력한 기록으로 만든 시연용이며, 등기소가 발급한 것이 아닙니다.',
  }
  const continues = { continues: true, texts: { ...texts, goes_on: '1' } } as const
  return [
    {
      form: extract.kind === 'land' ? 'extract_land' : 'extract_building',
      ...continues,
      lists: { rows: toDescriptionRows(extract) },
    },
    { form: 'extract_ownership', ...continues, lists: { rows: toEntryRows(extract.ownership) } },
    { form: 'extract_rights', texts, lists: { rows: toEntryRows(extract.rights) } },
  ]
}

const kinds: Readonly<Record<RegistryExtract['kind'], string>> = {
  collective_building: '집합건물',
  land: '토지',
  building: '건물',
}

function toDescriptionRows({ kind, description: { address, land_kind, area, details } }: RegistryExtract): string[][] {
  const size = area === null ? '' : `${formatNumber(area, 4)}㎡`
  if (kind === 'land') return [['1', '', address, land_kind, size, details.join('\n'), '']]
  return [['1', '', address, [...details, size].filter(Boolean).join('\n'), '', '']]
}

/** Parties per row; more continue in the next row, so that no row is longer than a page. */
const partiesPerRow = 4

function toEntryRows(registeredEntries: readonly RegisteredEntry[]): string[][] {
  if (registeredEntries.length === 0) return [['', '기록사항 없음', '', '', '', '']]
  return registeredEntries.flatMap((entry) => {
    const partyGroups = Array.from(
      { length: Math.max(1, Math.ceil(entry.parties.length / partiesPerRow)) },
      (_, index) => entry.parties.slice(index * partiesPerRow, (index + 1) * partiesPerRow),
    )
    const struck = entry.is_cancelled ? '1' : ''
    return partyGroups.map((parties, index) =>
      index === 0
        ? [entry.rank, entry.purpose, formatReceived(entry), entry.cause, formatHolders(entry, parties), struck]
        : ['', '', '', '', formatHolders({ ...entry, claim_amount: null }, parties), struck],
    )
  })
}

function formatReceived({ received_at, receipt_num }: RegisteredEntry): string {
  return `${formatRegisterDay(received_at)}\n${receipt_num}`.trim()
}

function formatHolders(entry: RegisteredEntry, parties: readonly RegisteredParty[]): string {
  const amount = entry.claim_amount === null ? [] : [`채권최고액  금${formatNumber(entry.claim_amount)}원`]
  const role = nameRole(entry)
  return [...amount, ...parties.map((party) => formatParty(role, party))].join('\n')
}

function formatParty(role: string, { name, num_masked, address, share }: RegisteredParty): string {
  const num = /^\d{13}$/.test(num_masked) ? formatPersonNumber(num_masked) : num_masked
  const lines = [share === '' ? '' : `지분 ${share}`, `${name}  ${num}`.trim(), address].filter((line) => line !== '')
  return [
    `${share === '' ? role : role.replace('소유자', '공유자')}  ${lines[0] ?? ''}`.trim(),
    ...lines.slice(1).map((line) => `  ${line}`),
  ].join('\n')
}

function nameRole({ purpose }: RegisteredEntry): string {
  const right = /(?<![가-힣])([가-힣]+권)설정/.exec(purpose)?.[1]
  if (right !== undefined && right !== '소유권') return `${right}자`
  if (/소유권|지분/.test(purpose) && !/가등기|청구권/.test(purpose)) return '소유자'
  return /압류|경매|가처분/.test(purpose) ? '채권자' : '권리자'
}

/** `2026년11월20일`, without spaces as the register prints it. */
function formatRegisterDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}년${month}월${date}일`
}

/** `2026년11월20일 14시05분22초` in Seoul. */
function formatRegisterTime(instant: Date): string {
  const text = new Date(instant.getTime() + 9 * 3_600_000).toISOString()
  const [hours, minutes, seconds] = [11, 14, 17].map((from) => text.slice(from, from + 2))
  return `${formatRegisterDay(text.slice(0, 10))} ${hours}시${minutes}분${seconds}초`
}
