import {
  addressBuildingBook,
  addressChangeBook,
  addressExtractBook,
  addressLandBook,
  addressOwnerBook,
} from './address-parts.ts'
import { addressBook } from './addresses.ts'
import { applicationBook } from './applications.ts'
import { bankBook } from './banks.ts'
import { cardUsageBook } from './card-usage.ts'
import { depositCaseBook } from './deposit-cases.ts'
import type { Book } from './field.ts'
import { inquiryBook } from './inquiries.ts'
import { leaveRequestBook } from './leave.ts'
import { companyBook, departmentBook, managerBook, projectBook, titleBook } from './master-data.ts'
import { addressPaperBook, casePaperBook, depositPaperBook, unitPaperBook } from './papers.ts'
import { quickDeliveryBook } from './quick-delivery.ts'
import { realEstateUnitBook } from './real-estate-units.ts'
import { realEstateBook, realEstateGroupBook } from './real-estate.ts'
import { registerEntryBook } from './register-entries.ts'
import { reminderBook } from './reminders.ts'
import { unitLandBook, unitMortgageBook, unitOwnerBook } from './unit-parts.ts'

/** The collections mirrored to devices. Add a new one here. */
export const mirroredCollections = {
  'real-estate': realEstateBook,
  'real-estate-groups': realEstateGroupBook,
  'deposit-cases': depositCaseBook,
  companies: companyBook,
  departments: departmentBook,
  managers: managerBook,
  projects: projectBook,
  titles: titleBook,
  'quick-deliveries': quickDeliveryBook,
  'leave-requests': leaveRequestBook,
  'card-usage': cardUsageBook,
  inquiries: inquiryBook,
  reminders: reminderBook,
  banks: bankBook,
  'real-estate-units': realEstateUnitBook,
  'unit-lands': unitLandBook,
  'unit-owners': unitOwnerBook,
  'unit-mortgages': unitMortgageBook,
  applications: applicationBook,
  addresses: addressBook,
  'address-owners': addressOwnerBook,
  'address-buildings': addressBuildingBook,
  'address-lands': addressLandBook,
  'address-extracts': addressExtractBook,
  'address-changes': addressChangeBook,
  'case-papers': casePaperBook,
  'unit-papers': unitPaperBook,
  'address-papers': addressPaperBook,
  'deposit-papers': depositPaperBook,
  'register-entries': registerEntryBook,
} as const satisfies Record<string, Book>

export type CollectionName = keyof typeof mirroredCollections

export const collectionNames = Object.keys(mirroredCollections) as [CollectionName, ...CollectionName[]]

export function getBook(collection: CollectionName): Book {
  return mirroredCollections[collection]
}
