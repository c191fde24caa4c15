import { z } from 'zod'
import { getBook } from '#contract/books/collections.ts'
import { cardUsageSchemas } from '#contract/card-usage/card-usage.ts'
import { problem } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import { registerWriteRoute, type RequestParts, toFields } from '#server/books/write-routes.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { acceptLooseTypes, writableCardUsageBook } from './books.ts'

/** Calls of card usage and car ledger beyond those of every book. Both PUT paths save. */
export function cardUsageRoutes(app: App, deps: Deps & Pick<RouteDeps, 'writes'>): void {
  const writes = acceptLooseTypes(deps.writes)
  for (const path of [getBook('card-usage').path, '/api/mysql/car/']) {
    registerNamedRoute(app, deps, { writes, url: `${path}:id`, kind: 'update' })
    registerNamedRoute(app, deps, { writes, url: `${path}:id`, kind: 'delete' })
  }
}

interface NamedRoute {
  readonly writes: WritePipeline
  readonly url: string
  readonly kind: 'update' | 'delete'
}

/**
 * `PUT` and `DELETE {id}`: the record is named by its approval number or, when written by hand
 * without one, by its id.
 */
function registerNamedRoute(app: App, { db }: Deps, { writes, url, kind }: NamedRoute): void {
  registerWriteRoute(app, writes, {
    method: kind === 'update' ? 'PUT' : 'DELETE',
    url,
    kind,
    book: writableCardUsageBook,
    policy: requireStaff,
    params: z.object({ id: z.string().max(300) }),
    ...(kind === 'update' && {
      body: cardUsageSchemas.change.extend({ pay: z.union([z.string(), z.number(), z.null()]).optional() }),
    }),
    parseInput: async (request) => ({
      body: { ...toFields(request.body), id: await findRecordId(db, readId(request)) },
    }),
  })
}

function readId({ params }: RequestParts): string {
  return z.object({ id: z.string() }).parse(params).id
}

async function findRecordId(db: Database, name: string): Promise<string> {
  const byNumber = await db.selectFrom('card_usage').select('id').where('approve_num', '=', name).executeTakeFirst()
  if (byNumber) return byNumber.id
  // A deleted record must still be found by its id, so that a repeated delete gets its stored
  // response.
  const id = idSchema.safeParse(name)
  if (id.success) return id.data
  throw new HttpProblem(problem('not_found'))
}
