import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  documentFailed,
  documentPath,
  documentSaved,
  documentSchema,
  type LetterInput,
  type LetterListQuery,
  letterListQuerySchema,
  letterListSchema,
  letterPath,
  letterPreviewPath,
  type ListedLetter,
  officialLetterSchema,
  savedDocumentSchema,
  type SavedLetter,
  savedLetterSchema,
} from '#contract/deposit-cases/deposit-cases.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildDispositionHeader } from '#server/documents/attachment.ts'
import { readStampPicture } from '#server/documents/letter-office.ts'
import { pdfMediaType, type WrittenPdf } from '#server/documents/pdf/pdf-document.ts'
import { writePdf } from '#server/documents/pdf/write-pdf.ts'
import { refuseStoppedDocument } from '#server/documents/refuse-stopped-document.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { Letter } from '#server/schema/tables/official-letter.ts'
import { withoutEmpty, writeTrail } from '#server/trail/write-trail.ts'
import { formatPrintedNumber, layoutLetter, previewLetter } from './letter-layout.ts'
import { saveLetter } from './letter-save.ts'

/**
 * Official letters 공문 of deposit cases: preview, save, list and print as PDF. A saved letter never
 * changes; a correction is its next version.
 */
export function registerLetters(app: App, deps: Deps): void {
  registerPreview(app, deps)
  registerSave(app, deps)
  registerDocument(app, deps)
  registerList(app, deps)
  registerPdf(app, deps)
}

/**
 * Returns exactly the print that saving would produce. Drawing takes half a second of CPU, so it is
 * rate-limited like an export.
 */
function registerPreview(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: letterPreviewPath,
    schema: { tags: ['공문'], body: officialLetterSchema },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 20), timeWindow: '1 minute' } },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request, reply) => {
      const user = requireStaff(request)
      const letter = await previewLetter(deps, request.body, user)
      const pdf = await writePdf(layoutLetter(letter, await readStampPicture(deps.db, letter.office)))
      await writeTrail(deps.db, {
        user: { id: user.id, name: user.name },
        ipAddress: request.ip,
        act: 'read',
        collection: 'official-letters',
        subject: letter.owner_name,
        detail: { preview: true, deposition: request.body.deposition },
      })
      return await sendPdf(reply, pdf, '미리보기')
    },
  })
}

function registerSave(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: letterPath,
    schema: {
      tags: ['공문'],
      body: officialLetterSchema,
      response: { 200: savedLetterSchema, 201: savedLetterSchema },
    },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request, reply) => {
      const { id, name } = requireStaff(request)
      const writer = { userId: id, userName: name, ipAddress: request.ip }
      const { letter, isNew } = await saveLetter(deps, request.body, writer)
      return await reply.code(isNew ? 201 : 200).send(toSavedLetter(letter))
    },
  })
}

/** The same letter about an address, with texts from the request. */
function registerDocument(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: documentPath,
    schema: {
      tags: ['공문'],
      body: documentSchema,
      response: { 200: savedDocumentSchema, 201: savedDocumentSchema, '4xx': problemSchema },
    },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request, reply) => {
      const { id, name } = requireStaff(request)
      const writer = { userId: id, userName: name, ipAddress: request.ip }
      try {
        const { letter, isNew } = await saveLetter(deps, await resolveLetterInput(deps.db, request.body), writer)
        const saved = { success: true as const, message: documentSaved, data: toSavedLetter(letter) }
        return await reply.code(isNew ? 201 : 200).send(saved)
      } catch (error) {
        if (!(error instanceof HttpProblem)) throw error
        const { code, message, ...more } = error.problem
        throw new HttpProblem(problem(code, { ...more, message: `${documentFailed} ${message}` }))
      }
    },
  })
}

/** When a case refers to the address, the letter is about that case. */
async function resolveLetterInput(
  db: Deps['db'],
  { deposition, address_id: addressId, ...fields }: z.output<typeof documentSchema>,
): Promise<LetterInput> {
  const [linkedCase] = addressId
    ? await db
        .selectFrom('deposit_case')
        .select('id')
        .where('address_id', '=', addressId)
        .orderBy('id', 'desc')
        .execute()
    : []
  return { ...fields, deposition: deposition ?? linkedCase?.id ?? null, address_id: addressId ?? null }
}

function registerList(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: letterPath,
    schema: { tags: ['공문'], querystring: letterListQuerySchema, response: { 200: letterListSchema } },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request) => {
      const { id, name } = requireStaff(request)
      const [letters] = await Promise.all([
        listLetters(db, request.query),
        writeTrail(db, {
          user: { id, name },
          ipAddress: request.ip,
          act: 'list',
          collection: 'official-letters',
          detail: withoutEmpty(request.query),
        }),
      ])
      return letters
    },
  })
}

/**
 * Draws the PDF each time from what was saved, including the office's details, so it never changes.
 * Printing counts as reading personal data.
 */
function registerPdf(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: `${letterPath}:id/pdf`,
    schema: { tags: ['공문'], params: z.object({ id: idSchema }) },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request, reply) => {
      const user = requireStaff(request)
      const letter = await db
        .selectFrom('official_letter')
        .selectAll()
        .where('id', '=', request.params.id)
        .executeTakeFirst()
      if (!letter) throw new HttpProblem(problem('not_found'))
      const cases = [letter.deposition, ...letter.more_cases.map(({ deposition }) => deposition)]
      await refuseStoppedDocument(db, 'deposit-cases', cases)
      await refuseStoppedDocument(db, 'addresses', [letter.address_id])
      const pdf = await writePdf(layoutLetter(letter, await readStampPicture(db, letter.office)))
      await writeTrail(db, {
        user: { id: user.id, name: user.name },
        ipAddress: request.ip,
        act: 'export',
        collection: 'official-letters',
        recordId: letter.id,
        subject: letter.owner_name,
        detail: { document_number: letter.document_number },
      })
      return await sendPdf(reply, pdf, formatPrintedNumber(letter))
    },
  })
}

async function sendPdf(reply: FastifyReply, { bytes, missing }: WrittenPdf, name: string): Promise<FastifyReply> {
  return await reply
    .headers({
      'content-type': pdfMediaType,
      'content-disposition': buildDispositionHeader('inline', {
        ascii: 'official-letter.pdf',
        korean: `공문_${name}.pdf`,
      }),
      // Lets the screen warn before the letter is sent.
      ...(missing.length > 0 && { 'missing-glyphs': missing.join(' ') }),
    })
    .send(Buffer.from(bytes))
}

/**
 * Letters of one case or of all, newest first; each once in its newest version, with the earlier
 * ones attached.
 */
async function listLetters(
  db: Database,
  { deposition, page, page_size }: LetterListQuery,
): Promise<{ results: ListedLetter[]; total_count: number }> {
  const letters = db
    .selectFrom('official_letter as letter')
    .$if(deposition !== undefined, (all) => all.where(mentionsCase(deposition ?? '')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('official_letter as later').select('later.id').whereRef('later.corrects', '=', 'letter.id')),
      ),
    )
  const [rows, counted] = await Promise.all([
    letters
      .selectAll('letter')
      .orderBy('letter.year', 'desc')
      .orderBy('letter.number', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    letters.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  const earlier = await readEarlierVersions(db, rows)
  const results = rows.map((row) => ({
    ...toSavedLetter(row),
    earlier: earlier.filter(({ year, number }) => year === row.year && number === row.number).map(toSavedLetter),
  }))
  return { results, total_count: counted.n }
}

/** The letter is about this case, alone or among others. */
function mentionsCase(deposition: string) {
  const listedCase = JSON.stringify([{ deposition }])
  return sql<boolean>`(letter.deposition = ${deposition} or (letter.more_cases <> '[]' and letter.more_cases @> ${listedCase}::jsonb))`
}

function toSavedLetter(letter: Letter): SavedLetter {
  const {
    year: _year,
    number: _number,
    office: _office,
    is_demo: _isDemo,
    user_id: _userId,
    address_id: _addressId,
    ...saved
  } = letter
  return { ...saved, pdf_url: `${letterPath}${letter.id}/pdf` }
}

async function readEarlierVersions(db: Database, rows: readonly Letter[]): Promise<Letter[]> {
  const corrected = rows.filter(({ version }) => version > 1)
  if (corrected.length === 0) return []
  return await db
    .selectFrom('official_letter as letter')
    .selectAll('letter')
    .where(({ or, and, eb }) =>
      or(
        corrected.map((row) =>
          and([
            eb('letter.year', '=', row.year),
            eb('letter.number', '=', row.number),
            eb('letter.version', '<', row.version),
          ]),
        ),
      ),
    )
    .orderBy('letter.version', 'desc')
    .execute()
}
