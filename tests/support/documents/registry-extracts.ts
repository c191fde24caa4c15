import type { RegisteredEntry, RegisteredParty, RegistryExtract } from '#contract/registry/extract.ts'

/** An extract of a parcel owned by 김가온 alone. */
export function createExtract(overrides: Partial<RegistryExtract> = {}): RegistryExtract {
  return {
    num: '2501-2020-000123',
    kind: 'land',
    description: { address: '가람도 솔빛시 해든구 달빛동 123-4', land_kind: '대', area: 330.5, details: [] },
    ownership: [createEntry('1 소유권보존', [createParty('김가온')])],
    rights: [],
    ...overrides,
  }
}

/** `rankAndPurpose`: rank and purpose, such as `1-1 1번등기명의인표시변경`. */
export function createEntry(
  rankAndPurpose: string,
  parties: readonly RegisteredParty[] = [],
  overrides: Partial<RegisteredEntry> = {},
): RegisteredEntry {
  const [, rank = '', purpose = ''] = /^(\S+) (.+)$/.exec(rankAndPurpose) ?? []
  return {
    rank,
    purpose,
    received_at: '2020-03-04',
    receipt_num: `제${rank}00호`,
    cause: '2020년 3월 2일 매매',
    parties: [...parties],
    claim_amount: null,
    is_cancelled: false,
    ...overrides,
  }
}

export function createParty(name: string, share = '', overrides: Partial<RegisteredParty> = {}): RegisteredParty {
  return { name, num_masked: '', address: '가람도 솔빛시 해든구 달빛로 1', share, ...overrides }
}
