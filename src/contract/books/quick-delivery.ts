import type { Book, RecordOf } from './field.ts'
import { momentParts } from './sheet-parts.ts'
import { listSheetWordings } from './wordings.ts'

/** Marks a top-up 충전 among the records (spec 3 §3). */
export const topUpStatus = 'balance_add'
/** A ride that was charged 배송. */
export const deliveryStatus = 'delivery'

/** Step of the charge of a ride, and of a top-up (spec 3 §9). */
export const chargeStep = 100
export const topUpStep = 1000
/** Longest memo of a top-up; that of a ride is the field's own (spec 3 §9). */
export const topUpMemoLength = 200

/**
 * Quick-delivery record 퀵: a ride that took money off the prepaid balance, or a top-up that put money on it (spec 3 §3). The running balance is no field:
 * it follows from all records before it, so it is computed wherever it is shown (domain/quick-balance.ts).
 *
 * `created_at` is when the ride was, said by whoever writes it down: a record made without a network keeps its moment, and one that is written down the next
 * morning can be put where it belongs. Its place in the ledger goes by it.
 */
export const quickDeliveryDescription = {
  name: 'quick-deliveries',
  label: '퀵 기록',
  noun: '퀵 기록',
  path: '/api/quick/',
  screen: { path: '/quick' },
  deleteQuestion: '이 기록을 삭제하시겠습니까?',
  searchHint: '기사명·보내는 분·받는 분·메모',
  // Spec 3 §8 to the letter. What the server or the device says stands alone; a delete that failed always reads the same.
  sheetWords: { ...listSheetWordings, exportFailed: '엑셀 파일 생성에 실패했습니다.' },
  words: {
    create: {
      step: '배송 저장',
      done: '기록이 저장되었습니다.',
      failed: '저장에 실패했습니다.',
      failedBecause: '{reason}',
    },
    update: {
      step: '배송 수정',
      done: '배송 정보가 수정되었습니다.',
      failed: '저장에 실패했습니다.',
      failedBecause: '{reason}',
    },
    delete: {
      step: '기록 삭제',
      done: '기록이 삭제되었습니다.',
      failed: '삭제에 실패했습니다.',
      failedBecause: '삭제에 실패했습니다.',
    },
  },
  card: { title: 'rider', note: 'receiver', place: 'created_at', day: 'balance' },
  groups: { basic: '기본정보' },
  parts: { created_at: momentParts },
  fields: [
    {
      key: 'created_at',
      label: '등록일시',
      kind: 'datetime',
      group: 'basic',
      pinned: true,
      required: true,
      width: 136,
    },
    {
      key: 'status',
      label: '구분',
      kind: 'enum',
      group: 'basic',
      pinned: true,
      required: true,
      width: 72,
      choices: [
        { value: deliveryStatus, label: '배송' },
        { value: topUpStatus, label: '충전', tone: 'good' },
      ],
    },
    {
      key: 'rider',
      label: '기사명',
      kind: 'text',
      repeats: true,
      group: 'basic',
      pinned: true,
      maxLength: 20,
      width: 104,
      searched: true,
    },
    {
      key: 'sender',
      label: '보내는 분',
      kind: 'text',
      repeats: true,
      group: 'basic',
      maxLength: 20,
      width: 128,
      searched: true,
    },
    {
      key: 'receiver',
      label: '받는 분',
      kind: 'text',
      repeats: true,
      group: 'basic',
      maxLength: 20,
      width: 128,
      searched: true,
    },
    // Empty while nobody knows the charge yet; that is another thing than 0.
    { key: 'amount', label: '금액', kind: 'won', group: 'basic', min: 0, step: chargeStep, width: 112 },
    { key: 'memo', label: '메모', kind: 'text', group: 'basic', maxLength: 500, width: 240, searched: true },
  ],
} as const satisfies Book

export type QuickDeliveryRecord = RecordOf<typeof quickDeliveryDescription>
