import type { FastifyRequest } from 'fastify'
import { sql, type Transaction } from 'kysely'
import { officePath, officeStampPath } from '#contract/office/office-paths.ts'
import {
  officeChangeSchema,
  type OfficeResponse,
  officeSchema,
  type OfficeSettings,
  stampPictureLimits,
  stampPictureSchema,
} from '#contract/office/office-settings.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { newOffice } from '#domain/office/office.ts'
import type { Database } from '#server/db/client.ts'
import { hasDemoData } from '#server/demo/demo-rows.ts'
import type { App, Deps } from '#server/deps.ts'
import { writePdf } from '#server/documents/pdf/write-pdf.ts'
import { preparePicture, readPictureForm, servePictures } from '#server/documents/pictures/store-picture.ts'
import { HttpProblem, requireVersion } from '#server/http/http-problem.ts'
import {
  addStampStrokes,
  type CachedOffice,
  officeKeys,
  readOfficeResponse,
  readPriceExamples,
} from '#server/office-profile/read-office.ts'
import { requireSuperuser, type SignedInUser } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'

const tags = ['사무소']
const refusals = { '4xx': problemSchema }
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)

/**
 * Routes of the office's own details: everybody reads them, a superuser changes them and the
 * picture of the stamp.
 */
export function officeRoutes(app: App, deps: Deps & Pick<RouteDeps, 'office'>): void {
  const { office: cachedOffice } = deps
  registerReading(app, deps, cachedOffice)
  registerChange(app, deps, cachedOffice)
  registerStamp(app, deps)
  servePictures(app, deps.db, { table: 'office_picture', path: officeStampPath, tag: '사무소', cache: 'private' })
}

function registerReading(app: App, { db, now }: Deps, cachedOffice: CachedOffice): void {
  app.route({
    method: 'GET',
    url: officePath,
    schema: { tags, summary: '사무소 정보', response: { 200: officeSchema } },
    handler: async ({ user }, reply) => {
      reply.header('cache-control', 'no-cache')
      // Somebody about to edit reads the current row, which another process may have written.
      if (user?.isStaff || user?.isSuperuser) return await readOfficeResponse(db, now())
      return { ...(await cachedOffice.read()), account: '' }
    },
  })
}

function registerChange(app: App, deps: Deps, cachedOffice: CachedOffice): void {
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
      const office = await changeOffice(deps, request.body, { ...user, ipAddress: request.ip })
      cachedOffice.invalidate()
      return office
    },
  })
}

function registerStamp(app: App, { db }: Deps): void {
  app.route({
    method: 'POST',
    url: officeStampPath,
    schema: { tags, summary: '직인 이미지 올리기', response: { 201: stampPictureSchema, ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      if (!request.isMultipart()) throw new HttpProblem(problem('unsupported_media_type'))
      const { picture } = await readPictureForm(request, stampPictureLimits)
      if (picture === undefined) {
        const message = '이미지를 선택해 주세요.'
        throw new HttpProblem(problem('invalid_request', { message, fields: { img: message } }))
      }
      return reply.code(201).send({ url: await storeStampPicture(db, picture) })
    },
  })
}

/**
 * Stores a picture of the stamp and returns its path. Throws a refusal for a file that is not a
 * picture or cannot be printed.
 */
async function storeStampPicture(db: Database, file: Uint8Array): Promise<string> {
  const { id, media_type, bytes } = preparePicture(file, { maxSide: stampPictureLimits.maxSide, field: 'img' })
  // The screen converts every picture to PNG; other clients must do so themselves.
  if (media_type === 'image/webp') throw createRefusal('직인은 PNG나 JPEG 이미지로 올려 주세요.')
  await requirePrintable(bytes)
  await sql`
    insert into office_picture (id, media_type, bytes) values (${id}, ${media_type}, ${bytes})
    on conflict (id) do update set inserted_at = now()
  `.execute(db)
  await sweepPictures(db)
  return `${officeStampPath}${id}`
}

/** Refuses it now rather than failing when a letter is drawn. */
async function requirePrintable(bytes: Buffer): Promise<void> {
  const stamp = new Uint8Array(bytes)
  const pdfInfo = { title: '', author: '', createdAt: new Date(0).toISOString(), pageLine: '' }
  try {
    await writePdf({ ...pdfInfo, blocks: [{ kind: 'signature', text: '', size: 18, stamp: { picture: stamp } }] })
  } catch {
    throw createRefusal('인쇄할 수 없는 이미지입니다. PNG로 다시 저장한 뒤 올려 주세요.')
  }
}

function createRefusal(message: string): HttpProblem {
  return new HttpProblem(problem('unsupported_file', { message, fields: { img: message } }))
}

/**
 * Deletes unused pictures a day after their upload, which leaves time for the change that refers to
 * it. Pictures on saved letters are kept permanently.
 */
async function sweepPictures(db: Database): Promise<void> {
  await sql`
    delete from office_picture p where inserted_at < now() - interval '1 day'
      and not exists (select from office_settings where seal_image = ${officeStampPath} || p.id)
      and not exists (select from official_letter where office->>'seal_image' = ${officeStampPath} || p.id)
  `.execute(db)
}

/**
 * Updates the office if it is still at the version that was read; otherwise throws `conflict` with
 * who changed it first and the current office.
 */
async function changeOffice(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { version, ...fields }: OfficeSettings,
  writer: SignedInUser & { ipAddress: string },
): Promise<OfficeResponse> {
  return await db.transaction().execute(async (trx) => {
    const before = await lockOffice(trx, { version, now: now() })
    await refuseMissingStamp(trx, fields.seal_image)
    await refuseDemoName(trx, fields.name)
    const after = { ...fields, version: version + 1 }
    const keys = officeKeys.filter((key) => key !== 'version' && before[key] !== after[key])
    await trx
      .updateTable('office_settings')
      .set({ ...after, updated_by: writer.name, updated_at: now().toISOString() })
      .execute()
    await writeTrail(trx, {
      user: { id: writer.id, name: writer.name },
      ipAddress: writer.ipAddress,
      act: 'update',
      collection: 'office',
      detail: { fields: keys },
    })
    return { ...addStampStrokes(after), ...(await readPriceExamples(trx, now())) }
  })
}

/** Creates the row on the first change. */
async function lockOffice(trx: Transaction<Tables>, { version, now }: { version: number; now: Date }) {
  await trx
    .insertInto('office_settings')
    .values({ ...newOffice, updated_by: '' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const row = await trx.selectFrom('office_settings').selectAll().forUpdate().executeTakeFirst()
  return await requireVersion(row, version, {
    notFoundMessage: '사무소 정보를 찾을 수 없습니다.',
    readCurrent: async () => await readOfficeResponse(trx, now),
  })
}

/** Refuses the demo data's fictional name, which counts as no name (domain/office/office.ts). */
async function refuseDemoName(trx: Transaction<Tables>, name: string): Promise<void> {
  if (name !== newOffice.name || (await hasDemoData(trx))) return
  const message = '데모에 쓰는 가상의 이름입니다. 사무소의 이름을 입력해 주세요.'
  throw new HttpProblem(problem('refused', { message, fields: { name: message } }))
}

async function refuseMissingStamp(trx: Transaction<Tables>, path: string | null): Promise<void> {
  if (path === null) return
  const { rows } = await sql`select from office_picture where ${officeStampPath} || id = ${path}`.execute(trx)
  const message = '이미지를 찾을 수 없습니다. 다시 올려 주세요.'
  if (rows.length === 0) throw new HttpProblem(problem('refused', { message, fields: { seal_image: message } }))
}
