import {
  leaveAllowancePath,
  leaveAllowanceQuerySchema,
  leaveAllowancesSchema,
  leaveGrantSchema,
} from '#contract/leave/leave.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { grantLeave, readAllowances } from './allowance.ts'
import { writableLeaveRequestBook } from './leave-request-book.ts'
import { requireLeaveAccess, requireLeaveGrant } from './policy.ts'

const tags = [writableLeaveRequestBook.label]

/** The annual leave of a year, in addition to the requests. */
export function leaveRoutes(app: App, { db, now }: Deps): void {
  const thisYear = () => Number(toOfficeDay(now().getTime()).slice(0, 4))
  app.route({
    method: 'GET',
    url: leaveAllowancePath,
    schema: { tags, querystring: leaveAllowanceQuerySchema, response: { 200: leaveAllowancesSchema } },
    onRequest: async (request) => void requireLeaveAccess(request),
    handler: async (request) => {
      const user = requireLeaveAccess(request)
      const year = request.query.year ?? thisYear()
      const by = { user: { id: user.id, name: user.name }, ipAddress: request.ip }
      await writeTrail(db, { ...by, act: 'list', collection: 'leave-allowance', detail: { year } })
      return await readAllowances(db, user, year)
    },
  })
  app.route({
    method: 'PUT',
    url: leaveAllowancePath,
    schema: { tags, body: leaveGrantSchema, response: { 200: leaveAllowancesSchema, '4xx': problemSchema } },
    onRequest: async (request) => void requireLeaveGrant(request),
    handler: async (request) => {
      const user = requireLeaveGrant(request)
      const year = request.body.year ?? thisYear()
      const isKnown = await grantLeave(db, { ...request.body, year }, { ...user, ipAddress: request.ip })
      if (!isKnown) throw new HttpProblem(problem('not_found'))
      return await readAllowances(db, user, year)
    },
  })
}
