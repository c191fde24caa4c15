import type { RecordDescription, RecordOf } from './field.ts'

/**
 * Card usage 카드사용내역 (spec 1 §3, spec 3 "Car ledger record"; decision 16: two routes over the same records). `pay` and `purpose` hold what the card company
 * sent, to the letter: what they mean is said by domain/card-usage.ts. `created_at` is the instant of use.
 */
export const cardUsageDescription = {
  name: 'card-usage',
  label: '카드사용내역',
  groups: { basic: '기본정보' },
  fields: [
    { key: 'created_at', label: '일시', kind: 'datetime', group: 'basic', required: true, width: 112 },
    {
      key: 'store_name',
      label: '사용처',
      kind: 'text',
      group: 'basic',
      maxLength: 200,
      width: 240,
      searched: true,
    },
    { key: 'pay', label: '금액', kind: 'text', group: 'basic', isVerbatim: true, maxLength: 100, width: 120 },
    {
      key: 'purpose',
      label: '구분',
      kind: 'text',
      group: 'basic',
      isVerbatim: true,
      maxLength: 200,
      width: 96,
      shown: false,
    },
    {
      key: 'note',
      label: '내용',
      kind: 'text',
      group: 'basic',
      maxLength: 1000,
      width: 280,
      shown: false,
      searched: true,
    },
    // The card company's own number; empty for what was written down by hand. No two records bear the same.
    { key: 'approve_num', label: '승인번호', kind: 'text', group: 'basic', maxLength: 50, width: 128, shown: false },
  ],
} as const satisfies RecordDescription

export type CardUsageRecord = RecordOf<typeof cardUsageDescription>
