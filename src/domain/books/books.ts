import { bookOf, collectionNames, type CollectionName } from '#contract/books/collections.ts'
import type { BookRules } from './book-rules.ts'
import { addressRules } from './addresses.ts'
import { applicationRules } from './applications.ts'
import { cardUsageRules } from './card-usage.ts'
import { depositCaseRules } from './deposit-cases.ts'
import { inquiryRules } from './inquiries.ts'
import { leaveRules } from './leave.ts'
import { knownByWord } from './known-by-word.ts'
import { paperRules } from './papers.ts'
import { quickDeliveryRules } from './quick-delivery.ts'
import { realEstateRules } from './real-estate.ts'
import { realEstateUnitRules } from './real-estate-units.ts'
import { partyRules } from './unit-parts.ts'

/** Books with their own rules; all others use their name. */
const own: Partial<Record<CollectionName, BookRules>> = {
  'real-estate': realEstateRules,
  'real-estate-units': realEstateUnitRules,
  'unit-owners': partyRules('unit-owners'),
  'unit-mortgages': partyRules('unit-mortgages'),
  'deposit-cases': depositCaseRules,
  'quick-deliveries': quickDeliveryRules,
  'leave-requests': leaveRules,
  'card-usage': cardUsageRules,
  inquiries: inquiryRules,
  applications: applicationRules,
  addresses: addressRules,
  'case-papers': paperRules,
  'unit-papers': paperRules,
  'address-papers': paperRules,
  'deposit-papers': paperRules,
}

/** The rules of every book, in addition to its description in contract. */
export const bookRules = Object.fromEntries(
  collectionNames.map((name) => [name, own[name] ?? knownByWord(bookOf(name))]),
) as Readonly<Record<CollectionName, BookRules>>
