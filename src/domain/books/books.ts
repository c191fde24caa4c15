import type { CollectionName } from '#contract/books/collections.ts'
import type { BookRules } from './book-rules.ts'
import { cardUsageRules } from './card-usage.ts'
import { depositCaseRules } from './deposit-cases.ts'
import { inquiryRules } from './inquiries.ts'
import { leaveRules } from './leave.ts'
import { namedByName } from './named-by-name.ts'
import { quickDeliveryRules } from './quick-delivery.ts'
import { realEstateRules } from './real-estate.ts'

/** The rules of every book, beside its description in contract. A new one is a line here. */
export const bookRules: Readonly<Record<CollectionName, BookRules>> = {
  'real-estate': realEstateRules,
  'real-estate-groups': namedByName,
  'deposit-cases': depositCaseRules,
  companies: namedByName,
  departments: namedByName,
  managers: namedByName,
  projects: namedByName,
  titles: namedByName,
  'quick-deliveries': quickDeliveryRules,
  'leave-requests': leaveRules,
  'card-usage': cardUsageRules,
  inquiries: inquiryRules,
}
