import { addDays } from '#domain/dates/office-date.ts'

export type DemoFields = Record<string, string | number | null>

/**
 * Fields in which demo record number `index` differs from an ordinary one. The first records test
 * the limits of screens and sums.
 */
export function edgeRecord(index: number, today: string): Partial<DemoFields> | undefined {
  return index < 32 ? edgeRecords(today)[index] : undefined
}

function edgeRecords(today: string): readonly Partial<DemoFields>[] {
  return [
    { owner: '주식회사 가온누리해든솔빛별빛달빛여울도담미르나래종합개발' },
    { owner: '공유자 김가온 외 6명(지분 각 7분의 1)' },
    { owner_address: '누리군 하늘면 별빛리 산 12-3 임야 1,204㎡' },
    { owner_address: '가람도 솔빛시 해든구 달빛로 7, 지하1층 B101호 (달빛동, 달빛스퀘어)' },
    { fees: 0, purpose: '근저당권말소', tax: 7200 },
    { tax: 4_812_345_670, purpose: '소유권이전' },
    { regi_date: null, receipted_at: null, created_at: null, registrated_at: null, housing_reg_date: null },
    { owner: '김하람' },
    { owner: '김하람' },
    {
      owner_address:
        '가람도 솔빛시 해든구 해든대로12길 345, 해든마을 가온채 1단지 아파트 1101동 2503호 (달빛동, 관리사무소 맞은편 상가동 3층 포함, 별지 목록 기재와 같음)',
    },
    { housing_reg_date: addDays(today, -400), purpose: '임대주택 부기등기' },
    {
      owner: null,
      owner_address: null,
      purpose: null,
      fees: null,
      fees_vat: null,
      proof: null,
      tax: null,
      stamp: null,
    },
    ...upcoming(today),
    { receipted_at: addDays(today, -75), created_at: null, registrated_at: null },
    { receipted_at: addDays(today, -90), created_at: null, registrated_at: null },
    { owner: '金가온(김가온)', owner_address: '가람도 솔빛시 나루구 여울동 1' },
  ]
}

/** Six records filed today, tomorrow and the day after, which the list highlights. */
function upcoming(today: string): Partial<DemoFields>[] {
  return [0, 0, 1, 1, 2, 2].map((days) => ({ regi_date: addDays(today, days), created_at: null, registrated_at: null }))
}
