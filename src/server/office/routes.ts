import type { FastifyRequest } from 'fastify'
import {
  officeChangeSchema,
  officeSchema,
  sealPictureLimits,
  sealPictureSchema,
} from '#contract/office/office-settings.ts'
import { officePath, officeSealPath } from '#contract/office/office-words.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { readOfficeAnswer, type KnownOffice } from '../office-profile/read-office.ts'
import type { App, Deps } from '../deps.ts'
import type { ServerDeps } from '../server-deps.ts'
import { readPictureForm, servePictures } from '../documents/pictures/store-picture.ts'
import { requireSuperuser } from '../plugins/bearer.ts'
import { Refusal } from '../http/refusal.ts'
import { changeOffice } from './change-office.ts'
import { storeSealPicture } from './seal-picture.ts'

const tags = ['사무소']
const refusals = { '4xx': problemSchema }
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)

/**
 * Routes of the office's own details: everybody reads them, a superuser changes them and the
 * picture of the seal.
 */
export function officeRoutes(app: App, deps: Deps & Pick<ServerDeps, 'office'>): void {
  const { office: known } = deps
  registerReading(app, deps, known)
  registerChange(app, deps, known)
  registerSeal(app, deps)
  servePictures(app, deps.db, { table: 'office_picture', path: officeSealPath, tag: '사무소', cache: 'private' })
}

function registerReading(app: App, { db, now }: Deps, known: KnownOffice): void {
  app.route({
    method: 'GET',
    url: officePath,
    schema: { tags, summary: '사무소 정보', response: { 200: officeSchema } },
    handler: async ({ user }, reply) => {
      reply.header('cache-control', 'no-cache')
      // Somebody about to edit reads the current row from the database, whichever process wrote it.
      if (user?.isStaff || user?.isSuperuser) return await readOfficeAnswer(db, now())
      return { ...(await known.read()), account: '' }
    },
  })
}

function registerChange(app: App, deps: Deps, known: KnownOffice): void {
  app.route({
    method: 'PUT',
    url: officePath,
    schema: {
      tags,
      summary: '사무소 정보 수정',
      body: officeChangeSchema,
      response: { 200: officeSchema, ...refusals },
    },
    onRequest,
    handler: async (request) => {
      const user = requireSuperuser(request)
      const office = await changeOffice(deps, request.body, { ...user, address: request.ip })
      known.forget()
      return office
    },
  })
}

function registerSeal(app: App, { db }: Deps): void {
  app.route({
    method: 'POST',
    url: officeSealPath,
    schema: { tags, summary: '직인 이미지 올리기', response: { 201: sealPictureSchema, ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      if (!request.isMultipart()) throw new Refusal(problem('unsupported_media_type'))
      const { picture } = await readPictureForm(request, sealPictureLimits)
      if (picture === undefined) {
        const message = '이미지를 선택해 주세요.'
        throw new Refusal(problem('invalid_request', { message, fields: { img: message } }))
      }
      return reply.code(201).send({ url: await storeSealPicture(db, picture) })
    },
  })
}
