import type { BlogPictureTable, BlogPostTable } from './blog.ts'
import type { CardUsageTable } from './card-usage.ts'
import type { DepositCaseTable } from './deposit-cases.ts'
import type { DownloadChunkTable, DownloadTaskTable } from './download-task.ts'
import type { EventStreamTable } from './event-stream.ts'
import type { AuditTable, ChangeTable, MetaTable, OpTable } from './foundation.ts'
import type { InquiryTable } from './inquiries.ts'
import type { LeaveAllowanceTable, LeaveRequestTable } from './leave.ts'
import type {
  CompanyPictureTable,
  CompanyTable,
  DepartmentTable,
  ManagerTable,
  ProjectTable,
  TitleTable,
} from './master-data.ts'
import type { LetterCounterTable, OfficialLetterTable } from './official-letter.ts'
import type { OpTraceTable } from './op-trace.ts'
import type { QuickDeliveryTable } from './quick-delivery.ts'
import type { RateCountTable } from './rate-count.ts'
import type { RealEstateGroupTable, RealEstateTable } from './real-estate.ts'
import type { AppUserTable, OauthCodeTable, SessionTable, SessionTokenTable, SignInStateTable } from './session.ts'

/** Every table of the database; a business adds its own here and its SQL in ../migrations. */
export interface Tables {
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
  real_estate_group: RealEstateGroupTable
  real_estate: RealEstateTable
  deposit_case: DepositCaseTable
  company: CompanyTable
  department: DepartmentTable
  manager: ManagerTable
  project: ProjectTable
  title: TitleTable
  company_picture: CompanyPictureTable
  official_letter: OfficialLetterTable
  letter_counter: LetterCounterTable
  quick_delivery: QuickDeliveryTable
  leave_request: LeaveRequestTable
  leave_allowance: LeaveAllowanceTable
  card_usage: CardUsageTable
  blog_post: BlogPostTable
  blog_picture: BlogPictureTable
  inquiry: InquiryTable
}
