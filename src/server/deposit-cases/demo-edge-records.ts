import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { addDays } from '#domain/dates/office-date.ts'

export type DemoDepositCase = Omit<DepositCaseRecord, 'id' | 'version' | 'inserted_at' | 'updated_at'>

/**
 * Fields in which demo case number `index` differs from an ordinary one. The first cases test the
 * limits of screens and sums, or have a deadline close by.
 */
export function edgeFields(index: number, today: string): Partial<DemoDepositCase> {
  return index < 32 ? (edges(today)[index] ?? {}) : {}
}

function edges(today: string): readonly Partial<DemoDepositCase>[] {
  return [
    ...dueSoon(today),
    { owner_name: '공유자 김가온 외 6명(지분 각 7분의 1)' },
    { address: '누리군 하늘면 별빛리 산 12-3 임야 1,204㎡' },
    { address: '가람도 솔빛시 해든구 달빛로 7, 지하1층 B101호 (달빛동, 달빛스퀘어)' },
    { fees: 0, purpose: '근저당권말소', tax: 7200 },
    { deposit_amount: 4_812_345_670, deposit_number: '2026년 금 제7호' },
    { receipted_at: null, ...noDates },
    { owner_name: '김하람' },
    { owner_name: '김하람' },
    {
      address:
        '가람도 솔빛시 해든구 해든대로12길 345, 해든마을 가온채 1단지 아파트 1101동 2503호 (달빛동, 관리사무소 맞은편 상가동 3층 포함, 별지 목록 기재와 같음)',
    },
    { deposit_post_receipted_method: '반송', deposit_post_number: '1000000000007', notes: '반송 후 재발송 필요' },
    { fees: null, proof: null, tax: null, stamp: null },
    { ...noDates, ...undeposited, status: 'pending', receipted_at: addDays(today, -75) },
    { ...noDates, ...undeposited, status: 'pending', receipted_at: addDays(today, -90) },
    { owner_name: '金가온(김가온)', address: '가람도 솔빛시 나루구 여울동 1' },
  ]
}

const noDates = {
  created_at: null,
  registrated_at: null,
  expropriated_at: null,
  cost_request_at: null,
  tax_invoice_at: null,
  deposit_at: null,
}

const undeposited = {
  deposit_number: null,
  deposit_amount: null,
  deposit_account_date: null,
  deposit_original_date: null,
  deposit_post_date: null,
  deposit_post_number: null,
  deposit_post_receipted_method: null,
}

/**
 * Seven cases with a deposit deadline within the week; one is late already and one is due today.
 */
function dueSoon(today: string): Partial<DemoDepositCase>[] {
  return [-1, 0, 1, 2, 3, 5, 7].map((days) => ({
    ...noDates,
    ...undeposited,
    status: 'surveying',
    receipted_at: addDays(today, -21),
    expropriated_at: addDays(today, days),
  }))
}
