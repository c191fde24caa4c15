import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import { type ConfirmedKindName, confirmedKindNames, retentionKinds } from '#contract/retention/retention-kinds.ts'
import {
  candidatesQuerySchema,
  candidatesSchema,
  type DestructionRow,
  holdCreateSchema,
  holdLiftSchema,
  holdsSchema,
  ledgerSchema,
  periodCreateSchema,
  periodRemovalSchema,
  type RetentionOverview,
  retentionOverviewSchema,
  retentionPath,
} from '#contract/retention/retention.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { App, Deps } from '#server/deps.ts'
import { tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { proposeNow, readCandidates, startDailyProposals } from './candidates.ts'
import { endingRules } from './find-due.ts'
import { createHold, liftHold, listHolds } from './holds.ts'
import { listPeriods, readRetentionYears, removePeriod, setPeriod } from './periods.ts'
import { requireRetentionManager } from './policy.ts'

const tags = ['보유기간과 파기']
const refusals = { '4xx': problemSchema }
const onRequest = async (request: FastifyRequest) => void requireRetentionManager(request)

/**
 * Retention and destruction, superusers only: the retention table, due records, holds, and
 * destroyed records. A daily search proposes due records.
 */
export function retentionRoutes(app: App, deps: Deps): void {
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
    url: `${retentionPath}/`,
    schema: { tags, summary: '보유기간과 파기 대상', response: { 200: retentionOverviewSchema } },
    onRequest,
    handler: async () => await readRetention(deps),
  })
  app.route({
    method: 'POST',
    url: `${retentionPath}/look`,
    schema: { tags, summary: '파기 대상 다시 찾기', response: { 200: retentionOverviewSchema } },
    onRequest,
    handler: async () => {
      await proposeNow(deps)
      return await readRetention(deps)
    },
  })
  app.route({
    method: 'GET',
    url: `${retentionPath}/candidates`,
    schema: { tags, summary: '파기 대상', querystring: candidatesQuerySchema, response: { 200: candidatesSchema } },
    onRequest,
    handler: async (request) => {
      const candidates = await readCandidates(deps.db, request.query)
      const detail = { ...request.query, count: candidates.results.length }
      await writeTrail(deps.db, { ...requireRetentionManager(request), act: 'list', collection: 'destruction', detail })
      return candidates
    },
  })
  app.route({
    method: 'GET',
    url: `${retentionPath}/ledger`,
    schema: { tags, summary: '파기 대장', response: { 200: ledgerSchema } },
    onRequest,
    handler: async () => ({ results: await readLedger(deps.db) }),
  })
}

function registerPeriods(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: `${retentionPath}/periods`,
    schema: {
      tags,
      summary: '새 시행일의 보유기간',
      body: periodCreateSchema,
      response: { 201: retentionOverviewSchema, ...refusals },
    },
    onRequest,
    handler: async (request, reply) => {
      await setPeriod(deps, request.body, requireRetentionManager(request))
      await proposeNow(deps)
      return await reply.code(201).send(await readRetention(deps))
    },
  })
  app.route({
    method: 'DELETE',
    url: `${retentionPath}/periods`,
    schema: {
      tags,
      summary: '보유기간 삭제',
      body: periodRemovalSchema,
      response: { 200: retentionOverviewSchema, ...refusals },
    },
    onRequest,
    handler: async (request) => {
      await removePeriod(deps, request.body.id, requireRetentionManager(request))
      await proposeNow(deps)
      return await readRetention(deps)
    },
  })
}

function registerHolds(app: App, deps: Deps): void {
  const url = `${retentionPath}/holds`
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
      await createHold(deps, request.body, requireRetentionManager(request))
      return await reply.code(204).send(null)
    },
  })
  app.route({
    method: 'DELETE',
    url,
    schema: { tags, summary: '보존 해제', body: holdLiftSchema, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      await liftHold(deps, request.body.id, requireRetentionManager(request))
      await proposeNow(deps)
      return await reply.code(204).send(null)
    },
  })
}

/** The retention table with the records due today. */
async function readRetention({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<RetentionOverview> {
  const today = toOfficeDay(now().getTime())
  const lastRun = await db
    .selectFrom('retention_look')
    .select('looked_at')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  const due = await Promise.all(confirmedKindNames.map((kind) => readDue(db, kind, today)))
  return { today, looked_at: lastRun?.looked_at ?? null, due, periods: await listPeriods(db) }
}

async function readDue(db: Kysely<Tables>, kind: ConfirmedKindName, today: string) {
  const totals = await db
    .selectFrom('destruction_candidate')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('ended_on').as('oldest_ended_on'),
      eb.fn.min('due_on').as('oldest_due_on'),
    ])
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const { count, oldest_ended_on, oldest_due_on } = totals
  const [years, held, unended] = [
    await readRetentionYears(db, kind, today),
    await countHeld(db, kind, today),
    await countUnended(db, kind),
  ]
  return { kind, years, count, oldest_ended_on, oldest_due_on, held, unended }
}

async function countHeld(db: Kysely<Tables>, kind: ConfirmedKindName, today: string): Promise<number> {
  if (kind === 'deleted-records') return 0
  const { held } = await db
    .selectFrom('retention_hold')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('collection', '=', retentionKinds[kind].collection)
    .where('lifted_at', 'is', null)
    .where('until', '>=', today)
    .executeTakeFirstOrThrow()
  return held
}

async function countUnended(db: Kysely<Tables>, kind: ConfirmedKindName): Promise<number> {
  if (kind === 'deleted-records') return 0
  const { collection, endedOnSql } = endingRules[kind]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(tableByCollection[collection])} t
    where ${endedOnSql} is null and t.inserted_at < now() - interval '2 years'
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** 파기 대장, newest first. */
async function readLedger(db: Kysely<Tables>): Promise<DestructionRow[]> {
  const { rows } = await sql<DestructionRow>`
    select d.id, d.kind, d.asked, d.ended_from, d.ended_to, d.period, d.ground, d.way, d.confirmed_by, d.confirmed_at,
      (select count(*) from destroyed_record r where r.destruction_id = d.id and not r.is_part) as destroyed
    from destruction d order by d.confirmed_at desc, d.id desc limit 1000
  `.execute(db)
  return rows
}
