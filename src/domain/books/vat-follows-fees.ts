import { vatOf } from '../money/vat.ts'
import type { FieldFollow } from './book-rules.ts'

/**
 * 부가세 is derived from 보수료 (0 without a fee), and its checkbox in a bulk edit follows that of 보수료.
 */
export const vatFollowsFees: FieldFollow = {
  key: 'fees_vat',
  of: 'fees',
  derive: (fees) => vatOf(typeof fees === 'number' ? fees : null),
  note: '보수료의 10%로 자동 계산됩니다.',
}
