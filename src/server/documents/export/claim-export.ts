import { once } from 'node:events'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ClaimChoiceQuery } from '#contract/deposit-cases/cost-summary.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { CostRange } from '#domain/deposit-cases/cost-summary.ts'
import type { LetterAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import type { FilledForm, FormName } from '#domain/filings/filing.ts'
import type { Office } from '#domain/office/office-texts.ts'
import {
  buildClaimFoot,
  buildClaimHead,
  buildClaimHeading,
  buildClaimRows,
  type ClaimedRecord,
  type ClaimSums,
  type CostClaim,
  findLongestTexts,
} from '#domain/sheets/cost-claim.ts'
import type { Database } from '#server/db/client.ts'
import { buildDayRangeConditions, joinConditions } from '#server/db/lists/list-description.ts'
import type { App, Deps } from '#server/deps.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import { buildDispositionHeader, type FileNames } from '../attachment.ts'
import { writeForms } from '../forms/write-forms.ts'
import { pdfMediaType } from '../pdf/pdf-document.ts'
import { buildExportTrailDetail, type ExcelExport } from './excel-export.ts'
import { buildBookLayout, readChunks, type Workbook } from './write-book.ts'

/**
 * Which cases are claimed, for whom and when. `projectCondition` is a condition over the book's
 * table under the alias `r`.
 */
export interface ClaimScope {
  readonly project: string
  readonly projectCondition: RawBuilder<boolean>
  /** Whom the claim is addressed to. */
  readonly addressees: LetterAddressees
  readonly range: CostRange
  /** Leaves out cases claimed before; the claim says so. */
  readonly isUnclaimedOnly?: boolean
  readonly today: string
  readonly office: Office
}

/**
 * Conditions of the chosen states and of cases left out. `state` is the claim state of a case
 * (`domain/deposit-cases/claim-cases.ts`).
 */
export function buildChoiceConditions(
  { states, except }: ClaimChoiceQuery,
  state: RawBuilder<string>,
): RawBuilder<boolean>[] {
  return [
    ...(states ? [sql<boolean>`${state} = any(${states.split(',')}::text[])`] : []),
    ...(except ? [sql<boolean>`r.id::text <> all(${except.split(',')}::text[])`] : []),
  ]
}

/** The addressees of the query, else the proposed ones. */
export function resolveAddressees(query: ClaimChoiceQuery, proposed: LetterAddressees): LetterAddressees {
  return {
    recipient: query.recipient?.trim() ?? proposed.recipient,
    reference: query.reference?.trim() ?? proposed.reference,
  }
}

/** The cost claim of one section, oldest filing first; cases not filed yet come last. */
export function buildClaimBook(claim: CostClaim, book: WritableBook, scope: ClaimScope): Workbook<ClaimedRecord> {
  return {
    book,
    layout: {
      ...buildBookLayout(claim.sheet.name, claim.sheet.columns),
      heading: buildClaimHeading(claim, scope, scope.office),
    },
    total: claim.sheet.total,
    open: async () => {
      let index = 0
      return await Promise.resolve({
        condition: joinConditions([scope.projectCondition, ...buildDayRangeConditions(book, { ...scope.range })]),
        order: sql`r.created_at asc nulls last, r.id asc`,
        toCells: (record) => {
          index += 1
          return claim.sheet.toCells({ position: index, record })
        },
      })
    },
  }
}

/** A cost claim as PDF: the cases, their book and the form. */
export interface ClaimPdf<Query extends z.ZodObject> {
  readonly path: string
  readonly form: FormName
  readonly claim: CostClaim
  readonly book: WritableBook
  /** The same claim as a workbook; defines the permission and the query. */
  readonly sheet: ExcelExport<Query>
  fileNames(query: z.output<Query>): FileNames
  readClaim(db: Database, today: string, query: z.output<Query>): Promise<ClaimScope>
}

/**
 * `GET` of the claim as PDF, shown before it is exported. Leaves the trail row of an export,
 * because a PDF on screen can be saved.
 */
export function registerClaimPdf<Query extends z.ZodObject>(app: App, deps: Deps, claimPdf: ClaimPdf<Query>): void {
  const { sheet } = claimPdf
  app.route({
    method: 'GET',
    url: claimPdf.path,
    schema: { tags: [sheet.tag], querystring: sheet.query },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 20), timeWindow: '1 minute' } },
    onRequest: async (request) => void sheet.policy(request),
    handler: async (request, reply) => {
      const { id, name } = sheet.policy(request)
      const query = request.query as z.output<Query>
      await sheet.check?.(deps.db, query)
      const user = { id, name }
      const { ip: ipAddress } = request
      await writeTrail(deps.db, {
        user,
        ipAddress,
        act: 'export',
        collection: sheet.collection,
        detail: buildExportTrailDetail(query),
      })
      const now = deps.now()
      const scope = await claimPdf.readClaim(deps.db, toOfficeDay(now.getTime()), query)
      const title = `비용청구서 ${scope.project}`
      const file = writeForms(buildClaimForms(deps.db, claimPdf, scope), {
        title,
        author: scope.office.name,
        createdAt: now.toISOString(),
      })
      // Waits for the first bytes, so that earlier errors become an error response instead of a
      // broken file.
      await once(file, 'readable')
      return await reply
        .type(pdfMediaType)
        .header('cache-control', 'no-store')
        .header('content-disposition', buildDispositionHeader('inline', claimPdf.fileNames(query)))
        .send(file)
    },
  })
}

async function* buildClaimForms<Query extends z.ZodObject>(
  db: Database,
  { form, claim, book }: ClaimPdf<Query>,
  context: ClaimScope,
): AsyncGenerator<FilledForm[]> {
  const longest = await readLongestTexts(db, buildClaimBook(claim, book, context), claim)
  yield [{ ...buildClaimHead(form, claim, context), longest }]
  let sums: ClaimSums = { count: 0, total: [] }
  for await (const { rows, isTotal } of readChunks(db, buildClaimBook(claim, book, context))) {
    if (isTotal) sums = { ...sums, total: rows[0] ?? [] }
    else {
      sums = { ...sums, count: sums.count + rows.length }
      yield [{ ...buildClaimRows(form, claim, rows), longest }]
    }
  }
  yield [{ ...buildClaimFoot(form, claim, { sums, context }), longest }]
}

/** Reads the claim once before it is drawn: the first page needs the widths of the whole table. */
async function readLongestTexts(
  db: Database,
  book: Workbook<ClaimedRecord>,
  workbook: CostClaim,
): Promise<readonly string[]> {
  let longest: readonly string[] = []
  for await (const { rows } of readChunks(db, book)) longest = findLongestTexts(workbook, rows, longest)
  return longest
}
