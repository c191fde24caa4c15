import type { cardUsageDescription } from '#contract/records/card-usage.ts'
import type { depositCaseDescription } from '#contract/records/deposit-cases.ts'
import type { inquiryDescription } from '#contract/records/inquiries.ts'
import type { leaveRequestDescription } from '#contract/records/leave.ts'
import type {
  companyDescription,
  departmentDescription,
  managerDescription,
  projectDescription,
  titleDescription,
} from '#contract/records/master-data.ts'
import type { quickDeliveryDescription } from '#contract/records/quick-delivery.ts'
import type { realEstateDescription, realEstateGroupDescription } from '#contract/records/real-estate.ts'
import type { BlogPictureTable, BlogPostTable } from './blog.ts'
import type { DownloadChunkTable, DownloadTaskTable } from './download-task.ts'
import type { EventStreamTable } from './event-stream.ts'
import type { AuditTable, ChangeTable, MetaTable, OpTable } from './foundation.ts'
import type { LeaveAllowanceTable } from './leave.ts'
import type { CompanyPictureTable } from './master-data.ts'
import type { LetterCounterTable, OfficialLetterTable } from './official-letter.ts'
import type { OpTraceTable } from './op-trace.ts'
import type { RateCountTable } from './rate-count.ts'
import type { filledByServer, RecordTable, SearchColumns } from './record-table.ts'
import type { AppUserTable, OauthCodeTable, SessionTable, SessionTokenTable, SignInStateTable } from './session.ts'

/** The tables of the described records; each is its description. */
interface RecordTables {
  real_estate_group: RecordTable<typeof realEstateGroupDescription>
  real_estate: RecordTable<typeof realEstateDescription> & SearchColumns
  deposit_case: RecordTable<typeof depositCaseDescription> & SearchColumns
  company: RecordTable<typeof companyDescription>
  department: RecordTable<typeof departmentDescription>
  manager: RecordTable<typeof managerDescription>
  project: RecordTable<typeof projectDescription>
  title: RecordTable<typeof titleDescription>
  quick_delivery: RecordTable<typeof quickDeliveryDescription> & SearchColumns
  leave_request: RecordTable<typeof leaveRequestDescription, (typeof filledByServer.leave_request)[number]>
  card_usage: RecordTable<typeof cardUsageDescription>
  inquiry: RecordTable<typeof inquiryDescription, (typeof filledByServer.inquiry)[number]>
}

/** Every table of the database; a business adds its own here and its SQL in ../migrations. */
export interface Tables extends RecordTables {
  meta: MetaTable
  op: OpTable
  op_trace: OpTraceTable
  event_stream: EventStreamTable
  download_task: DownloadTaskTable
  download_chunk: DownloadChunkTable
  rate_count: RateCountTable
  change: ChangeTable
  audit: AuditTable
  app_user: AppUserTable
  session: SessionTable
  session_token: SessionTokenTable
  oauth_code: OauthCodeTable
  sign_in_state: SignInStateTable
  company_picture: CompanyPictureTable
  official_letter: OfficialLetterTable
  letter_counter: LetterCounterTable
  leave_allowance: LeaveAllowanceTable
  blog_post: BlogPostTable
  blog_picture: BlogPictureTable
}
