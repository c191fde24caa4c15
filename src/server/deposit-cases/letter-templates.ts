import type { FastifyRequest } from 'fastify'
import type { Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import {
  type LetterTemplate,
  type LetterTemplateChange,
  letterTemplateChangeSchema,
  letterTemplateCreateSchema,
  letterTemplateListSchema,
  letterTemplateRemovalSchema,
  letterTemplateSchema,
  letterTemplatePath as url,
} from '#contract/deposit-cases/deposit-cases.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { TrailAct } from '#contract/trail/trail.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem, requireVersion } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { LetterTemplateTable } from '#server/schema/tables/official-letter.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'

const tags = ['공문']
const onRequest = async (request: FastifyRequest) => void requireStaff(request)
const refusals = { '4xx': problemSchema }

/**
 * Templates 서식 of official letters. All staff read and change them; the second of two concurrent
 * changes is refused.
 */
export function registerLetterTemplates(app: App, deps: Deps): void {
  registerReading(app, deps)
  registerCreate(app, deps)
  registerChange(app, deps)
  registerRemoval(app, deps)
}

function registerReading(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url,
    schema: { tags, response: { 200: letterTemplateListSchema } },
    onRequest,
    handler: async () => {
      const rows = await db.selectFrom('letter_template').selectAll().orderBy('name').orderBy('id').execute()
      return { results: rows.map(toTemplate) }
    },
  })
}

function registerCreate(app: App, { db }: Deps): void {
  app.route({
    method: 'POST',
    url,
    schema: { tags, body: letterTemplateCreateSchema, response: { 201: letterTemplateSchema, ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      const { id, ...texts } = request.body
      const created = await db.transaction().execute(async (trx) => {
        const inserted = await trx
          .insertInto('letter_template')
          .values({ id, ...texts, updated_by: requireStaff(request).name })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (inserted) await writeTemplateTrail(trx, request, { act: 'create', id, name: texts.name })
        return inserted ?? (await lockTemplate(trx, id))
      })
      if (created === undefined) throw new HttpProblem(problem('not_found'))
      return await reply.code(201).send(toTemplate(created))
    },
  })
}

function registerChange(app: App, { db, now }: Deps): void {
  app.route({
    method: 'PUT',
    url,
    schema: { tags, body: letterTemplateChangeSchema, response: { 200: letterTemplateSchema, ...refusals } },
    onRequest,
    handler: async (request) => {
      const { id, version, ...texts } = request.body
      const { name } = requireStaff(request)
      return await db.transaction().execute(async (trx) => {
        await lockUnchanged(trx, { id, version })
        const changed = await trx
          .updateTable('letter_template')
          .set({ ...texts, version: version + 1, updated_by: name, updated_at: now().toISOString() })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await writeTemplateTrail(trx, request, { act: 'update', id, name: texts.name })
        return toTemplate(changed)
      })
    },
  })
}

function registerRemoval(app: App, { db }: Deps): void {
  app.route({
    method: 'DELETE',
    url,
    schema: { tags, body: letterTemplateRemovalSchema, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      const { id } = request.body
      await db.transaction().execute(async (trx) => {
        const { name } = await lockUnchanged(trx, request.body)
        await trx.deleteFrom('letter_template').where('id', '=', id).execute()
        await writeTemplateTrail(trx, request, { act: 'delete', id, name })
      })
      return await reply.code(204).send(null)
    },
  })
}

async function lockTemplate(trx: Transaction<Tables>, id: string): Promise<TemplateRow | undefined> {
  return await trx.selectFrom('letter_template').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

async function lockUnchanged(
  trx: Transaction<Tables>,
  { id, version }: Pick<LetterTemplateChange, 'id' | 'version'>,
): Promise<TemplateRow> {
  return await requireVersion(await lockTemplate(trx, id), version, { notFoundMessage: '서식을 찾을 수 없습니다.' })
}

async function writeTemplateTrail(
  trx: Transaction<Tables>,
  request: FastifyRequest,
  { act, id, name }: { act: TrailAct; id: string; name: string },
): Promise<void> {
  const user = requireStaff(request)
  await writeTrail(trx, {
    user: { id: user.id, name: user.name },
    ipAddress: request.ip,
    act,
    collection: 'letter-templates',
    recordId: id,
    detail: { name },
  })
}

type TemplateRow = Selectable<LetterTemplateTable>

function toTemplate({ inserted_at: _insertedAt, ...template }: TemplateRow): LetterTemplate {
  return template
}
