import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import {
  chosenRecordsSchema,
  destroyedForPersonSchema,
  findPersonSchema,
  foundPersonSchema,
  personExportSchema,
  personRequestSchema,
  personRequestsPath,
  personRequestsSchema,
  requestCloseSchema,
  requestCreateSchema,
  stoppedPath,
  stoppedSchema,
} from '#contract/retention/person-requests.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildAttachmentHeader } from '#server/documents/attachment.ts'
import { workbookMediaType } from '#server/documents/xlsx/sheet.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { requireRetentionManager } from '../policy.ts'
import { destroyForPerson } from './destroy-for-person.ts'
import { buildSearchTerms, findPerson } from './find-person.ts'
import { collectPersonData, exportAsJson, exportAsSheet } from './person-export.ts'
import {
  closeRequest,
  createRequest,
  listRequests,
  listStopped,
  readRequest,
  resumeProcessing,
  stopProcessing,
} from './write-requests.ts'

const tags = ['정보주체 요청']
const refusals = { '4xx': problemSchema }
const onRequest = async (request: FastifyRequest) => void requireRetentionManager(request)
const url = personRequestsPath

/**
 * Requests of persons about their own data. Superusers only, because a search for everything about
 * one person shows more than everyday work needs.
 */
export function personRequestRoutes(app: App, deps: Deps): void {
  registerWriting(app, deps)
  registerFinding(app, deps)
  registerRecordActions(app, deps)
  app.route({
    method: 'GET',
    url: stoppedPath,
    schema: { tags, summary: '처리를 정지한 기록', response: { 200: stoppedSchema } },
    onRequest: async (request) => void requireStaff(request),
    handler: async () => ({ results: await listStopped(deps.db) }),
  })
}

function registerWriting(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url,
    schema: { tags, summary: '정보주체 요청 목록', response: { 200: personRequestsSchema } },
    onRequest,
    handler: async (request) => {
      const results = await listRequests(deps.db)
      await writeTrail(deps.db, { ...requireRetentionManager(request), act: 'list', collection: 'person-requests' })
      return { results }
    },
  })
  app.route({
    method: 'POST',
    url,
    schema: {
      tags,
      summary: '정보주체 요청 접수',
      body: requestCreateSchema,
      response: { 201: personRequestSchema, ...refusals },
    },
    onRequest,
    handler: async (request, reply) =>
      await reply.code(201).send(await createRequest(deps, request.body, requireRetentionManager(request))),
  })
  app.route({
    method: 'PUT',
    url,
    schema: {
      tags,
      summary: '정보주체 요청의 처리 결과',
      body: requestCloseSchema,
      response: { 200: personRequestSchema, ...refusals },
    },
    onRequest,
    handler: async (request) => await closeRequest(deps, request.body, requireRetentionManager(request)),
  })
}

function registerFinding(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: `${url}/find`,
    schema: {
      tags,
      summary: '한 사람에 관한 모든 기록',
      body: findPersonSchema,
      response: { 200: foundPersonSchema, ...refusals },
    },
    onRequest,
    handler: async (request, reply) => {
      const personRequest = await readRequest(deps.db, request.body.request)
      const personData = await collectPersonData(deps, personRequest, request.body.number)
      const detail = { found: personData.records.length, by_number: request.body.number !== null }
      await writeTrail(deps.db, {
        ...buildTrailBase(request),
        act: 'find_person',
        recordId: personRequest.id,
        subject: personRequest.person_name,
        detail,
      })
      return await reply.header('cache-control', 'no-store').send(personData)
    },
  })
  app.route({
    method: 'POST',
    url: `${url}/take_out`,
    schema: { tags, summary: '정보주체에게 줄 파일', body: personExportSchema },
    onRequest,
    handler: async (request, reply) => {
      const personRequest = await readRequest(deps.db, request.body.request)
      const { personRows: rows } = await findPerson(deps.db, buildSearchTerms(personRequest, new Set()))
      const data = { request: personRequest, foundPerson: await collectPersonData(deps, personRequest, null), rows }
      const { format } = request.body
      const detail = { format, records: rows.length }
      await writeTrail(deps.db, {
        ...buildTrailBase(request),
        act: 'export',
        recordId: personRequest.id,
        subject: personRequest.person_name,
        detail,
      })
      const name = `${toOfficeDay(deps.now().getTime())}.${format}`
      return await reply
        .type(format === 'xlsx' ? workbookMediaType : 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          buildAttachmentHeader({ ascii: `person-${name}`, korean: `정보주체 열람 ${name}` }),
        )
        .send(format === 'xlsx' ? exportAsSheet(data) : exportAsJson(data))
    },
  })
}

const buildTrailBase = (request: FastifyRequest) => ({
  ...requireRetentionManager(request),
  collection: 'person-requests',
})

function registerRecordActions(app: App, deps: Deps): void {
  const body = chosenRecordsSchema
  app.route({
    method: 'POST',
    url: `${url}/block`,
    schema: { tags, summary: '처리정지', body, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      await stopProcessing(deps, request.body, requireRetentionManager(request))
      return await reply.code(204).send(null)
    },
  })
  app.route({
    method: 'DELETE',
    url: `${url}/block`,
    schema: { tags, summary: '처리정지 해제', body, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      await resumeProcessing(deps, request.body, requireRetentionManager(request))
      return await reply.code(204).send(null)
    },
  })
  app.route({
    method: 'POST',
    url: `${url}/destroy`,
    schema: {
      tags,
      summary: '정보주체의 요구에 따른 파기',
      body,
      response: { 200: destroyedForPersonSchema, ...refusals },
    },
    onRequest,
    handler: async (request) => await destroyForPerson(deps, request.body, requireRetentionManager(request)),
  })
}
