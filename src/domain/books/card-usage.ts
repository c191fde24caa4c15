import { parseAmount } from '#domain/card-usage/card-usage.ts'
import { formatWon } from '#domain/money/won.ts'
import { type BookRules, textIn } from './book-rules.ts'

/** Card usage 카드사용내역: `달빛국밥 9,000원`. */
export const cardUsageRules: BookRules = {
  captionOf: (record) => `${textIn(record, 'store_name')} ${formatWon(parseAmount(textIn(record, 'pay')))}원`.trim(),
  subjectOf: (record) => textIn(record, 'store_name'),
}
