import { choice, instant, text, won } from './field-builders.ts'
import { type Book, momentParts, type RecordOf } from './field.ts'
import { listSheetWordings } from './wordings.ts'

/** Status of a top-up 충전. */
export const topUpStatus = 'balance_add'
/** Status of a charged ride 배송. */
export const deliveryStatus = 'delivery'

/** Amounts of rides and top-ups are multiples of this, in won. */
export const chargeStep = 100
export const topUpStep = 1000
/** Maximum characters of a top-up's memo; a ride's memo has the field's own limit. */
export const topUpMemoLength = 200

/**
 * Quick-delivery record 퀵: a ride, which takes money off the prepaid balance, or a top-up. The
 * running balance depends on all earlier records, so it is not a field but computed where it is
 * shown (quick-delivery/quick-balance.ts).
 *
 * `created_at` is the time of the ride as entered by the user. A record made offline keeps its
 * time, and one entered later can still be put in the right place, because the ledger is ordered by
 * it.
 */
export const quickDeliveryBook = {
  name: 'quick-deliveries',
  label: '퀵 기록',
  noun: '퀵 기록',
  path: '/api/quick/',
  screen: { path: '/quick' },
  deleteQuestion: '이 기록을 삭제하시겠습니까?',
  searchHint: '기사명·보내는 분·받는 분·금액·메모',
  // A failed save shows the server's or device's reason alone; a failed delete always shows the
  // same message.
  sheetWordings: { ...listSheetWordings, exportFailed: '엑셀 파일 생성에 실패했습니다.' },
  wordings: {
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
  card: { title: 'rider', note: 'created_at', section: 'sender', place: 'receiver', isRoute: true, day: 'balance' },
  groups: { basic: '기본정보' },
  parts: { created_at: momentParts },
  fields: [
    instant('created_at', '등록일시', { pinned: true, required: true, width: 136 }),
    choice('status', '구분', { pinned: true, required: true, width: 72 }, [
      { value: deliveryStatus, label: '배송' },
      { value: topUpStatus, label: '충전', tone: 'good' },
    ]),
    text('rider', '기사명', 20, { pinned: true, width: 104, searched: true, repeats: true }),
    text('sender', '보내는 분', 20, { width: 128, searched: true, repeats: true }),
    text('receiver', '받는 분', 20, { width: 128, searched: true, repeats: true }),
    // Empty while the charge is unknown, which differs from 0.
    won('amount', '금액', {
      step: chargeStep,
      width: 112,
      searched: true,
      sumsBy: { key: 'status', labels: { [deliveryStatus]: '사용액', [topUpStatus]: '충전액' } },
    }),
    text('memo', '메모', 500, { width: 240, searched: true }),
  ],
} as const satisfies Book

export type QuickDeliveryRecord = RecordOf<typeof quickDeliveryBook>
