import type { FastifyRequest } from 'fastify'
import { type DemoData, demoDataSchema, demoMarkSchema } from '#contract/admin/demo-data.ts'
import { getBook } from '#contract/books/collections.ts'
import { bookRules } from '#domain/books/books.ts'
import type { Database } from '#server/db/client.ts'
import { type RemovedRecords, removeReportedDemoRecords, unmarkDemo } from '#server/demo/demo-rows.ts'
import type { App } from '#server/deps.ts'
import { requireSuperuser, type SignedInUser } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { writeTrail } from '#server/trail/write-trail.ts'

/**
 * Routes of 데모 데이터: everybody may ask whether there is any; superusers may preview and carry out
 * its removal.
 */
export function demoDataRoutes(app: App, deps: RouteDeps): void {
  const tags = ['데모 데이터']
  const onRequest = [async (request: FastifyRequest) => void requireSuperuser(request)]
  app.route({
    method: 'GET',
    url: '/api/demo-data/mark',
    schema: { tags, summary: '데모 데이터가 있는지', response: { 200: demoMarkSchema } },
    handler: async (_request, reply) => {
      void reply.header('cache-control', 'no-store')
      return { is_present: await deps.demoMark.read() }
    },
  })
  app.route({
    method: 'GET',
    url: '/api/demo-data/',
    schema: { tags, summary: '데모 데이터를 삭제하면 없어지는 것', response: { 200: demoDataSchema } },
    onRequest,
    handler: (request) => previewRemoval(deps.db, (trx) => removeDemoData(trx, deps, requireSuperuser(request))),
  })
  app.route({
    method: 'DELETE',
    url: '/api/demo-data/',
    schema: { tags, summary: '데모 데이터 삭제', response: { 200: demoDataSchema } },
    onRequest,
    handler: async (request) => {
      const user = requireSuperuser(request)
      const demoData = await deps.db.transaction().execute(async (trx) => {
        const removed = await removeDemoData(trx, deps, user)
        await unmarkDemo(trx)
        const detail = { demo: true, parts: removed.parts.map(({ label, removed: count }) => [label, count]) }
        await writeTrail(trx, { user: { id: user.id, name: user.name }, ipAddress: request.ip, act: 'destroy', detail })
        return removed
      })
      deps.demoMark.invalidate()
      // The fictional office name goes with the demo data.
      deps.office.invalidate()
      return demoData
    },
  })
}

async function removeDemoData(
  trx: Database,
  { writableBooks, removeOtherDemoData }: RouteDeps,
  user: SignedInUser,
): Promise<DemoData> {
  const otherCounts = Object.entries(await removeOtherDemoData(trx))
  const removedRecords = await removeReportedDemoRecords(trx, writableBooks, { userId: user.id, userName: user.name })
  return {
    parts: [
      ...removedRecords.map(toDemoPart),
      ...otherCounts
        .filter(([, count]) => count > 0)
        .map(([label, removed]) => ({ label, removed, edited: 0, kept: 0, kept_names: [] })),
    ],
  }
}

/** Maximum number of remaining records listed by name. */
const maxNames = 5

function toDemoPart({ name, removed, edited, unmarked }: RemovedRecords): DemoData['parts'][number] {
  const { label } = getBook(name)
  const names = unmarked.slice(0, maxNames).map((record) => bookRules[name].captionOf(record))
  return { label, removed, edited, kept: unmarked.length, kept_names: names.filter((text) => text !== '') }
}

/**
 * Runs the removal and rolls it back, so that the preview needs no second implementation of what
 * refers to what.
 */
async function previewRemoval(db: Database, run: (trx: Database) => Promise<DemoData>): Promise<DemoData> {
  const dryRunDone = new DryRunDoneError()
  try {
    return await db.transaction().execute(async (trx) => {
      dryRunDone.result = await run(trx)
      throw dryRunDone
    })
  } catch (error) {
    if (error === dryRunDone && dryRunDone.result) return dryRunDone.result
    throw error
  }
}

class DryRunDoneError extends Error {
  override readonly name = 'DryRunDoneError'
  result: DemoData | undefined
}
