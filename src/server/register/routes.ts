import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { verificationChoices } from '#contract/books/shared-fields.ts'
import { problemSchema } from '#contract/problem.ts'
import {
  buildReportFileNames,
  closeMonthPath,
  closeMonthSchema,
  correctionCreateSchema,
  registerCorrectionsPath,
  registerCorrectionsSchema,
  registerDuePath,
  registerDueSchema,
  registerMonthsPath,
  registerMonthsSchema,
  type RegisterPrint,
  registerPrintPath,
  registerPrintQuerySchema,
  registerPrintSchema,
  type RegisterReport,
  registerReportExcelPath,
  registerReportPath,
  registerReportPdfPath,
  registerReportSchema,
  registerSentPath,
  registerSentSchema,
  registerYearQuerySchema,
  reopenMonthPath,
  reopenMonthSchema,
} from '#contract/register/register.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatLetterDay, toOfficeDay } from '#domain/dates/office-date.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { formatClients } from '#domain/register/register-entry.ts'
import { createReportSheet, describeLedgerCheck } from '#domain/register/report-sheet.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildDispositionHeader } from '#server/documents/attachment.ts'
import { buildExportTrailDetail, type ExcelExport, registerExportExcel } from '#server/documents/export/excel-export.ts'
import { buildBookLayout } from '#server/documents/export/write-book.ts'
import { requireNamedOffice } from '#server/documents/letter-office.ts'
import { type PdfDocument, pdfMediaType } from '#server/documents/pdf/pdf-document.ts'
import { writePdf } from '#server/documents/pdf/write-pdf.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'
import { requireStaff, requireSuperuser } from '#server/plugins/bearer.ts'
import { startRepeating } from '#server/tasks/daily.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { writableRegisterBook } from './books.ts'
import { closeMonth, readMonths, type RegisterKeeper, reopenMonth } from './closings.ts'
import { correctEntry, readCorrections } from './corrections.ts'
import { markSent, readDue, readReport } from './report.ts'
import { updateRegister } from './update-register.ts'

const tags = [writableRegisterBook.label]
const refusals = { '4xx': problemSchema }
const forStaff = async (request: FastifyRequest) => void requireStaff(request)
const forSuperusers = async (request: FastifyRequest) => void requireSuperuser(request)

/** How often a server looks for changed cases; a register that is up to date costs one query. */
const everyMs = 2000

/**
 * The statutory register: it follows the case books by itself, and before everything that must be
 * true. Staff read; superusers close months, reopen them, correct and mark as sent.
 */
export function registerRoutes(app: App, deps: Deps): void {
  followCases(app, deps)
  registerMonthCalls(app, deps)
  registerCorrectionCalls(app, deps)
  registerReportCalls(app, deps)
  registerPrint(app, deps)
  registerExportExcel(app, deps, createReportExport(deps))
  registerReportPdf(app, deps)
}

function followCases(app: App, deps: Deps): void {
  let stop: (() => Promise<void>) | undefined
  app.addHook('onListen', async () => {
    stop = startRepeating(app.log, {
      everyMs,
      run: () => updateRegister(deps),
      onFailure: 'could not bring the register up to date',
    })
  })
  app.addHook('onClose', async () => await stop?.())
}

function registerMonthCalls(app: App, deps: Deps): void {
  const response = { 200: registerMonthsSchema, ...refusals }
  app.route({
    method: 'GET',
    url: registerMonthsPath,
    schema: { tags, summary: '월계와 누계', querystring: registerYearQuerySchema, response },
    onRequest: forStaff,
    handler: async (request) => {
      await updateRegister(deps)
      return await readMonths(deps.db, request.query.year, readToday(deps))
    },
  })
  app.route({
    method: 'POST',
    url: closeMonthPath,
    schema: { tags, summary: '달 마감', body: closeMonthSchema, response },
    onRequest: forSuperusers,
    handler: (request) => closeMonth(deps, request.body, toKeeper(request)),
  })
  app.route({
    method: 'POST',
    url: reopenMonthPath,
    schema: { tags, summary: '마감 풀기', body: reopenMonthSchema, response },
    onRequest: forSuperusers,
    handler: (request) => reopenMonth(deps, request.body, toKeeper(request)),
  })
}

function registerCorrectionCalls(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: registerCorrectionsPath,
    schema: {
      tags,
      summary: '정정 목록',
      querystring: registerYearQuerySchema,
      response: { 200: registerCorrectionsSchema },
    },
    onRequest: forStaff,
    handler: async (request) => {
      const { id, name } = requireStaff(request)
      const { year } = request.query
      await writeTrail(deps.db, {
        user: { id, name },
        ipAddress: request.ip,
        act: 'list',
        collection: writableRegisterBook.name,
        detail: { corrections: year },
      })
      return { results: await readCorrections(deps.db, { year }) }
    },
  })
  app.route({
    method: 'POST',
    url: registerCorrectionsPath,
    schema: {
      tags,
      summary: '마감한 달의 정정',
      body: correctionCreateSchema,
      response: { 200: registerCorrectionsSchema.shape.results.element, ...refusals },
    },
    onRequest: forSuperusers,
    handler: (request) => correctEntry(deps, request.body, toKeeper(request)),
  })
}

/** Sums name nobody and are not logged. */
function registerReportCalls(app: App, deps: Deps): void {
  const response = { 200: registerReportSchema, ...refusals }
  app.route({
    method: 'GET',
    url: registerReportPath,
    schema: { tags, summary: '연간 보고', querystring: registerYearQuerySchema, response },
    onRequest: forStaff,
    handler: async (request) => await readTrueReport(deps, request.query.year),
  })
  app.route({
    method: 'PUT',
    url: registerSentPath,
    schema: { tags, summary: '보냄 표시', body: registerSentSchema, response },
    onRequest: forSuperusers,
    handler: async (request) => {
      await markSent(deps, request.body, toKeeper(request))
      return await readTrueReport(deps, request.body.year)
    },
  })
  app.route({
    method: 'GET',
    url: registerDuePath,
    schema: { tags, summary: '보고 기한', response: { 200: registerDueSchema } },
    onRequest: forStaff,
    handler: async () => await readDue(deps.db, readToday(deps)),
  })
}

async function readTrueReport(deps: Deps, year: number): Promise<RegisterReport> {
  await updateRegister(deps)
  return await readReport(deps.db, year)
}

/** The printed form names clients, so each call leaves a trail row. */
function registerPrint(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: registerPrintPath,
    schema: {
      tags,
      summary: '인쇄할 사건부',
      querystring: registerPrintQuerySchema,
      response: { 200: registerPrintSchema },
    },
    onRequest: forStaff,
    handler: async (request) => {
      const { id, name } = requireStaff(request)
      const detail = request.query
      const user = { id, name }
      await writeTrail(deps.db, {
        user,
        ipAddress: request.ip,
        act: 'print',
        collection: writableRegisterBook.name,
        detail,
      })
      await updateRegister(deps)
      return await readPrint(deps, request.query)
    },
  })
}

async function readPrint(
  deps: Deps,
  { year, month }: { year: number; month?: number | undefined },
): Promise<RegisterPrint> {
  const rows = await deps.db
    .selectFrom('register_entry')
    .selectAll()
    .where('year', '=', year)
    .$if(month !== undefined, (query) => query.where(sql<number>`extract(month from entered_on)`, '=', month ?? 0))
    .orderBy('serial')
    .execute()
  const { months } = await readMonths(deps.db, year, readToday(deps))
  return {
    year,
    month: month ?? null,
    entries: rows.map((row) => ({
      id: row.id,
      serial: row.serial ?? 0,
      month: Number(row.entered_on.slice(5, 7)),
      mandated_on: row.mandated_on,
      matter: row.matter ?? '',
      fee: row.fee,
      clients: formatClients(row),
      client_address: row.client_address ?? '',
      verification: verificationChoices.find(({ value }) => value === row.verification)?.label ?? '',
      closed_on: row.closed_on,
      remark: row.remark ?? '',
      is_cancelled: row.is_cancelled,
    })),
    months: months.filter((candidate) => month === undefined || candidate.month === month),
    corrections: await readCorrections(deps.db, { year, month }),
  }
}

function createReportExport(deps: Deps): ExcelExport<typeof registerYearQuerySchema> {
  return {
    path: registerReportExcelPath,
    tag: writableRegisterBook.label,
    collection: writableRegisterBook.name,
    query: registerYearQuerySchema,
    policy: requireStaff,
    fileNames: (_today, { year }) => buildReportFileNames(year, 'xlsx'),
    async write(_request, { year }) {
      const report = await readTrueReport(deps, year)
      const sheet = createReportSheet(year)
      const heading = [
        { text: `${year}년 사건 수임 보고`, style: 'title' },
        { text: describeLedgerCheck(report), style: 'left' },
      ] as const
      return writeSheet({ ...buildBookLayout(sheet.name, sheet.columns), heading }, readRows(report))
    },
  }
}

async function* readRows(report: RegisterReport) {
  const sheet = createReportSheet(report.year)
  const total = sheet.total()
  const rows = report.months.map((month) => sheet.toCells(month))
  for (const row of rows) total.add(row)
  yield { rows }
  yield { rows: [total.row()], isTotal: true as const }
}

function registerReportPdf(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: registerReportPdfPath,
    schema: { tags, summary: '연간 보고 PDF', querystring: registerYearQuerySchema },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 20), timeWindow: '1 minute' } },
    onRequest: forStaff,
    handler: async (request, reply) => {
      const { id, name } = requireStaff(request)
      const { year } = request.query
      const document = await layoutReport(deps, await readTrueReport(deps, year))
      await writeTrail(deps.db, {
        user: { id, name },
        ipAddress: request.ip,
        act: 'export',
        collection: writableRegisterBook.name,
        detail: buildExportTrailDetail(request.query),
      })
      const { bytes } = await writePdf(document)
      return await reply
        .type(pdfMediaType)
        .header('cache-control', 'no-store')
        .header('content-disposition', buildDispositionHeader('inline', buildReportFileNames(year, 'pdf')))
        .send(bytes)
    },
  })
}

async function layoutReport({ db, now }: Deps, report: RegisterReport): Promise<PdfDocument> {
  const office = await requireNamedOffice(db)
  const toRow = (label: string, { count, fees }: { count: number; fees: number }) => [
    label,
    formatNumber(count),
    formatNumber(fees),
  ]
  const title = `${report.year}년 사건 수임 보고`
  return {
    title,
    author: office.name,
    createdAt: now().toISOString(),
    pageLine: title,
    blocks: [
      { kind: 'line', text: title, size: 18, isBold: true, align: 'center' },
      { kind: 'space', height: 18 },
      {
        kind: 'table',
        size: 11,
        columns: [
          { header: '월', share: 0.2 },
          { header: '건수', share: 0.3 },
          { header: '보수 총액(원)', share: 0.5 },
        ],
        rows: [...report.months.map((month) => toRow(`${month.month}월`, month)), toRow('합계', report)],
      },
      { kind: 'space', height: 12 },
      { kind: 'line', text: describeLedgerCheck(report), size: 10 },
      { kind: 'space', height: 24 },
      { kind: 'line', text: formatLetterDay(toOfficeDay(now().getTime())), size: 12, align: 'center' },
      { kind: 'line', text: `${office.name} ${formatScrivener(office)}`, size: 12, isBold: true, align: 'center' },
    ],
  }
}

function readToday({ now }: Pick<Deps, 'now'>): string {
  return toOfficeDay(now().getTime())
}

function toKeeper(request: FastifyRequest): RegisterKeeper {
  const { id, name } = requireSuperuser(request)
  return { id, name, ipAddress: request.ip }
}
