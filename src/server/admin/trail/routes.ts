import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { problem, problemSchema } from '#contract/problem.ts'
import { exportTermsShape } from '#contract/trail/export-reason.ts'
import {
  type ChainCheck,
  chainCheckSchema,
  type ChainState,
  chainStateSchema,
  trailChainPath,
} from '#contract/trail/trail-chain.ts'
import {
  buildTrailExportNames,
  trailDescription,
  trailFilterShape,
  trailPageSchema,
  trailPath,
  type TrailQuery,
  trailQuerySchema,
} from '#contract/trail/trail.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildAttachmentHeader } from '#server/documents/attachment.ts'
import { workbookMediaType } from '#server/documents/xlsx/sheet.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { withoutEmpty } from '#server/trail/write-trail.ts'
import { registerTrailAlerts } from './alerts.ts'
import { checkTrailNow } from './chain/check-chain.ts'
import { getHeadsFile } from './chain/link-rows.ts'
import { exportTrail, readFirstTrailPage, readTrail } from './read-trail.ts'
import { registerTrailReviews } from './reviews.ts'
import { registerSignedExport } from './signed/signed-route.ts'
import { openTrailKey } from './signed/trail-key.ts'
import { buildTrailCondition, writeQueryTrail } from './trail-conditions.ts'

const tags = ['접속기록']
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)

/**
 * Routes of 접속기록 for superusers: the trail as a list and as a sheet. Every query is logged in the
 * trail.
 */
export function trailRoutes(app: App, deps: Deps): void {
  const { db } = deps
  registerTrailChain(app, deps)
  registerTrailAlerts(app, deps)
  registerTrailReviews(app, deps)
  registerSignedExport(app, deps)
  app.route({
    method: 'GET',
    url: `${trailPath}/`,
    schema: {
      tags,
      summary: '접속기록 조회',
      querystring: trailQuerySchema,
      response: { 200: trailPageSchema, '4xx': problemSchema },
    },
    onRequest,
    handler: async (request) => {
      const { after, limit, ...question } = request.query
      const cursor = after ? await resolveCursor(db, request, { after, filters: question }) : undefined
      const newest = cursor?.newest ?? (await writeQueryTrail(db, request, { act: 'list', filters: question }))
      const condition = await buildTrailCondition(db, question)
      const { entries, hasMore, total } = cursor
        ? await readTrail(db, condition, { newest, after: cursor.last, limit })
        : await readFirstTrailPage(db, condition, { newest, limit })
      const last = entries.at(-1)
      return { results: entries, next: hasMore && last ? `${newest}~${last.seq}~${last.at}` : null, ...total }
    },
  })
  app.route({
    method: 'GET',
    url: `${trailPath}/export_excel`,
    schema: { tags, summary: '접속기록 엑셀', querystring: z.object({ ...trailFilterShape, ...exportTermsShape }) },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest,
    handler: async (request, reply) => {
      const newest = await writeQueryTrail(db, request, { act: 'export', filters: request.query })
      const condition = await buildTrailCondition(db, request.query)
      return await reply
        .type(workbookMediaType)
        .header('content-disposition', buildAttachmentHeader(buildTrailExportNames(toOfficeDay(deps.now().getTime()))))
        .send(exportTrail(db, condition, newest))
    },
  })
}

/**
 * Reading further pages needs a query that this user made and that is in the trail, so nobody pages
 * through it unlogged.
 */
async function resolveCursor(
  db: Database,
  request: FastifyRequest,
  { after, filters }: { after: string; filters: TrailQuery },
) {
  const [newest = 0, seq = 0] = after.split('~', 2).map(Number)
  const [, , at = ''] = after.split('~')
  const row = await db
    .selectFrom('audit')
    .select('seq')
    .where('seq', '=', newest)
    .where('user_id', '=', requireSuperuser(request).id)
    .where('act', '=', 'list')
    .where('collection', '=', trailDescription.name)
    .where(sql<boolean>`detail = ${JSON.stringify(withoutEmpty(filters))}::jsonb`)
    .executeTakeFirst()
  if (!row || Number.isNaN(Date.parse(at)))
    throw new HttpProblem(problem('refused', { message: '이어서 읽을 수 없습니다. 목록을 새로고침해 주세요.' }))
  return { newest, last: { seq, at } }
}

/**
 * Integrity of the trail, for superusers: the result of the last check, and a new check on demand.
 */
function registerTrailChain(app: App, deps: Deps): void {
  const { db, newId, config } = deps
  const readChainState = async (): Promise<ChainState> => {
    const { publicPem, fingerprint } = openTrailKey(config.trailKeyFile)
    return { last: await readLastCheck(db), public_key: publicPem, fingerprint }
  }
  app.route({
    method: 'GET',
    url: trailChainPath,
    schema: { tags, summary: '접속기록 위변조 확인 결과', response: { 200: chainStateSchema, '4xx': problemSchema } },
    onRequest,
    handler: readChainState,
  })
  app.route({
    method: 'POST',
    url: trailChainPath,
    schema: { tags, summary: '접속기록 위변조 확인', response: { 200: chainStateSchema, '4xx': problemSchema } },
    // A check reads the whole trail.
    config: { rateLimit: { max: Math.ceil(config.rateLimitPerMinute / 1000), timeWindow: '1 minute' } },
    onRequest,
    handler: async (request) => {
      await checkTrailNow(db, { file: getHeadsFile(config.dataDir), by: requireSuperuser(request).name, newId })
      return await readChainState()
    },
  })
}

async function readLastCheck(db: Database): Promise<ChainCheck | null> {
  const last = await db
    .selectFrom('trail_check')
    .select(['checked_at', 'checked_by', 'is_whole', 'row_count', 'link_count', 'head_number', 'head_hash', 'faults'])
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? chainCheckSchema.parse(last) : null
}
