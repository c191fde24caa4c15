import type { ColumnType, Generated } from 'kysely'
import { type CollectionName, collectionNames, type mirroredCollections } from '#contract/books/collections.ts'
import type { RecordDescription, RecordOf } from '#contract/books/field.ts'
import type { AnswerPart, EngineName } from '#contract/chat/answer.ts'
import type { OfficeSettings } from '#contract/office/office-settings.ts'
import type { PaperMediaType } from '#contract/papers/papers.ts'
import type { RateKind } from '#contract/rates/rates.ts'
import type { TraceKind } from '#contract/sync/op-trace.ts'
import type { AuditTable, ChangeTable, Json, MetaTable, OpTable } from './foundation.ts'
import type {
  NotificationEmailTable,
  NotificationMarkTable,
  NotificationSettingTable,
  PushKeyTable,
  PushMessageTable,
  PushSubscriptionTable,
} from './notifications.ts'
import type { LetterCounterTable, LetterTemplateTable, OfficialLetterTable } from './official-letter.ts'
import type {
  RegisterClosingTable,
  RegisterCorrectionTable,
  RegisterMarkTable,
  RegisterReportTable,
} from './register.ts'
import type {
  DestroyedRecordTable,
  DestructionCandidateTable,
  DestructionTable,
  PersonRequestTable,
  PrivacyRecipientTable,
  RecordBlockTable,
  RetentionHoldTable,
  RetentionLookTable,
  RetentionPeriodTable,
} from './retention.ts'
import type {
  AppUserTable,
  CalendarFeedTable,
  FactorChallengeTable,
  InvitationTable,
  LinkedAccountTable,
  OauthCodeTable,
  PasskeyTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SessionTable,
  SessionTokenTable,
  SignInStateTable,
} from './session.ts'
import type { DownloadChunkTable, DownloadTaskTable, TaskItemTable, TaskRunTable, TaskWorkerTable } from './task.ts'
import type {
  TrailAlertLookTable,
  TrailAlertTable,
  TrailBeginningTable,
  TrailCheckTable,
  TrailLinkRowTable,
  TrailLinkTable,
  TrailReviewTable,
  TrailWatchTable,
} from './trail.ts'

/** Books whose table has another name. */
const irregularTableNames = {
  'real-estate-groups': 'real_estate_group',
  'deposit-cases': 'deposit_case',
  companies: 'company',
  departments: 'department',
  managers: 'manager',
  projects: 'project',
  titles: 'title',
  'quick-deliveries': 'quick_delivery',
  'leave-requests': 'leave_request',
  inquiries: 'inquiry',
  banks: 'bank',
  'real-estate-units': 'real_estate_unit',
  'unit-lands': 'unit_land',
  'unit-owners': 'unit_owner',
  'unit-mortgages': 'unit_mortgage',
  addresses: 'address',
  'address-owners': 'address_owner',
  'address-buildings': 'address_building',
  'address-lands': 'address_land',
  'address-extracts': 'address_extract',
  'address-changes': 'address_change',
  applications: 'application',
  'case-papers': 'case_paper',
  'unit-papers': 'unit_paper',
  'address-papers': 'address_paper',
  'deposit-papers': 'deposit_paper',
  'register-entries': 'register_entry',
} as const satisfies Partial<Record<CollectionName, string>>

type TableOf<Name extends CollectionName> = Name extends keyof typeof irregularTableNames
  ? (typeof irregularTableNames)[Name]
  : Underscored<Name>
type Underscored<Name extends string> = Name extends `${infer Word}-${infer Words}`
  ? `${Word}_${Underscored<Words>}`
  : Name

/** The table of each book. */
export const tableByCollection = Object.fromEntries(collectionNames.map((name) => [name, toTableName(name)])) as {
  readonly [Name in CollectionName]: TableOf<Name>
}

function toTableName(name: CollectionName): string {
  const names: Partial<Record<CollectionName, string>> = irregularTableNames
  return names[name] ?? name.replaceAll('-', '_')
}

/** Large books with a stored search text (db/lists/read-list.ts). */
export const collectionsWithSearchText = [
  'real-estate',
  'real-estate-units',
  'deposit-cases',
  'quick-deliveries',
  'addresses',
] as const

/** The tables of the books, typed by their descriptions. */
type BookTables = {
  [Name in CollectionName as TableOf<Name>]: DescribedTable<(typeof mirroredCollections)[Name], FilledKeys<Name>> &
    (Name extends (typeof collectionsWithSearchText)[number] ? SearchColumns : unknown)
}

type FilledKeys<Name extends CollectionName> =
  TableOf<Name> extends infer Table extends keyof typeof filledByServer ? (typeof filledByServer)[Table][number] : never

/** Every table of the database; add new tables here and their SQL in schema/migrations. */
export interface Tables extends BookTables {
  meta: MetaTable
  demo_mark: DemoMarkTable
  op: OpTable
  op_trace: OpTraceTable
  device_report: DeviceReportTable
  seen_report: ViewReportTable
  event_stream: EventStreamTable
  download_task: DownloadTaskTable
  download_chunk: DownloadChunkTable
  task_item: TaskItemTable
  task_worker: TaskWorkerTable
  task_run: TaskRunTable
  rate_count: RateCountTable
  party_number: PartyNumberTable
  statutory_rate: StatutoryRateTable
  change: ChangeTable
  audit: AuditTable
  trail_link: TrailLinkTable
  trail_link_row: TrailLinkRowTable
  trail_beginning: TrailBeginningTable
  trail_check: TrailCheckTable
  trail_review: TrailReviewTable
  trail_alert: TrailAlertTable
  trail_alert_look: TrailAlertLookTable
  trail_watch: TrailWatchTable
  backup_run: BackupRunTable
  app_user: AppUserTable
  linked_account: LinkedAccountTable
  invitation: InvitationTable
  calendar_feed: CalendarFeedTable
  session: SessionTable
  session_token: SessionTokenTable
  oauth_code: OauthCodeTable
  sign_in_state: SignInStateTable
  second_factor: SecondFactorTable
  passkey: PasskeyTable
  recovery_code: RecoveryCodeTable
  factor_challenge: FactorChallengeTable
  company_picture: CompanyPictureTable
  office_settings: OfficeSettingsTable
  office_picture: OfficePictureTable
  official_letter: OfficialLetterTable
  letter_counter: LetterCounterTable
  letter_template: LetterTemplateTable
  leave_allowance: LeaveAllowanceTable
  blog_post: BlogPostTable
  blog_picture: BlogPictureTable
  address_extract_file: AddressExtractFileTable
  paper_content: PaperContentTable
  paper_piece: PaperPieceTable
  chat_file: ChatFileTable
  chat_thread: ChatThreadTable
  chat_message: ChatMessageTable
  retention_period: RetentionPeriodTable
  retention_look: RetentionLookTable
  retention_hold: RetentionHoldTable
  destruction_candidate: DestructionCandidateTable
  destruction: DestructionTable
  destroyed_record: DestroyedRecordTable
  person_request: PersonRequestTable
  record_block: RecordBlockTable
  privacy_recipient: PrivacyRecipientTable
  register_mark: RegisterMarkTable
  register_closing: RegisterClosingTable
  register_correction: RegisterCorrectionTable
  register_report: RegisterReportTable
  push_key: PushKeyTable
  push_subscription: PushSubscriptionTable
  push_message: PushMessageTable
  notification_setting: NotificationSettingTable
  notification_mark: NotificationMarkTable
  notification_email: NotificationEmailTable
}

interface AddressExtractFileTable {
  extract_id: string
  size: number
  sha256: string
  bytes: Buffer
  inserted_at: Generated<string>
}

/** One run of the daily backup; a failed one has only `error`, a successful one everything else. */
interface BackupRunTable {
  id: string
  started_at: string
  ended_at: string
  /** The machine that holds the file. */
  host: string
  /** Without its folder. */
  file: string | null
  bytes: number | null
  /** SHA-256 of the file, hex. */
  sha256: string | null
  rows: number | null
  /** The message for administrators. */
  error: string | null
}

interface ChatFileTable {
  id: string
  owner: string
  content: Buffer
  attached_at: string
  expires_at: string
}

interface ChatThreadTable {
  id: string
  user_id: string
  title: string
  asked_at: string
}

interface ChatMessageTable {
  id: string
  thread_id: string
  seq: Generated<number>
  role: 'user' | 'assistant'
  parts: ColumnType<AnswerPart[], string, never>
  engine: EngineName | null
  created_at: string
}

/** Has a row while the office holds demo data. */
interface DemoMarkTable {
  since: Generated<Date>
}

interface EventStreamTable {
  seq: Generated<number>
  user_id: string
  seen_at: Generated<string>
}

interface LeaveAllowanceTable {
  user_id: string
  year: number
  granted: number
  updated_at: Generated<string>
}

interface CompanyPictureTable {
  /** SHA-256 of the bytes, hex. */
  id: string
  media_type: string
  bytes: Buffer
  inserted_at: Generated<string>
}

interface OfficeSettingsTable extends OfficeSettings {
  /** There is one row. */
  id: Generated<boolean>
  updated_by: string
  updated_at: Generated<string>
}

interface OfficePictureTable {
  /** SHA-256 of the bytes, hex. */
  id: string
  media_type: string
  bytes: Buffer
  inserted_at: Generated<string>
}

/** The session with which a device last reported its edits, and when. */
interface DeviceReportTable {
  user_id: string
  device_id: string
  session_id: string
  heard_at: string
}

interface OpTraceTable {
  user_id: string
  op_id: string
  what: TraceKind
  into_op_id: string | null
  device_id: string
  at: string
  received_at: string
}

/** What a device showed and has submitted (contract/sync/view-reports.ts). */
interface ViewReportTable {
  user_id: string
  seen_id: string
  received_at: Generated<string>
}

interface PaperContentTable {
  content_id: string
  digest: string
  size: number
  media_type: PaperMediaType
  /** Encrypted (papers/stored-content.ts). */
  thumb: Buffer | null
  received: Generated<number>
  is_whole: Generated<boolean>
  declared_at: string
  touched_at: string
  unclaimed_since: string | null
}

interface PaperPieceTable {
  content_id: string
  start: number
  /** Encrypted (papers/stored-content.ts). */
  bytes: Buffer
}

interface PartyNumberTable {
  id: string
  /** 'users': the number of a person's card (admin/people). */
  collection: CollectionName | 'users'
  record_id: string
  field: string
  key_id: string
  cipher: Buffer
  blind: Buffer
  masked: string
  inserted_at: Generated<string>
  left_at: string | null
}

/** How many requests `key` (a route and its caller) made since `started_at`. */
interface RateCountTable {
  key: string
  started_at: string
  count: number
}

export interface StatutoryRateTable {
  id: string
  version: Generated<number>
  kind: RateKind
  /** Day. */
  effective_from: string
  data: Json<Record<string, unknown>>
  note: string
  updated_by: string
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

/**
 * The table of a described record. `Present`: fields that a form may leave empty but the server
 * always fills. tables.test.ts compares it with the database.
 */
type DescribedTable<D extends RecordDescription, Present extends string = never> = {
  [Key in D['fields'][number]['key']]: Key extends Present ? NonNullable<RecordOf<D>[Key]> : RecordOf<D>[Key]
} & {
  id: string
  version: Generated<number>
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

/** Columns of tables with a stored search text (db/lists/read-list.ts). */
interface SearchColumns {
  search_text: Generated<string>
  search_grams: Generated<number[]>
}

/** By table, the fields the server always fills. */
export const filledByServer = {
  leave_request: ['requester_id', 'requester_name', 'state'],
  inquiry: ['received_at'],
} as const

export interface BlogPostTable {
  /** Stays within a JavaScript number; sent as text. */
  id: Generated<number>
  version: Generated<number>
  creation_key: string | null
  title: string
  excerpt: string
  category: string
  tags: string[]
  markdown: string
  html: string
  reading_minutes: number
  image: string | null
  image_alt: Generated<string>
  author_image: string | null
  author_name: string
  state: string
  published_at: string | null
  updated_by: string
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

interface BlogPictureTable {
  /** SHA-256 of the bytes, hex. */
  id: string
  media_type: string
  bytes: Buffer
  width: number
  height: number
  inserted_at: Generated<string>
}
