import { cardUsageDescription } from './card-usage.ts'
import { depositCaseDescription } from './deposit-cases.ts'
import type { RecordDescription } from './field.ts'
import { inquiryDescription } from './inquiries.ts'
import { leaveRequestDescription } from './leave.ts'
import {
  companyDescription,
  departmentDescription,
  managerDescription,
  projectDescription,
  titleDescription,
} from './master-data.ts'
import { quickDeliveryDescription } from './quick-delivery.ts'
import { realEstateDescription, realEstateGroupDescription } from './real-estate.ts'

/** The collections that are mirrored to devices (design §4). A new one is a line here. */
export const mirroredCollections = {
  'real-estate': realEstateDescription,
  'real-estate-groups': realEstateGroupDescription,
  'deposit-cases': depositCaseDescription,
  companies: companyDescription,
  departments: departmentDescription,
  managers: managerDescription,
  projects: projectDescription,
  titles: titleDescription,
  'quick-deliveries': quickDeliveryDescription,
  'leave-requests': leaveRequestDescription,
  'card-usage': cardUsageDescription,
  inquiries: inquiryDescription,
} as const satisfies Record<string, RecordDescription>

export type CollectionName = keyof typeof mirroredCollections

export const collectionNames = Object.keys(mirroredCollections) as [CollectionName, ...CollectionName[]]

/** Where the plain REST calls of a collection live: POST, PUT (id in the body) and DELETE (body id) go here. */
export const writePath: Record<CollectionName, string> = {
  'real-estate': '/api/mysql/realestate/list/',
  'real-estate-groups': '/api/mysql/realestate/group/',
  'deposit-cases': '/api/mysql/deposition/list/',
  companies: '/api/deposition/company/',
  departments: '/api/deposition/department/',
  managers: '/api/deposition/manager/',
  projects: '/api/deposition/project/',
  titles: '/api/deposition/title/',
  'quick-deliveries': '/api/quick/',
  'leave-requests': '/api/staff/leave/',
  'card-usage': '/api/mysql/card/',
  inquiries: '/api/staff/inquiries/',
}
