import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Field } from '#contract/books/field.ts'
import {
  blockChangeSchema,
  buildPeopleFileNames,
  type Grant,
  grantsSchema,
  maskCard,
  parseCardNumber,
  peopleFilterShape,
  peopleListSchema,
  peopleOptionsSchema,
  peoplePath,
  peopleQuerySchema,
  peopleRoles,
  peopleStates,
  type Person,
  personChangeSchema,
  personDescription,
  personDevicesSchema,
  personParamsSchema,
  personSchema,
  personUpdateSchema,
  roleChangeSchema,
} from '#contract/people/people.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { endedDevicesSchema } from '#contract/session/session.ts'
import { type ExportTerms, exportTermsShape } from '#contract/trail/export-reason.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { createFieldColumn, maskRow, toSheetRow } from '#domain/sheets/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildAttachmentHeader } from '#server/documents/attachment.ts'
import { buildExportTrailDetail, readExportTerms } from '#server/documents/export/excel-export.ts'
import { buildBookLayout, toSheetName } from '#server/documents/export/write-book.ts'
import { workbookMediaType } from '#server/documents/xlsx/sheet.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { withoutEmpty, writeTrail } from '#server/trail/write-trail.ts'
import { type Actor, changeBlock, changePerson, changeRole } from './change-person.ts'
import { listPeople, readPerson, type ReadRemainingLeave } from './list-people.ts'
import { readPersonDevices, signOutEverywhere } from './person-sessions.ts'

const flagsSchema = z.object({ is_staff: z.boolean(), is_superuser: z.boolean(), is_active: z.boolean() })
const detailSchema = z.object({ before: flagsSchema, after: flagsSchema.nullable() })

/** Role changes of a user, newest first, from the trail, which nobody can edit. */
async function readGrants(db: Database, userId: string): Promise<Grant[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['seq', 'at', 'user_name', 'detail'])
    .where('collection', '=', 'users')
    .where('record_id', '=', userId)
    .where('act', '=', 'role_change')
    .orderBy('seq', 'desc')
    .limit(1000)
    .execute()
  return rows.map(({ seq, at, user_name: by, detail }) => {
    const { before, after } = detailSchema.parse(detail)
    return { seq, at, by, before: toRole(before), after: after && toRole(after) }
  })
}

function toRole({ is_staff, is_superuser, is_active }: z.infer<typeof flagsSchema>) {
  const role = is_superuser ? 'superuser' : is_staff ? 'staff' : 'member'
  return { role, is_blocked: !is_active } as const
}

const tags = ['사용자']
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)
const failures = { '4xx': problemSchema }

interface PeopleDeps extends Deps {
  readonly readRemainingLeave: ReadRemainingLeave
}

/** Routes of 사용자 관리 for superusers: user records, roles, and devices. */
export function peopleRoutes(app: App, deps: Deps & Pick<RouteDeps, 'readRemainingLeave'>): void {
  const people = { ...deps, readRemainingLeave: deps.readRemainingLeave }
  registerLists(app, people)
  registerChanges(app, people)
  registerRoles(app, people)
  registerDevices(app, people)
}

function registerLists(app: App, people: PeopleDeps): void {
  const { db } = people
  for (const url of [`${peoplePath}/`, `${peoplePath}/list`]) {
    app.route({
      method: 'GET',
      url,
      schema: { tags, summary: '사용자 목록', querystring: peopleQuerySchema, response: { 200: peopleListSchema } },
      onRequest,
      handler: async (request) => {
        await writeAccessTrail(people, request, 'list')
        return await listPeople(db, request.query, people.readRemainingLeave)
      },
    })
  }
  app.route({
    method: 'GET',
    url: `${peoplePath}/filter_options`,
    schema: { tags, response: { 200: peopleOptionsSchema } },
    onRequest,
    handler: async () => ({
      position: await readDistinctValues(people, 'position'),
      dept: await readDistinctValues(people, 'dept'),
      role: peopleRoles.map(({ value, label }) => ({ value, label })),
      state: peopleStates.map(({ value, label }) => ({ value, label })),
    }),
  })
  app.route({
    method: 'GET',
    url: `${peoplePath}/export_excel`,
    schema: { tags, summary: '사용자 목록 엑셀', querystring: z.object({ ...peopleFilterShape, ...exportTermsShape }) },
    onRequest,
    handler: async (request, reply) => {
      await writeAccessTrail(people, request, 'export')
      const { results } = await listPeople(db, request.query, people.readRemainingLeave)
      const names = buildPeopleFileNames(toOfficeDay(people.now().getTime()))
      return await reply
        .type(workbookMediaType)
        .header('content-disposition', buildAttachmentHeader(names))
        .send(exportPeople(results, readExportTerms(request.query)))
    },
  })
}

async function writeAccessTrail({ db }: PeopleDeps, request: FastifyRequest, act: 'list' | 'export'): Promise<void> {
  const user = requireSuperuser(request)
  const trailDetail = withoutEmpty(maskQuery(request.query))
  const detail = act === 'export' ? buildExportTrailDetail(trailDetail) : trailDetail
  await writeTrail(db, { user, ipAddress: request.ip, act, collection: 'users', detail })
}

/** Logs a read of a user's details. Refuses an unknown user before logging. */
async function writeReadTrail(people: PeopleDeps, request: FastifyRequest, detail: object): Promise<void> {
  const { id } = personParamsSchema.parse(request.params)
  const person = await requirePerson(people, id)
  const user = requireSuperuser(request)
  await writeTrail(people.db, {
    user,
    ipAddress: request.ip,
    act: 'read',
    collection: 'users',
    recordId: id,
    subject: person.name,
    detail,
  })
}

/** Masks card numbers in a logged search, because the trail is permanent. */
function maskQuery(trailDetail: unknown): object {
  return Object.fromEntries(
    Object.entries(Object(trailDetail)).map(([key, value]) => {
      const digits = typeof value === 'string' ? parseCardNumber(value) : null
      return [key, digits === null ? value : maskCard(digits)]
    }),
  )
}

async function readDistinctValues({ db }: PeopleDeps, key: 'position' | 'dept') {
  const rows = await db.selectFrom('app_user').select(key).distinct().where(key, 'is not', null).orderBy(key).execute()
  return rows.flatMap(({ [key]: value }) => (value ? [{ value, label: value }] : []))
}

function registerChanges(app: App, people: PeopleDeps): void {
  const response = { 200: personSchema, ...failures }
  app.route({
    method: 'PUT',
    url: `${peoplePath}/`,
    schema: { tags, summary: '사용자 수정', body: personChangeSchema, response },
    onRequest,
    handler: async (request) => {
      await changePerson(people, request.body, readActor(request))
      return await requirePerson(people, request.body.id)
    },
  })
  app.route({
    method: 'PUT',
    url: `${peoplePath}/:id/update`,
    schema: { tags, summary: '사용자 수정', params: personParamsSchema, body: personUpdateSchema, response },
    onRequest,
    handler: async (request) => {
      const { id } = request.params
      await changePerson(people, { ...request.body, id }, readActor(request))
      return await requirePerson(people, id)
    },
  })
}

function registerRoles(app: App, people: PeopleDeps): void {
  const response = { 200: personSchema, ...failures }
  app.route({
    method: 'PUT',
    url: `${peoplePath}/:id/role`,
    schema: { tags, summary: '권한 변경', params: personParamsSchema, body: roleChangeSchema, response },
    onRequest,
    handler: async (request) => {
      const { id } = request.params
      await changeRole(people, { ...request.body, id }, readActor(request))
      return await requirePerson(people, id)
    },
  })
  app.route({
    method: 'PUT',
    url: `${peoplePath}/:id/block`,
    schema: { tags, summary: '차단과 해제', params: personParamsSchema, body: blockChangeSchema, response },
    onRequest,
    handler: async (request) => {
      const { id } = request.params
      await changeBlock(people, { ...request.body, id }, readActor(request))
      return await requirePerson(people, id)
    },
  })
  app.route({
    method: 'GET',
    url: `${peoplePath}/:id/grants`,
    schema: {
      tags,
      summary: '권한 변경 이력',
      params: personParamsSchema,
      response: { 200: grantsSchema, ...failures },
    },
    onRequest,
    handler: async (request) => {
      await writeReadTrail(people, request, { grants: true })
      return { grants: await readGrants(people.db, request.params.id) }
    },
  })
}

function registerDevices(app: App, people: PeopleDeps): void {
  app.route({
    method: 'GET',
    url: `${peoplePath}/:id/devices`,
    schema: {
      tags,
      summary: '로그인한 기기',
      params: personParamsSchema,
      response: { 200: personDevicesSchema, ...failures },
    },
    onRequest,
    handler: async (request) => {
      await writeReadTrail(people, request, { devices: true })
      return { devices: await readPersonDevices(people, request.params.id) }
    },
  })
  app.route({
    method: 'DELETE',
    url: `${peoplePath}/:id/devices`,
    schema: {
      tags,
      summary: '모든 기기에서 로그아웃',
      params: personParamsSchema,
      response: { 200: endedDevicesSchema, ...failures },
    },
    onRequest,
    handler: async (request) => {
      await requirePerson(people, request.params.id)
      return { ended: await signOutEverywhere(people, request.params.id, readActor(request)) }
    },
  })
}

function readActor(request: FastifyRequest): Actor {
  const { id, name } = requireSuperuser(request)
  return { id, name, ipAddress: request.ip }
}

async function requirePerson({ db, readRemainingLeave }: PeopleDeps, id: string): Promise<Person> {
  const person = await readPerson(db, id, readRemainingLeave)
  if (!person) throw new HttpProblem(problem('not_found', { message: '사용자를 찾을 수 없습니다.' }))
  return person
}

/**
 * Users as a sheet under the labels of the screen. Card numbers are always masked; other columns
 * follow `isMasked`.
 */
function exportPeople(people: readonly Person[], { isMasked }: Pick<ExportTerms, 'isMasked'>): Readable {
  const columns = personDescription.fields.map((field: Field) =>
    createFieldColumn<Person>(field, (person) => person[field.key as keyof Person]),
  )
  async function* chunks() {
    const rows = people.map((person) => toSheetRow(columns, person))
    yield { rows: isMasked ? rows.map((row) => maskRow(columns, row)) : rows }
  }
  return writeSheet(buildBookLayout(toSheetName(personDescription.label), columns), chunks())
}
