import {
  leaveAllowancePath,
  leaveAllowanceQuerySchema,
  leaveAllowancesSchema,
  leaveGrantSchema,
  leaveListQuerySchema,
  leaveListSchema,
} from '#contract/leave.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { bookOf } from '#contract/books/collections.ts'
import { officeDay } from '#domain/office-date.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { audit, withoutEmpty } from '../plugins/audit.ts'
import { registerFilterOptions } from '../plugins/filter-options.ts'
import { registerGenericWrites } from '../plugins/generic-resource.ts'
import { Refusal, refuseOrdering } from '../plugins/refusal.ts'
import { registerWriteRoutes } from '../plugins/write-routes.ts'
import { grantLeave, readAllowances } from './allowance.ts'
import { leaveRequestCollection } from './collections.ts'
import { leaveList, listLeave } from './list-leave.ts'
import { requireLeaveAccess, requireLeaveGrant } from './policy.ts'

const base = bookOf('leave-requests').path
const tags = [leaveRequestCollection.description.label]

/** Leave requests as a generic list resource (decision 4) with the plain calls of a mirrored collection beside it, and the annual leave of a year. */
export function registerLeaveRoutes(app: App, deps: Deps, writes: WritePipeline): void {
  const resource = { collection: leaveRequestCollection, base, policy: requireLeaveAccess }
  registerList(app, deps, base)
  registerList(app, deps, `${base}list`)
  registerWriteRoutes(app, { writes, newId: deps.newId }, resource)
  registerGenericWrites(app, { writes, newId: deps.newId }, resource)
  registerFilterOptions(app, deps, resource)
  registerAllowance(app, deps)
}

function registerList(app: App, { db }: Deps, url: string): void {
  app.route({
    method: 'GET',
    url,
    schema: { tags, querystring: leaveListQuerySchema, response: { 200: leaveListSchema } },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: async (request) => void requireLeaveAccess(request),
    handler: async (request) => {
      const user = requireLeaveAccess(request)
      if (!isOrderable(leaveList, request.query.ordering)) throw refuseOrdering()
      // Why somebody is away is their own affair: who looks at it leaves a trace.
      await audit(db, {
        user,
        address: request.ip,
        act: 'list',
        collection: leaveRequestCollection.name,
        detail: withoutEmpty(request.query),
      })
      return await listLeave(db, user, request.query)
    },
  })
}

function registerAllowance(app: App, { db, now }: Deps): void {
  const thisYear = () => Number(officeDay(now().getTime()).slice(0, 4))
  app.route({
    method: 'GET',
    url: leaveAllowancePath,
    schema: { tags, querystring: leaveAllowanceQuerySchema, response: { 200: leaveAllowancesSchema } },
    onRequest: async (request) => void requireLeaveAccess(request),
    handler: (request) => readAllowances(db, requireLeaveAccess(request), request.query.year ?? thisYear()),
  })
  app.route({
    method: 'PUT',
    url: leaveAllowancePath,
    schema: { tags, body: leaveGrantSchema, response: { 200: leaveAllowancesSchema, '4xx': problemSchema } },
    onRequest: async (request) => void requireLeaveGrant(request),
    handler: async (request) => {
      const user = requireLeaveGrant(request)
      const year = request.body.year ?? thisYear()
      const isKnown = await grantLeave(db, { ...request.body, year }, { ...user, address: request.ip })
      if (!isKnown) throw new Refusal(problem('not_found'))
      return await readAllowances(db, user, year)
    },
  })
}
