import { type Kysely, sql, type Transaction } from 'kysely'
import { dayMs } from '#contract/dates/day-ms.ts'
import {
  defaultNotificationSettings,
  type NotificationSettings,
  type PushContent,
  summaryKind,
} from '#contract/notifications/notifications.ts'
import { sessionDays } from '#contract/session/session.ts'
import { findNextWorkingDay } from '#domain/dates/calendar.ts'
import { addDays, firstDay } from '#domain/dates/office-date.ts'
import { toOfficeMoment } from '#domain/dates/office-moment.ts'
import {
  concerns,
  countMinutesLeft,
  mayNotify,
  type NoticeKind,
  noticeKinds,
  writeNotice,
  writeSummary,
} from '#domain/notifications/notices.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { createDeadlineFilters } from '#domain/today/deadlines.ts'
import type { Database } from '#server/db/client.ts'
import { buildFilterCondition, resolvePath } from '#server/db/lists/filter-conditions.ts'
import { joinConditions } from '#server/db/lists/list-description.ts'
import { isStopped } from '#server/db/stopped-records.ts'
import type { Deps } from '#server/deps.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import { readSender } from './send-email.ts'

type NoticeContext = Pick<Deps, 'db' | 'config' | 'now' | 'newId'>

/** Marks of past days are kept this long. */
const markDays = 30

/**
 * Writes the messages that are due now: each person's summary of the day, once, and each record's
 * deadline of today or up to the next working day, once per person. Any number of processes may do
 * so at once.
 */
export async function prepareNotices(context: NoticeContext): Promise<void> {
  const { db, now } = context
  const moment = toOfficeMoment(now().toISOString())
  if (!moment) return
  const listeners = (await readListeners(context)).filter(({ settings }) => mayNotify(settings, moment))
  if (listeners.length === 0) return
  const summarized = await readSummarized(db, moment.day)
  const needsOverdue = listeners.some(({ id, settings }) => wants(settings, summaryKind) && !summarized.has(id))
  // A deadline up to the next working day is announced today.
  const span = { first: needsOverdue ? firstDay : moment.day, last: findNextWorkingDay(moment.day) }
  const due: DueRecords = new Map()
  for (const kind of noticeKinds) due.set(kind, await readDueRecords(db, kind, { span, today: moment.day }))
  const colleagues = await readStaffNames(db)
  for (const listener of listeners) await notify(context, listener, { due, colleagues, ...moment })
  await db.deleteFrom('notification_mark').where('day', '<', addDays(moment.day, -markDays)).execute()
}

interface Listener {
  readonly id: string
  readonly name: string
  readonly settings: NotificationSettings
  readonly subscriptionIds: readonly string[]
  /** Whether the summary also goes to an e-mail address. */
  readonly hasEmail: boolean
}

/** Staff with a device or an e-mail address that receives notifications. */
async function readListeners({ db, now, config }: NoticeContext): Promise<Listener[]> {
  const subscriptions = await selectLiveSubscriptions(db, now())
    .select(['push_subscription.user_id', 'push_subscription.id'])
    .execute()
  const hasSender = (await readSender(db, config)) !== null
  const emails = hasSender ? await selectOpenEmails(db).select('user_id').execute() : []
  const ids = [...new Set([...subscriptions, ...emails].map(({ user_id }) => user_id))]
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('app_user')
    .leftJoin('notification_setting', 'notification_setting.user_id', 'app_user.id')
    .select(['app_user.id', 'app_user.nickname', 'morning_at', 'quiet_from', 'quiet_until', 'off'])
    .where('app_user.id', 'in', ids)
    .where('app_user.is_active', '=', true)
    .where('app_user.is_staff', '=', true)
    .orderBy('app_user.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.nickname,
    settings: toSettings(row),
    subscriptionIds: subscriptions.filter(({ user_id }) => user_id === row.id).map(({ id }) => id),
    hasEmail: emails.some(({ user_id }) => user_id === row.id),
  }))
}

/** Addresses that were confirmed and not refused since. */
function selectOpenEmails(db: Database) {
  return db.selectFrom('notification_email').where('confirmed_at', 'is not', null).where('fault', 'is', null)
}

/** Subscriptions whose session has neither ended nor expired. */
export function selectLiveSubscriptions(db: Kysely<Tables>, now: Date) {
  return db
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .where('session.ended_at', 'is', null)
    .where('session.started_at', '>', new Date(now.getTime() - sessionDays * dayMs).toISOString())
}

type SettingRow = { readonly [Key in keyof NotificationSettings]: NotificationSettings[Key] | null }

/** The stored settings, or the defaults. */
export function toSettings(row: SettingRow | undefined): NotificationSettings {
  const { morning_at, quiet_from, quiet_until, off } = row ?? {}
  if (!morning_at || !quiet_from || !quiet_until) return defaultNotificationSettings
  return { morning_at, quiet_from, quiet_until, off: off ?? [] }
}

function wants({ off }: NotificationSettings, kind: string): boolean {
  return !off.includes(kind)
}

async function readSummarized(db: Database, day: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('notification_mark')
    .select('user_id')
    .where('day', '=', day)
    .where('about', '=', summaryKind)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

async function readStaffNames(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('app_user')
    .select('nickname')
    .where('is_active', '=', true)
    .where('is_staff', '=', true)
    .execute()
  return new Set(rows.map(({ nickname }) => removeJobTitle(nickname)))
}

interface DueRecord {
  readonly id: string
  readonly day: string
  readonly manager: string | null
}

type DueRecords = Map<NoticeKind, readonly DueRecord[]>

/** Open records with a day in the span; those that may not be processed are left out. */
async function readDueRecords(
  db: Database,
  { collection, day, manager }: NoticeKind,
  { span, today }: { span: { first: string; last: string }; today: string },
): Promise<DueRecord[]> {
  const book = createWritableBook(collection)
  const filters = [
    { op: 'between', field: day, from: span.first, to: span.last } as const,
    ...createDeadlineFilters(collection, { today, hasDays: true }),
  ]
  const conditions = await Promise.all(filters.map((filter) => buildFilterCondition(db, book, filter)))
  const condition = joinConditions([...conditions, sql<boolean>`not ${isStopped(collection, 'r')}`])
  const { rows } = await sql<DueRecord>`
    select r.id, r.${sql.ref(day)}::text as day, ${manager === null ? sql`null` : selectPath(book, manager)} as manager
    from ${sql.table(book.table)} r where ${condition}
  `.execute(db)
  return rows
}

/** The value at a path of a record `r`, which may lie in a record it refers to. */
function selectPath(book: ReturnType<typeof createWritableBook>, path: string) {
  const { table, column, referenceField } = resolvePath(book, path)
  if (referenceField === null) return sql.ref(`r.${column}`)
  return sql`(select t.${sql.ref(column)} from ${sql.table(table)} t where t.id = ${sql.ref(`r.${referenceField}`)})`
}

interface DueState {
  readonly due: DueRecords
  readonly colleagues: ReadonlySet<string>
  /** Today and the time. */
  readonly day: string
  readonly time: string
}

/** One transaction, so that marks are never without their messages. */
async function notify(context: NoticeContext, listener: Listener, state: DueState): Promise<void> {
  const { settings } = listener
  const own = [...state.due]
    .filter(([{ collection }]) => wants(settings, collection))
    .map(([kind, records]) => ({
      kind,
      records: records.filter(({ manager }) => concerns(manager, listener.name, state.colleagues)),
    }))
  await context.db.transaction().execute(async (trx) => {
    const contents: PushContent[] = []
    const isFirst = await addMarks(trx, listener.id, [{ day: state.day, about: summaryKind }])
    const hasSummary = wants(settings, summaryKind)
    if (hasSummary && isFirst.length > 0) {
      const summary = writeSummary(
        own.map(({ kind, records }) => ({
          kind,
          due: records.filter(({ day }) => day <= state.day).length,
          overdue: records.filter(({ day }) => day < state.day).length,
        })),
      )
      if (summary) contents.push(summary)
    }
    // Only devices get these. Without a mark they still reach one that is turned on later.
    for (const { kind, records } of listener.subscriptionIds.length > 0 ? own : []) {
      const upcoming = records
        .filter(({ day }) => day >= state.day)
        .map(({ id, day }) => ({ day, about: `${kind.collection}:${id}` }))
      const added = await addMarks(trx, listener.id, upcoming)
      // The summary has just named what is due today.
      const announced = hasSummary && isFirst.length > 0 ? added.filter(({ day }) => day > state.day) : added
      const days = announced.map(({ day }) => day)
      if (days.length > 0) contents.push(writeNotice(kind, { days, today: state.day }))
    }
    await addMessages(trx, context, { contents, listener, time: state.time })
  })
}

interface Mark {
  readonly day: string
  readonly about: string
}

/** Returns the marks that weren't there before. */
async function addMarks(trx: Transaction<Tables>, userId: string, marks: readonly Mark[]): Promise<Mark[]> {
  if (marks.length === 0) return []
  const { rows } = await sql<Mark>`
    insert into notification_mark (user_id, day, about)
    select ${userId}::uuid, m.day, m.about
    from unnest(${marks.map(({ day }) => day)}::date[], ${marks.map(({ about }) => about)}::text[]) m (day, about)
    order by m.day, m.about
    on conflict do nothing
    returning day::text as day, about
  `.execute(trx)
  return rows
}

/**
 * A message per device, and of the summary one to the e-mail address. It is given up when quiet
 * hours begin.
 */
async function addMessages(
  trx: Transaction<Tables>,
  { now, newId }: NoticeContext,
  { contents, listener, time }: { contents: readonly PushContent[]; listener: Listener; time: string },
): Promise<void> {
  const at = now()
  const expiresAt = new Date(at.getTime() + countMinutesLeft(listener.settings, time) * 60_000).toISOString()
  const values = contents.flatMap((content) => {
    const targets = listener.subscriptionIds.map((id) => ({ subscription_id: id, email_user_id: null }))
    const hasMail = listener.hasEmail && content.tag === summaryKind
    return [...targets, ...(hasMail ? [{ subscription_id: null, email_user_id: listener.id }] : [])].map((target) => ({
      id: newId(),
      ...target,
      content: JSON.stringify(content),
      due_at: at.toISOString(),
      expires_at: expiresAt,
    }))
  })
  if (values.length > 0) await trx.insertInto('push_message').values(values).execute()
}
