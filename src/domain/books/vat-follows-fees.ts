import { vatOf } from '../money/vat.ts'
import type { FieldFollow } from './book-rules.ts'

/** 부가세 follows 보수료, and its tick in a bulk edit follows the tick of 보수료 (spec 2 §5, §9); without a fee it is 0. */
export const vatFollowsFees: FieldFollow = {
  key: 'fees_vat',
  of: 'fees',
  derive: (fees) => vatOf(typeof fees === 'number' ? fees : null),
  note: '보수료의 10%로 자동 계산됩니다.',
}
