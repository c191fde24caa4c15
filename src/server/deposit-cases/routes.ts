import { sql } from 'kysely'
import type { z } from 'zod'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import {
  buildCostClaimFileNames,
  claimPdfNames,
  costSummaryQuerySchema,
  type CostSummaryRow,
  costSummarySchema,
  depositClaimPdfPath,
  yearQuerySchema,
  yearReportSchema,
} from '#contract/deposit-cases/cost-summary.ts'
import {
  depositBulkUpdateSchema,
  depositReportQuerySchema,
  depositUniqueFieldsSchema,
} from '#contract/deposit-cases/deposit-cases.ts'
import { problem } from '#contract/problem.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { type CostRange, sortByProject } from '#domain/deposit-cases/cost-summary.ts'
import { proposeClaimAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import { depositClaim } from '#domain/sheets/cost-claim.ts'
import { listPersonNames } from '#domain/text/person-name.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import { registerBulkUpdateRoute } from '#server/books/generic-writes.ts'
import type { Database } from '#server/db/client.ts'
import { buildDayRangeConditions, joinConditions, matchesAny } from '#server/db/lists/list-description.ts'
import { readYearReport, selectCostSums, type YearSource } from '#server/db/lists/year-report.ts'
import type { App, Deps } from '#server/deps.ts'
import {
  buildChoiceConditions,
  buildClaimBook,
  type ClaimPdf,
  type ClaimScope,
  registerClaimPdf,
  resolveAddressees,
} from '#server/documents/export/claim-export.ts'
import { type ExcelExport, registerExportExcel } from '#server/documents/export/excel-export.ts'
import { writeBook } from '#server/documents/export/write-book.ts'
import { requireNamedOffice } from '#server/documents/letter-office.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { registerLetters } from './letter-routes.ts'
import { findClient } from './letter-save.ts'
import { registerLetterTemplates } from './letter-templates.ts'
import { readDistinctValues, suggestionColumns, writableDepositCaseBook } from './list-deposit-cases.ts'

/** The report of `summarizeByProject`, computed by the database. */
async function readSummaryByProject(db: Database, range: CostRange): Promise<CostSummaryRow[]> {
  const result = await sql<CostSummaryRow>`
    select r.business_section, ${selectCostSums()} from deposit_case r
    where ${joinConditions(buildDayRangeConditions(depositCaseBook, { ...range }))} group by r.business_section
  `.execute(db)
  return sortByProject(result.rows)
}

/** The yearly report of `reportYear`, computed by the database. */
const depositYearSource: YearSource = {
  from: sql`deposit_case r`,
  person: sql<string>`trim(r.business_manager)`,
  isCompleted: sql<boolean>`r.status = 'completed'`,
  isUnpaid: sql<boolean>`r.cost_request_at is not null and r.deposit_at is null`,
}

/** `PUT /api/mysql/deposition/bulk_update/`: sets the ticked fields of all selected cases. */
function registerBulkUpdate(app: App, deps: Deps, writes: WritePipeline): void {
  registerBulkUpdateRoute(
    app,
    { deps, writes },
    {
      url: '/api/mysql/deposition/bulk_update/',
      book: writableDepositCaseBook,
      policy: requireStaff,
      body: depositBulkUpdateSchema,
      readChange({ selectedItems, data }) {
        if (Object.keys(data).length === 0)
          throw new HttpProblem(problem('invalid_request', { fields: { data: noFieldSelected } }))
        return { ids: selectedItems, changes: data }
      },
    },
  )
}

const noFieldSelected = '수정할 항목을 선택해 주세요.'

const tags = [writableDepositCaseBook.label]

/** Calls of deposit cases beyond those of every book. */
export function depositCaseRoutes(app: App, deps: Deps & Pick<RouteDeps, 'writes' | 'replica'>): void {
  const { writes } = deps
  registerUniqueFields(app, deps)
  registerBulkUpdate(app, deps, writes)
  registerProjectSummary(app, deps)
  registerYearReport(app, deps)
  registerExportExcel(app, deps, costClaimExport)
  registerClaimPdf(app, deps, costClaimPdf)
  registerLetterTemplates(app, deps)
  registerLetters(app, deps)
}

function registerUniqueFields(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/deposition/unique_fields/',
    schema: { tags, response: { 200: depositUniqueFieldsSchema } },
    onRequest: async (request) => void requireStaff(request),
    handler: () => readUniqueFields(db),
  })
}

/** The report 리포트. Sums over all cases name nobody and are not logged. */
function registerProjectSummary(app: App, { replica }: Pick<RouteDeps, 'replica'>): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/deposition/summary_by_section/',
    schema: { tags, querystring: costSummaryQuerySchema, response: { 200: costSummarySchema } },
    onRequest: async (request) => void requireStaff(request),
    handler: (request) => replica.read((db) => readSummaryByProject(db, request.query)),
  })
}

/** The report of a year by month or by person, next to the previous year. */
function registerYearReport(app: App, { replica, now }: Pick<RouteDeps, 'replica' | 'now'>): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/deposition/summary_by_year/',
    schema: { tags, querystring: yearQuerySchema, response: { 200: yearReportSchema } },
    onRequest: async (request) => void requireStaff(request),
    handler: (request) => {
      const params = { ...request.query, today: toOfficeDay(now().getTime()) }
      return replica.read((db) => readYearReport(db, depositYearSource, params))
    },
  })
}

/**
 * Values for the suggestion filters and the project field: values of the cases, and project and
 * manager names of the master data. Of two projects with the same name the newer one counts. The
 * lists of regions and types stay empty, because the response has the same shape as for real
 * estate.
 */
async function readUniqueFields(db: Database): Promise<z.infer<typeof depositUniqueFieldsSchema>> {
  const [values, projects, managers] = await Promise.all([
    readDistinctValues(db, suggestionColumns),
    db.selectFrom('project').select(['id', 'name']).orderBy('inserted_at').orderBy('id').execute(),
    sql<{ name: string }>`select distinct name from manager`.execute(db),
  ])
  return {
    business_sections: sortUnique([...values.business_section, ...projects.map(({ name }) => name)]),
    business_sections_id_map: Object.fromEntries(projects.map(({ id, name }) => [name, id])),
    business_regions: [],
    business_types: [],
    business_managers: sortUnique(
      listPersonNames([...values.business_manager, ...managers.rows.map(({ name }) => name)]),
    ),
    purposes: sortUnique(values.purpose),
  }
}

function sortUnique(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted(compareKorean)
}

/**
 * `GET /api/mysql/deposition/export_report_excel/`: the cost claim of the project with exactly that
 * name, for the days of the report.
 */
const costClaimExport: ExcelExport<typeof depositReportQuerySchema> = {
  path: '/api/mysql/deposition/export_report_excel/',
  tag: writableDepositCaseBook.label,
  collection: 'deposit-cases',
  query: depositReportQuerySchema,
  policy: requireStaff,
  fileNames: (_today, { business_section }) => buildCostClaimFileNames(business_section),
  check: async (db, { business_section }) => {
    await requireNamedOffice(db)
    await refuseUnknownProject(db, business_section)
  },
  write: async ({ db, today, onProgress }, query) => {
    const scope = await readClaimScope(db, today, query)
    return writeBook(db, buildClaimBook(depositClaim, writableDepositCaseBook, scope), onProgress)
  },
}

/** The same claim as a PDF. */
const costClaimPdf: ClaimPdf<typeof depositReportQuerySchema> = {
  path: depositClaimPdfPath,
  form: 'deposit_claim',
  claim: depositClaim,
  book: writableDepositCaseBook,
  sheet: costClaimExport,
  fileNames: ({ business_section }) => claimPdfNames(business_section),
  readClaim: readClaimScope,
}

async function readClaimScope(
  db: Database,
  today: string,
  { business_section: project, scope, ...choice }: z.output<typeof depositReportQuerySchema>,
): Promise<ClaimScope> {
  const isUnclaimedOnly = scope === 'unclaimed'
  const projectCondition = joinConditions([
    matchesAny('business_section', [project], 'text'),
    ...(isUnclaimedOnly ? [sql<boolean>`r.cost_request_at is null`] : []),
    ...buildChoiceConditions(choice, sql`coalesce(r.status, 'none')`),
  ])
  const addressees = resolveAddressees(choice, proposeClaimAddressees(project, await findClient(db, project)))
  const office = await requireNamedOffice(db)
  return { project, projectCondition, addressees, isUnclaimedOnly, range: choice, today, office }
}

/** A project is known when a case or a project has its name. */
async function refuseUnknownProject(db: Database, project: string): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from deposit_case where business_section = ${project})
        or exists (select from project where name = ${project}) as known
  `.execute(db)
  if (rows[0]?.known) return
  throw new HttpProblem(problem('not_found', { message: `‘${project}’ 사업구간을 찾을 수 없습니다.` }))
}
