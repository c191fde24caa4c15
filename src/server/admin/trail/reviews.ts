import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { problem, problemSchema } from '#contract/problem.ts'
import {
  maxListedExports,
  type ReviewFigures,
  type ReviewMonth,
  reviewMonthsSchema,
  reviewPathSchema,
  type ReviewSignOff,
  signReviewSchema,
  type TrailReview,
  trailReviewSchema,
  trailReviewsPath,
} from '#contract/trail/trail-reviews.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { getReviewBounds, listFinishedMonths } from '#domain/trail/trail-words.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { readAlerts } from './alerts.ts'
import { checkTrailNow } from './chain/check-chain.ts'
import { getHeadsFile } from './chain/link-rows.ts'
import { countsCopyOnce } from './trail-conditions.ts'

const tags = ['접속기록']
const url = `${trailReviewsPath}/:month`
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)

/** Routes of 월별 점검 for superusers. Opening a month is logged in the trail. */
export function registerTrailReviews(app: App, deps: Deps): void {
  const { db } = deps
  app.route({
    method: 'GET',
    url: trailReviewsPath,
    schema: { tags, summary: '월별 점검 목록', response: { 200: reviewMonthsSchema, '4xx': problemSchema } },
    onRequest,
    handler: async () => {
      const results = await readMonths(db, deps.now())
      return { results, due_count: results.filter(({ reviewed_at }) => reviewed_at === null).length }
    },
  })
  app.route({
    method: 'GET',
    url,
    schema: {
      tags,
      summary: '월별 점검 내용',
      params: reviewPathSchema,
      response: { 200: trailReviewSchema, '4xx': problemSchema },
    },
    onRequest,
    handler: async (request) => {
      const { month } = request.params
      await refuseUnfinished(deps, month)
      const { id, name } = requireSuperuser(request)
      await writeTrail(db, {
        user: { id, name },
        ipAddress: request.ip,
        act: 'read',
        collection: 'audit',
        detail: { month },
      })
      return await readReview(db, month)
    },
  })
  app.route({
    method: 'POST',
    url,
    schema: {
      tags,
      summary: '월별 점검 완료',
      params: reviewPathSchema,
      body: signReviewSchema,
      response: { 200: trailReviewSchema, '4xx': problemSchema },
    },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest,
    handler: async (request) => {
      const { month } = request.params
      await refuseUnfinished(deps, month)
      const { id, name } = requireSuperuser(request)
      await signReview(deps, { month, review: request.body, by: { id, name, ipAddress: request.ip } })
      return await readReview(db, month)
    },
  })
}

async function readMonths(db: Database, now: Date): Promise<ReviewMonth[]> {
  const { rows } = await sql<{ first: string | null }>`select min(at) as first from audit`.execute(db)
  const first = rows[0]?.first
  if (!first) return []
  const reviews = await db.selectFrom('trail_review').select(['month', 'reviewed_at', 'user_name']).execute()
  const reviewByMonth = new Map(reviews.map((review) => [review.month, review]))
  return listFinishedMonths(Date.parse(first), now.getTime()).map((month) => {
    const { reviewed_at = null, user_name = null } = reviewByMonth.get(month) ?? {}
    return { month, reviewed_at, user_name }
  })
}

/** Refuses a month that is not over or has no trail rows. */
async function refuseUnfinished({ db, now }: Deps, month: string): Promise<void> {
  const months = await readMonths(db, now())
  if (!months.some((listedMonth) => listedMonth.month === month))
    throw new HttpProblem(problem('not_found', { message: '아직 끝나지 않았거나 접속기록이 없는 달입니다.' }))
}

async function readReview(db: Database, month: string): Promise<TrailReview> {
  const alerts = await readAlerts(db, isInMonth(sql`a.at`, month), 500)
  const stored = await db
    .selectFrom('trail_review')
    .select(['reviewed_at', 'user_name', 'remark', 'notes', 'head_number', 'head_hash', 'is_whole', 'figures'])
    .where('month', '=', month)
    .executeTakeFirst()
  if (!stored) return { month, figures: await readReviewFigures(db, month), alerts, signed: null }
  const { figures, ...signed } = stored
  return trailReviewSchema.parse({ month, figures, alerts, signed })
}

interface ReviewSigning {
  readonly month: string
  readonly review: ReviewSignOff
  readonly by: { readonly id: string; readonly name: string; readonly ipAddress: string }
}

/**
 * 점검 완료: stores the figures, the notes, and the chain head, checked at that moment. Once per month;
 * a second attempt is refused.
 */
async function signReview(deps: Deps, { month, review, by }: ReviewSigning): Promise<void> {
  const { db, newId } = deps
  const { isWhole, head } = await checkTrailNow(db, { file: getHeadsFile(deps.config.dataDir), by: by.name, newId })
  const figures = await readReviewFigures(db, month)
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('trail_review')
      .values({
        month,
        user_id: by.id,
        user_name: by.name,
        remark: review.remark,
        is_whole: isWhole,
        figures: JSON.stringify(figures),
        notes: JSON.stringify(review.notes),
        head_number: head.number,
        head_hash: head.hash,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows)
      throw new HttpProblem(problem('refused', { message: '이미 점검을 마친 달입니다. 새로고침해 주세요.' }))
    await writeTrail(trx, {
      user: { id: by.id, name: by.name },
      ipAddress: by.ipAddress,
      act: 'review',
      collection: 'audit',
      detail: { month, chain: isWhole ? 'whole' : 'broken', head: head.number },
    })
  })
}

/** Condition that a column's instant lies in a month of the office's time zone. */
function isInMonth(column: RawBuilder<unknown>, month: string): RawBuilder<boolean> {
  const { first, last } = getReviewBounds(month)
  const startOfDay = (day: string) => sql`${`${day}T00:00:00+09:00`}::timestamptz`
  return sql<boolean>`(${column} >= ${startOfDay(first)} and ${column} < ${startOfDay(addDays(last, 1))})`
}

const isExport = sql<boolean>`a.act in ('export', 'print')`
const reason = sql<string | null>`nullif(trim(a.detail->>'reason'), '')`
/** SQL counterpart of `isNight` and `isSunday` in #domain/trail/find-alerts.ts. */
const isUnusualHour = sql<boolean>`(extract(hour from a.at at time zone 'Asia/Seoul') not between 6 and 21
  or extract(dow from a.at at time zone 'Asia/Seoul') = 0)`

/** Figures of a month, read on one snapshot. */
async function readReviewFigures(db: Database, month: string): Promise<ReviewFigures> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const inPeriod = sql<boolean>`(${isInMonth(sql`a.at`, month)} and ${countsCopyOnce('a')})`
      const acts = await sql<ReviewFigures['acts'][number]>`
        select a.act, count(*)::int as count from audit a where ${inPeriod} group by a.act order by 2 desc, 1`.execute(
        snapshot,
      )
      const people = await sql<ReviewFigures['people'][number]>`
        select a.user_name, count(*)::int as count,
          (count(*) filter (where a.act in ('reveal', 'find_number')))::int as reveals,
          (count(*) filter (where ${isExport}))::int as taken_out,
          (count(*) filter (where a.act in ('not_permitted', 'proof_refused')))::int as refusals,
          (count(*) filter (where ${isUnusualHour}))::int as unusual_hours
        from audit a where ${inPeriod} and a.user_id is not null group by a.user_id, a.user_name order by 2 desc, 1 limit 200`.execute(
        snapshot,
      )
      const roles = await sql<ReviewFigures['role_changes'][number]>`
        select a.at, a.user_name, a.subject from audit a where ${inPeriod} and a.act = 'role_change' order by a.at limit ${maxListedExports}`.execute(
        snapshot,
      )
      return {
        rows: acts.rows.reduce((sum, { count }) => sum + count, 0),
        acts: acts.rows,
        people: people.rows,
        role_changes: roles.rows,
        taken_out: await readTakenOut(snapshot, inPeriod),
      }
    })
}

async function readTakenOut(snapshot: Database, inPeriod: RawBuilder<boolean>): Promise<ReviewFigures['taken_out']> {
  const counts = await sql<{ count: number; without_reason: number }>`
    select count(*)::int as count, (count(*) filter (where ${reason} is null))::int as without_reason
    from audit a where ${inPeriod} and ${isExport}`.execute(snapshot)
  const { rows: listed } = await sql<ReviewFigures['taken_out']['listed'][number]>`
    select a.seq, a.at, a.user_name, a.act, a.collection, ${reason} as reason
    from audit a where ${inPeriod} and ${isExport} order by a.at, a.seq limit ${maxListedExports}`.execute(snapshot)
  return { count: 0, without_reason: 0, ...counts.rows[0], listed }
}
