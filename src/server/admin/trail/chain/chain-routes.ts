import type { FastifyRequest } from 'fastify'
import { problemSchema } from '#contract/problem.ts'
import {
  type ChainCheck,
  chainCheckSchema,
  type ChainState,
  chainStateSchema,
  trailChainPath,
} from '#contract/trail/trail-chain.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { openTrailKey } from '../signed/trail-key.ts'
import { checkNow } from './check-now.ts'
import { headsFile } from './saved-heads.ts'

const tags = ['접속기록']
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)

/**
 * Integrity of the trail, for superusers: the result of the last check, and a new check on demand.
 */
export function registerTrailChain(app: App, deps: Deps): void {
  const { db, newId, config } = deps
  const read = async (): Promise<ChainState> => {
    const { publicPem, fingerprint } = openTrailKey(config.trailKeyFile)
    return { last: await readLastCheck(db), public_key: publicPem, fingerprint }
  }
  app.route({
    method: 'GET',
    url: trailChainPath,
    schema: { tags, summary: '접속기록 위변조 확인 결과', response: { 200: chainStateSchema, '4xx': problemSchema } },
    onRequest,
    handler: read,
  })
  app.route({
    method: 'POST',
    url: trailChainPath,
    schema: { tags, summary: '접속기록 위변조 확인', response: { 200: chainStateSchema, '4xx': problemSchema } },
    // A check reads the whole trail.
    config: { rateLimit: { max: Math.ceil(config.rateLimitPerMinute / 1000), timeWindow: '1 minute' } },
    onRequest,
    handler: async (request) => {
      await checkNow(db, { file: headsFile(config.dataDir), by: requireSuperuser(request).name, newId })
      return await read()
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
