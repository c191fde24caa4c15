import { instant, text } from './field-builders.ts'
import type { Book, RecordOf } from './field.ts'
import { createGenericDelete, createGenericWording } from './wordings.ts'

/**
 * Card usage 카드사용내역. Two routes read the same records. `pay` and `purpose` hold the card company's
 * texts unchanged; card-usage/card-usage.ts interprets them. `created_at` is the instant of use.
 */
export const cardUsageBook = {
  name: 'card-usage',
  label: '카드사용내역',
  noun: '카드사용내역',
  path: '/api/mysql/card/',
  screen: { path: '/staff/card-report' },
  deleteQuestion: '카드사용내역을 삭제하시겠습니까?',
  // The list's own messages for a failed save, the general ones for everything else.
  wordings: {
    create: createGenericWording('카드사용내역 추가', '추가'),
    update: createGenericWording('카드사용내역 수정', '수정', '수정 중 오류가 발생했습니다: '),
    delete: createGenericDelete('카드사용내역 삭제'),
  },
  unique: { key: 'approve_num', message: '승인번호: 같은 승인번호의 내역이 이미 있습니다.' },
  card: { title: 'store_name', place: 'note', state: 'purpose', day: 'created_at', amount: 'pay' },
  groups: { basic: '기본정보' },
  fields: [
    instant('created_at', '일시', { pinned: true, required: true, width: 112 }),
    text('store_name', '사용처', 200, { pinned: true, width: 240, searched: true, repeats: true }),
    text('pay', '금액', 100, { width: 120, searched: true, isWonText: true, isVerbatim: true }),
    text('purpose', '구분', 200, { width: 96, shown: false, repeats: true, isVerbatim: true, isCardPurpose: true }),
    text('note', '내용', 1000, { width: 280, shown: false, searched: true }),
    // The card company's number; empty for a record entered by hand. Unique.
    text('approve_num', '승인번호', 50, { width: 128, shown: false, isHyphenated: true }),
  ],
  importTitles: {
    created_at: [
      '이용일시',
      '사용일시',
      '승인일시',
      '거래일시',
      '이용일',
      '이용일자',
      '사용일',
      '사용일자',
      '승인일',
      '승인일자',
      '거래일',
      '거래일자',
      '매출일',
      '날짜',
    ],
    time: ['사용시간', '승인시간', '거래시간', '승인시각', '이용시각', '거래시각', '시간'],
    store_name: ['가맹점', '가맹점명', '이용가맹점', '이용하신곳', '이용처', '사용처명', '상호', '상호명', '거래처'],
    pay: ['이용금액', '사용금액', '승인금액', '거래금액', '매출금액', '결제금액', '국내이용금액', '합계금액'],
    state: [
      '매출구분',
      '거래구분',
      '이용구분',
      '사용구분',
      '승인상태',
      '승인여부',
      '매출상태',
      '거래상태',
      '결제상태',
      '처리상태',
      '전표상태',
      '상태',
      '승인/취소',
      '승인취소구분',
    ],
    cancelled: ['취소구분', '취소유무', '승인취소여부', '취소'],
    cancelled_on: ['취소일', '취소일시', '승인취소일', '승인취소일자', '승인취소일시'],
    cancelled_pay: ['취소액', '승인취소금액', '매출취소금액'],
    purpose: ['용도', '사용목적', '목적'],
    note: ['비고', '메모', '적요', '사용내용'],
    approve_num: ['승인 No', '승인번호(국내)'],
  },
} as const satisfies Book

export type CardUsageRecord = RecordOf<typeof cardUsageBook>
