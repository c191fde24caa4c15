import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import {
  rateChangeSchema,
  rateCreateSchema,
  rateListSchema,
  rateRemovalSchema,
  rateSchema,
  ratesPath as url,
} from '#contract/rates/rates.ts'
import type { App, Deps } from '#server/deps.ts'
import { requireStaff, requireSuperuser } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { changeRate, createRate, listRates, type RateWriter, removeRate } from './rates.ts'

const tags = ['요율']
const refusals = { '4xx': problemSchema }
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)

/**
 * Statutory rates and fees: staff read them, superusers maintain them. The public site gets its
 * rates with the office's details.
 */
export function rateRoutes(app: App, deps: Deps & Pick<RouteDeps, 'office'>): void {
  const { office: cachedOffice } = deps
  app.route({
    method: 'GET',
    url,
    schema: { tags, summary: '시행일별 요율', response: { 200: rateListSchema } },
    onRequest: async (request) => void requireStaff(request),
    handler: async () => ({ results: await listRates(deps.db) }),
  })
  app.route({
    method: 'POST',
    url,
    schema: { tags, summary: '새 시행일의 요율', body: rateCreateSchema, response: { 201: rateSchema, ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      const rate = await createRate(deps, request.body, toRateWriter(request))
      cachedOffice.invalidate()
      return await reply.code(201).send(rate)
    },
  })
  app.route({
    method: 'PUT',
    url,
    schema: { tags, summary: '요율 수정', body: rateChangeSchema, response: { 200: rateSchema, ...refusals } },
    onRequest,
    handler: async (request) => {
      const rate = await changeRate(deps, request.body, toRateWriter(request))
      cachedOffice.invalidate()
      return rate
    },
  })
  app.route({
    method: 'DELETE',
    url,
    schema: { tags, summary: '요율 삭제', body: rateRemovalSchema, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      await removeRate(deps, request.body, toRateWriter(request))
      cachedOffice.invalidate()
      return await reply.code(204).send(null)
    },
  })
}

function toRateWriter(request: FastifyRequest): RateWriter {
  const { id, name } = requireSuperuser(request)
  return { id, name, ipAddress: request.ip }
}
