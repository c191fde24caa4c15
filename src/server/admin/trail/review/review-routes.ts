import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { problem, problemSchema } from '#contract/problem.ts'
import {
  type ReviewMonth,
  reviewMonthsSchema,
  reviewPathSchema,
  signReviewSchema,
  type TrailReview,
  trailReviewSchema,
  trailReviewsPath,
} from '#contract/trail/trail-reviews.ts'
import { finishedMonths } from '#domain/trail/review-months.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { audit } from '#server/audit/audit.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readAlerts } from '../alerts/alert-routes.ts'
import { inMonth, readFigures } from './read-figures.ts'
import { signReview } from './sign-review.ts'

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
      await audit(db, {
        user: { id, name },
        address: request.ip,
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
      await signReview(deps, { month, review: request.body, by: { id, name, address: request.ip } })
      return await readReview(db, month)
    },
  })
}

async function readMonths(db: Database, now: Date): Promise<ReviewMonth[]> {
  const { rows } = await sql<{ first: string | null }>`select min(at) as first from audit`.execute(db)
  const first = rows[0]?.first
  if (!first) return []
  const reviews = await db.selectFrom('trail_review').select(['month', 'reviewed_at', 'user_name']).execute()
  const known = new Map(reviews.map((review) => [review.month, review]))
  return finishedMonths(Date.parse(first), now.getTime()).map((month) => {
    const { reviewed_at = null, user_name = null } = known.get(month) ?? {}
    return { month, reviewed_at, user_name }
  })
}

/** Refuses a month that is not over or has no trail rows. */
async function refuseUnfinished({ db, now }: Deps, month: string): Promise<void> {
  const months = await readMonths(db, now())
  if (!months.some((known) => known.month === month))
    throw new Refusal(problem('not_found', { message: '아직 끝나지 않았거나 접속기록이 없는 달입니다.' }))
}

async function readReview(db: Database, month: string): Promise<TrailReview> {
  const alerts = await readAlerts(db, inMonth(sql`a.at`, month), 500)
  const stored = await db
    .selectFrom('trail_review')
    .select(['reviewed_at', 'user_name', 'remark', 'notes', 'head_number', 'head_hash', 'is_whole', 'figures'])
    .where('month', '=', month)
    .executeTakeFirst()
  if (!stored) return { month, figures: await readFigures(db, month), alerts, signed: null }
  const { figures, ...signed } = stored
  return trailReviewSchema.parse({ month, figures, alerts, signed })
}
