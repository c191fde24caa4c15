import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { problem, problemSchema } from '#contract/problem.ts'
import {
  alertNoteSchema,
  alertPathSchema,
  maxAlerts,
  type TrailAlert,
  trailAlertListSchema,
  trailAlertSchema,
  trailAlertsPath,
} from '#contract/trail/trail-reviews.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { knownLocationDays, lookBackRules } from '#domain/trail/alert-rules.ts'
import {
  findAlerts,
  type FoundAlert,
  getUserKey,
  type KnownLocations,
  type WatchedRow,
} from '#domain/trail/find-alerts.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { toNetwork, writeTrail } from '#server/trail/write-trail.ts'

/** Arbitrary constant, unique among the advisory locks of this database. */
const watchLock = 66_757_102
const maxRowsPerBatch = 5000

/**
 * Searches chain links not yet examined for 이상 징후, in batches: links are ordered, appear once and
 * never change. One process works at a time, and an alert found twice is stored once, because its
 * occasion is unique. Returns the number of alerts found.
 */
export async function watchTrail(db: Database, newId: () => string): Promise<number> {
  for (let alertCount = 0; ;) {
    const step = await db.transaction().execute((trx) => watchBatch(trx, newId))
    if (step === null) return alertCount
    alertCount += step
  }
}

/** Null when nothing is left or another process holds the lock. */
async function watchBatch(trx: Transaction<Tables>, newId: () => string): Promise<number | null> {
  const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(watchLock)}) as held`.execute(
    trx,
  )
  if (lock.rows[0]?.held !== true) return null
  const links = await readNextLinks(trx)
  if (links === null) return null
  const rows = await readNewRows(trx, links)
  const alerts = await detectAlerts(trx, rows)
  for (const alert of alerts) await insertAlert(trx, alert, newId())
  await sql`insert into trail_watch (link) values (${links.until}) on conflict (only_row) do update set link = excluded.link`.execute(
    trx,
  )
  return alerts.length
}

async function readNextLinks(trx: Transaction<Tables>): Promise<LinkRange | null> {
  const { rows } = await sql<{ after: number; number: number; before: number }>`
    with place as (select coalesce((select link from trail_watch), 0) as after),
    next as (select number, row_count from trail_link, place where number > place.after order by number limit 500)
    select place.after, next.number, (sum(next.row_count) over (order by next.number) - next.row_count)::int as before from next, place
    order by next.number`.execute(trx)
  const batch = rows.filter(({ before }) => before < maxRowsPerBatch)
  const last = batch.at(-1)
  return last ? { after: last.after, until: last.number } : null
}

async function detectAlerts(trx: Transaction<Tables>, fresh: readonly WatchedRow[]): Promise<readonly FoundAlert[]> {
  if (fresh.length === 0) return []
  const earlier = await readEarlierRows(trx, fresh)
  const rows = [...earlier, ...fresh].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.seq - b.seq)
  const locationRows = fresh.filter(({ act, user_id }) => user_id !== null && (act === 'sign_in' || act === 'copy'))
  const knownNetworks = await readKnownNetworks(trx, [...Map.groupBy(locationRows, getUserKey).values()])
  return findAlerts(rows, knownNetworks, await readFirstDay(trx))
}

/** The office day of the first row in the trail. */
async function readFirstDay(trx: Transaction<Tables>): Promise<string | null> {
  const first = await trx.selectFrom('audit').select('at').orderBy('seq').limit(1).executeTakeFirst()
  return first ? toOfficeDay(Date.parse(first.at)) : null
}

async function insertAlert(
  trx: Transaction<Tables>,
  { rule, occasion, last, firstSeq, count }: FoundAlert,
  id: string,
) {
  await trx
    .insertInto('trail_alert')
    .values({
      id,
      occasion,
      rule,
      at: last.at,
      user_id: last.user_id,
      user_name: last.user_name,
      address: last.address,
      first_seq: firstSeq,
      last_seq: last.seq,
      count,
      detail: null,
    })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute()
}

/**
 * Rows older than this when they are linked (such as the trail from before the chain) raise no
 * alert; it would be too late to act.
 */
const recentDays = 7

/** Links after `after`, up to and including `until`. */
interface LinkRange {
  readonly after: number
  readonly until: number
}

type TrailRow = Pick<WatchedRow, 'seq' | 'at' | 'user_id' | 'user_name' | 'address' | 'act' | 'record_id'> & {
  detail: unknown
}

const columns = sql`a.seq, a.at, a.user_id, a.user_name, a.address, a.act, a.record_id, a.detail`

/** The rows of the links that are recent enough for an alert. */
async function readNewRows(trx: Transaction<Tables>, { after, until }: LinkRange): Promise<WatchedRow[]> {
  const { rows } = await sql<TrailRow>`
    select ${columns} from trail_link l join trail_link_row k on k.link = l.number join audit a on a.seq = k.seq
    where l.number > ${after} and l.number <= ${until} and a.at >= l.made_at - make_interval(days => ${recentDays})`.execute(
    trx,
  )
  return rows.map((row) => toWatchedRow(row, true))
}

/** Earlier rows of the same people, as far back as the rules look. */
async function readEarlierRows(trx: Transaction<Tables>, fresh: readonly WatchedRow[]): Promise<WatchedRow[]> {
  const activeRules = lookBackRules.filter(({ acts }) => fresh.some(({ act }) => acts.includes(act)))
  if (activeRules.length === 0) return []
  const times = fresh.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), new Date(Math.max(...times)).toISOString()]
  const ranges = activeRules.map(({ acts, ms }) => {
    const from = new Date(first - ms).toISOString()
    return sql`(a.act = any(${[...acts]}::text[]) and a.at >= ${from}::timestamptz and a.at <= ${last}::timestamptz)`
  })
  const people = [...new Set(fresh.flatMap(({ user_id }) => user_id ?? []))]
  const { rows } = await sql<TrailRow>`
    select ${columns} from audit a
    where (${sql.join(ranges, sql` or `)}) and (a.user_id is null or a.user_id = any(${people}::uuid[]))
      and a.seq <> all(${fresh.map(({ seq }) => seq)}::bigint[])`.execute(trx)
  return rows.map((row) => toWatchedRow(row, false))
}

/** Networks each of these people used before the given rows. */
async function readKnownNetworks(
  trx: Transaction<Tables>,
  locationRows: readonly (readonly WatchedRow[])[],
): Promise<Map<string, KnownLocations>> {
  const networks = new Map<string, KnownLocations>()
  for (const rows of locationRows) {
    const [first] = rows.toSorted((a, b) => a.seq - b.seq)
    if (!first || first.user_id === null) continue
    const { user_id, user_name, at, seq } = first
    const earlierLocations = await sql<{ address: string; is_copy: boolean }>`
      select distinct address, act = 'copy' as is_copy from audit
      where user_name = ${user_name} and user_id = ${user_id} and address is not null and seq < ${seq}
        and at >= ${at}::timestamptz - make_interval(days => ${knownLocationDays}) and at <= ${at}::timestamptz`.execute(
      trx,
    )
    const earlierRows = await sql<{ is_known: boolean }>`
      select exists (select from audit where user_name = ${user_name} and user_id = ${user_id} and seq < ${seq} and act <> 'role_change') as is_known`.execute(
      trx,
    )
    const collectNetworks = (locations: readonly { address: string }[]) =>
      new Set(locations.flatMap(({ address }) => toNetworkGroup(address) ?? []))
    networks.set(user_id, {
      isNewPerson: earlierRows.rows[0]?.is_known !== true,
      used: collectNetworks(earlierLocations.rows),
      copied: collectNetworks(earlierLocations.rows.filter(({ is_copy }) => is_copy)),
    })
  }
  return networks
}

function toWatchedRow({ detail, ...row }: TrailRow, isNew: boolean): WatchedRow {
  const fields: Record<string, unknown> = typeof detail === 'object' && detail !== null ? { ...detail } : {}
  const size = ['rows', 'records', 'count'].map((key) => fields[key]).find((value) => typeof value === 'number')
  const atDevice = fields['at_device']
  return {
    ...row,
    place: toNetworkGroup(row.address),
    isNew,
    size: typeof size === 'number' ? size : null,
    at_device: typeof atDevice === 'string' ? atDevice : null,
  }
}

/**
 * The network of an IP address: providers change the address of a subscriber within one network.
 */
export function toNetworkGroup(ipAddress: string | null): string | null {
  if (ipAddress === null || ipAddress === '') return null
  const plainIpAddress = ipAddress.replace(/^::ffff:(?=\d+\.)/i, '')
  return plainIpAddress.includes(':') ? toNetwork(plainIpAddress) : plainIpAddress.split('.').slice(0, 3).join('.')
}

const tags = ['접속기록']
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)

/** Routes of 이상 징후 for superusers: the open alerts, and marking one as reviewed. */
export function registerTrailAlerts(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: trailAlertsPath,
    schema: { tags, summary: '확인하지 않은 이상 징후', response: { 200: trailAlertListSchema, '4xx': problemSchema } },
    onRequest,
    handler: async () => {
      const results = await readAlerts(db, sql<boolean>`k.alert_id is null`)
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from trail_alert a where not exists (select from trail_alert_look k where k.alert_id = a.id)`.execute(
        db,
      )
      return { results, open_count: rows[0]?.open ?? 0 }
    },
  })
  app.route({
    method: 'POST',
    url: `${trailAlertsPath}/:id/look`,
    schema: {
      tags,
      summary: '이상 징후 확인',
      params: alertPathSchema,
      body: alertNoteSchema,
      response: { 200: trailAlertSchema, '4xx': problemSchema },
    },
    onRequest,
    handler: async (request) => await reviewAlert(db, request, { id: request.params.id, note: request.body.note }),
  })
}

/** Alerts that match `condition` (`a`: the alert, `k`: its review), newest first. */
export async function readAlerts(
  db: Database,
  condition: RawBuilder<boolean>,
  limit: number = maxAlerts,
): Promise<TrailAlert[]> {
  const { rows } = await sql<TrailAlert>`
    select a.id, a.rule, a.at, a.user_name, a.address, a.first_seq, a.last_seq, a.count,
      case when k.alert_id is null then null
        else json_build_object('looked_at', k.looked_at, 'user_name', k.user_name, 'note', k.note) end as look
    from trail_alert a left join trail_alert_look k on k.alert_id = a.id
    where ${condition} order by a.at desc, a.id limit ${limit}`.execute(db)
  return rows
}

/** The first review is kept; later ones don't replace it. */
async function reviewAlert(
  db: Database,
  request: FastifyRequest,
  { id, note }: { id: string; note: string },
): Promise<TrailAlert> {
  const { id: userId, name } = requireSuperuser(request)
  return await db.transaction().execute(async (trx) => {
    const [alert] = await readAlerts(trx, sql<boolean>`a.id = ${id}`)
    if (!alert) throw new HttpProblem(problem('not_found'))
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('trail_alert_look')
      .values({ alert_id: id, user_id: userId, user_name: name, note })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows)
      throw new HttpProblem(problem('refused', { message: '다른 사람이 먼저 확인했습니다. 새로고침해 주세요.' }))
    await writeTrail(trx, {
      user: { id: userId, name },
      ipAddress: request.ip,
      act: 'review',
      collection: 'audit',
      subject: alert.user_name,
      detail: { alert: alert.rule, from: alert.first_seq, to: alert.last_seq },
    })
    const [reviewed] = await readAlerts(trx, sql<boolean>`a.id = ${id}`)
    return reviewed ?? alert
  })
}
