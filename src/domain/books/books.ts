import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import { addressLandRules, addressRules } from './addresses.ts'
import { applicationRules } from './applications.ts'
import { type BookRules, createDefaultRules } from './book-rules.ts'
import { cardUsageRules } from './card-usage.ts'
import { depositCaseRules } from './deposit-cases.ts'
import { inquiryRules } from './inquiries.ts'
import { leaveRules } from './leave.ts'
import { paperRules } from './papers.ts'
import { quickDeliveryRules } from './quick-delivery.ts'
import { realEstateUnitRules } from './real-estate-units.ts'
import { realEstateRules } from './real-estate.ts'
import { registerEntryRules } from './register-entries.ts'
import { reminderRules } from './reminders.ts'
import { createPartyRules } from './unit-parts.ts'

/** Books with their own rules; all others use their name. */
const customRules: Partial<Record<CollectionName, BookRules>> = {
  'real-estate': realEstateRules,
  'real-estate-units': realEstateUnitRules,
  'unit-owners': createPartyRules('unit-owners'),
  'unit-mortgages': createPartyRules('unit-mortgages'),
  'deposit-cases': depositCaseRules,
  'quick-deliveries': quickDeliveryRules,
  'leave-requests': leaveRules,
  'card-usage': cardUsageRules,
  inquiries: inquiryRules,
  reminders: reminderRules,
  applications: applicationRules,
  addresses: addressRules,
  'address-lands': addressLandRules,
  'case-papers': paperRules,
  'unit-papers': paperRules,
  'address-papers': paperRules,
  'deposit-papers': paperRules,
  'register-entries': registerEntryRules,
}

/** The rules of every book, in addition to the book in contract. */
export const bookRules = Object.fromEntries(
  collectionNames.map((name) => [name, customRules[name] ?? createDefaultRules(getBook(name))]),
) as Readonly<Record<CollectionName, BookRules>>

/**
 * The field that names a record first: the one its caption begins with when each field contains its
 * own key. Otherwise the first field, when the caption is composed differently (leave: its days).
 */
export function findTitleKey(collection: CollectionName, keys: readonly string[]): string {
  const placeholders = Object.fromEntries(keys.map((key) => [key, createPlaceholder(key)]))
  const caption = bookRules[collection].captionOf(placeholders)
  return keys.find((key) => caption.startsWith(createPlaceholder(key))) ?? keys[0] ?? ''
}

/** The suffix keeps a key from being a prefix of another. */
function createPlaceholder(key: string): string {
  return `${key}|`
}
