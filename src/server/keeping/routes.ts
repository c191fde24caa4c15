import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  candidatesQuerySchema,
  candidatesSchema,
  holdCreateSchema,
  holdLiftSchema,
  holdsSchema,
  keepingPath,
  keepingSchema,
  ledgerSchema,
  periodCreateSchema,
  periodRemovalSchema,
} from '#contract/keeping/keeping.ts'
import { problemSchema } from '#contract/problem.ts'
import type { App, Deps } from '../deps.ts'
import { audit } from '../audit/audit.ts'
import { readCandidates } from './candidates.ts'
import { proposeNow, startDailyProposals } from './daily-proposals.ts'
import { liftHold, listHolds, createHold } from './holds.ts'
import { removePeriod, setPeriod } from './periods.ts'
import { keepingPerson } from './policy.ts'
import { readKeeping, readLedger } from './read-keeping.ts'

const tags = ['보유기간과 파기']
const refusals = { '4xx': problemSchema }
const onRequest = async (request: FastifyRequest) => void keepingPerson(request)

/**
 * Retention and destruction, superusers only: the retention table, due records, holds, and
 * destroyed records. A daily search proposes due records.
 */
export function keepingRoutes(app: App, deps: Deps): void {
  registerReading(app, deps)
  registerPeriods(app, deps)
  registerHolds(app, deps)
  let stop: (() => Promise<void>) | undefined
  app.addHook('onListen', async () => {
    stop = startDailyProposals(app.log, deps)
  })
  app.addHook('onClose', async () => await stop?.())
}

function registerReading(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: `${keepingPath}/`,
    schema: { tags, summary: '보유기간과 파기 대상', response: { 200: keepingSchema } },
    onRequest,
    handler: async () => await readKeeping(deps),
  })
  app.route({
    method: 'POST',
    url: `${keepingPath}/look`,
    schema: { tags, summary: '파기 대상 다시 찾기', response: { 200: keepingSchema } },
    onRequest,
    handler: async () => {
      await proposeNow(deps)
      return await readKeeping(deps)
    },
  })
  app.route({
    method: 'GET',
    url: `${keepingPath}/candidates`,
    schema: { tags, summary: '파기 대상', querystring: candidatesQuerySchema, response: { 200: candidatesSchema } },
    onRequest,
    handler: async (request) => {
      const answer = await readCandidates(deps.db, request.query)
      const detail = { ...request.query, count: answer.results.length }
      await audit(deps.db, { ...keepingPerson(request), act: 'list', collection: 'destruction', detail })
      return answer
    },
  })
  app.route({
    method: 'GET',
    url: `${keepingPath}/ledger`,
    schema: { tags, summary: '파기 대장', response: { 200: ledgerSchema } },
    onRequest,
    handler: async () => ({ results: await readLedger(deps.db) }),
  })
}

function registerPeriods(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: `${keepingPath}/periods`,
    schema: {
      tags,
      summary: '새 시행일의 보유기간',
      body: periodCreateSchema,
      response: { 201: keepingSchema, ...refusals },
    },
    onRequest,
    handler: async (request, reply) => {
      await setPeriod(deps, request.body, keepingPerson(request))
      await proposeNow(deps)
      return await reply.code(201).send(await readKeeping(deps))
    },
  })
  app.route({
    method: 'DELETE',
    url: `${keepingPath}/periods`,
    schema: {
      tags,
      summary: '보유기간 삭제',
      body: periodRemovalSchema,
      response: { 200: keepingSchema, ...refusals },
    },
    onRequest,
    handler: async (request) => {
      await removePeriod(deps, request.body.id, keepingPerson(request))
      await proposeNow(deps)
      return await readKeeping(deps)
    },
  })
}

function registerHolds(app: App, deps: Deps): void {
  const url = `${keepingPath}/holds`
  app.route({
    method: 'GET',
    url,
    schema: { tags, summary: '보존하고 있는 기록', response: { 200: holdsSchema } },
    onRequest,
    handler: async () => ({ results: await listHolds(deps) }),
  })
  app.route({
    method: 'POST',
    url,
    schema: { tags, summary: '파기에서 빼고 보존', body: holdCreateSchema, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      await createHold(deps, request.body, keepingPerson(request))
      return await reply.code(204).send(null)
    },
  })
  app.route({
    method: 'DELETE',
    url,
    schema: { tags, summary: '보존 해제', body: holdLiftSchema, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      await liftHold(deps, request.body.id, keepingPerson(request))
      await proposeNow(deps)
      return await reply.code(204).send(null)
    },
  })
}
