import { addDays } from '#domain/dates/office-date.ts'
import type { DemoFields } from './demo-edge-records.ts'

interface EdgeUnit {
  readonly dongho?: string
  readonly owners?: readonly string[]
  readonly fields?: DemoFields
}

/**
 * Fields in which demo unit number `index` differs from an ordinary one. The first units test the
 * limits of screens, forms and sums.
 */
export function edgeUnit(index: number, today: string): EdgeUnit {
  return (index < 32 ? edgeUnits(today)[index] : undefined) ?? {}
}

const longName = '주식회사 가온누리해든솔빛별빛달빛여울도담미르나래종합개발'

function edgeUnits(today: string): readonly EdgeUnit[] {
  return [
    { owners: ['김가온', '김나래', '김달래', '김도담', '김미르', '김보람', '김새론'] },
    { owners: ['가온부동산신탁(주)'], fields: { purpose: '신탁' } },
    // Numbers 2, 5, 8 … belong to the 오피스텔 group.
    { dongho: '지하1층 B01호' },
    { fields: { housing_reg_date: addDays(today, -400), purpose: '임대주택 부기등기' } },
    { fields: { housing_reg_date: addDays(today, -35) } },
    { fields: { price: 0, total_tax: 0, total_ownership_fee: 0, total_mortgage_fee: 0 } },
    { fields: processing(today) },
    { fields: processing(today) },
    {
      owners: [],
      fields: {
        regi_date: null,
        purpose: null,
        owner: null,
        dedicated_area: null,
        land_area: null,
        immovable_num: null,
        price: null,
        total_tax: null,
        total_ownership_fee: null,
        total_mortgage_fee: null,
        claim_amount: null,
        transfer_ownership_receipt_num: null,
        transfer_ownership_status: null,
        mortgage_receipt_num: null,
        mortgage_status: null,
        mortgage_bank_id: null,
        contract_date: null,
        housing_reg_date: null,
        ownership_lawyer: null,
        receipted_at: null,
        registrated_at: null,
      },
    },
    { owners: [longName] },
    { owners: ['김하람'] },
    { owners: ['김하람'] },
    { fields: { price: 4_812_345_670 } },
    ...[0, 0, 1, 1, 2, 2].map((days) => ({ fields: upcoming(addDays(today, days)) })),
  ]
}

/** Filed but not completed. */
function processing(today: string): DemoFields {
  return {
    regi_date: addDays(today, -2),
    registrated_at: null,
    transfer_ownership_receipt_num: '제70001호',
    transfer_ownership_status: 'processing',
  }
}

/** Filed today, tomorrow or the day after, which the list highlights. */
function upcoming(day: string): DemoFields {
  return {
    regi_date: day,
    registrated_at: null,
    transfer_ownership_receipt_num: null,
    transfer_ownership_status: null,
    mortgage_receipt_num: null,
    mortgage_status: null,
  }
}
