import { z } from 'zod'
import {
  type LetterListQuery,
  letterListQuerySchema,
  letterListSchema,
  officialLetterSchema,
  type SavedLetter,
  savedLetterSchema,
} from '#contract/deposit-cases.ts'
import { problem } from '#contract/problem.ts'
import { idSchema } from '#contract/values.ts'
import type { Database } from '../db/client.ts'
import type { App, Deps } from '../deps.ts'
import { pdfMediaType } from '../documents/pdf/pdf-document.ts'
import { writePdf } from '../documents/pdf/write-pdf.ts'
import { audit, withoutEmpty } from '../plugins/audit.ts'
import { Refusal } from '../plugins/refusal.ts'
import { letterDocument } from './letter-layout.ts'
import { type Letter, saveLetter } from './letter-save.ts'
import { requireDepositAccess } from './policy.ts'

const base = '/api/mysql/deposition/report/'

/** Official letters 공문 of deposit cases: save one, list them, print one as PDF. A saved letter is never changed. */
export function registerLetters(app: App, deps: Deps): void {
  registerSave(app, deps)
  registerList(app, deps)
  registerPdf(app, deps)
}

function registerSave(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: base,
    schema: {
      tags: ['공문'],
      body: officialLetterSchema,
      response: { 200: savedLetterSchema, 201: savedLetterSchema },
    },
    onRequest: async (request) => void requireDepositAccess(request),
    handler: async (request, reply) => {
      const { id, name } = requireDepositAccess(request)
      const writer = { userId: id, userName: name, address: request.ip }
      const { letter, isNew } = await saveLetter(deps, request.body, writer)
      return await reply.code(isNew ? 201 : 200).send(toSaved(letter))
    },
  })
}

function registerList(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: base,
    schema: { tags: ['공문'], querystring: letterListQuerySchema, response: { 200: letterListSchema } },
    onRequest: async (request) => void requireDepositAccess(request),
    handler: async (request) => {
      const { id, name } = requireDepositAccess(request)
      const [list] = await Promise.all([
        listLetters(db, request.query),
        audit(db, {
          user: { id, name },
          ...{ address: request.ip, act: 'list', collection: 'official-letters' },
          detail: withoutEmpty(request.query),
        }),
      ])
      return list
    },
  })
}

async function listLetters(db: Database, { deposition, page, page_size }: LetterListQuery) {
  let letters = db.selectFrom('official_letter')
  if (deposition !== undefined) letters = letters.where('deposition', '=', deposition)
  const [rows, counted] = await Promise.all([
    letters
      .selectAll()
      .orderBy('year', 'desc')
      .orderBy('number', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    letters.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { results: rows.map(toSaved), total_count: counted.n }
}

/** Drawn anew each time from what was saved, office facts included, so that it always shows the same. Printing is a reading of somebody's data. */
function registerPdf(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: `${base}:id/pdf`,
    schema: { tags: ['공문'], params: z.object({ id: idSchema }) },
    onRequest: async (request) => void requireDepositAccess(request),
    handler: async (request, reply) => {
      const user = requireDepositAccess(request)
      const letter = await db
        .selectFrom('official_letter')
        .selectAll()
        .where('id', '=', request.params.id)
        .executeTakeFirst()
      if (!letter) throw new Refusal(problem('not_found'))
      const { bytes, missing } = await writePdf(letterDocument(letter))
      await audit(db, {
        user: { id: user.id, name: user.name },
        ...{ address: request.ip, act: 'export', collection: 'official-letters' },
        ...{ recordId: letter.id, subject: letter.owner_name, detail: { document_number: letter.document_number } },
      })
      return reply
        .headers({
          'content-type': pdfMediaType,
          'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(`공문_${letter.document_number}.pdf`)}`,
          // So that a screen can say so before the letter is sent.
          ...(missing.length > 0 && { 'missing-glyphs': missing.join(' ') }),
        })
        .send(Buffer.from(bytes))
    },
  })
}

function toSaved(letter: Letter): SavedLetter {
  const { year: _year, number: _number, office: _office, is_demo: _isDemo, user_id: _userId, ...saved } = letter
  return { ...saved, pdf_url: `${base}${letter.id}/pdf` }
}
