import { sql } from 'kysely'
import { realEstateBook } from '#contract/books/real-estate.ts'
import {
  buildCostClaimFileNames,
  claimPdfNames,
  costSummaryQuerySchema,
  groupClaimPdfPath,
  type GroupReportQuery,
  groupReportQuerySchema,
  type GroupSummaryRow,
  groupSummarySchema,
  yearQuerySchema,
  yearReportSchema,
} from '#contract/deposit-cases/cost-summary.ts'
import { problem } from '#contract/problem.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { type CostRange, sortByProject } from '#domain/deposit-cases/cost-summary.ts'
import { proposeGroupAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import { realEstateClaim } from '#domain/sheets/cost-claim.ts'
import type { Database } from '#server/db/client.ts'
import { buildDayRangeConditions, joinConditions } from '#server/db/lists/list-description.ts'
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
import { writableRealEstateBook } from './writable-books.ts'

/**
 * `GET /api/mysql/realestate/summary_by_section/`: the report 리포트 and its cost claims. Sums over
 * all cases name nobody and are not logged.
 */
export function registerGroupSummary(app: App, deps: Deps & Pick<RouteDeps, 'replica'>): void {
  registerExportExcel(app, deps, groupClaimExport)
  registerClaimPdf(app, deps, groupClaimPdf)
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/summary_by_section/',
    schema: {
      tags: [writableRealEstateBook.label],
      querystring: costSummaryQuerySchema,
      response: { 200: groupSummarySchema },
    },
    onRequest: async (request) => void requireStaff(request),
    handler: (request) => deps.replica.read((db) => readSummaryByGroup(db, request.query)),
  })
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/summary_by_year/',
    schema: {
      tags: [writableRealEstateBook.label],
      querystring: yearQuerySchema,
      response: { 200: yearReportSchema },
    },
    onRequest: async (request) => void requireStaff(request),
    handler: (request) => {
      const params = { ...request.query, today: toOfficeDay(deps.now().getTime()) }
      return deps.replica.read((db) => readYearReport(db, realEstateYear, params))
    },
  })
}

/** A case is assigned to its group's person in charge. */
const realEstateYear: YearSource = {
  from: sql`real_estate r join real_estate_group g on g.id = r.group_id`,
  person: sql<string>`coalesce(trim(g.manager), '')`,
  isCompleted: sql<boolean>`r.registrated_at is not null`,
  isUnpaid: sql<boolean>`false`,
}

async function readSummaryByGroup(db: Database, range: CostRange): Promise<GroupSummaryRow[]> {
  const result = await sql<GroupSummaryRow>`
    select g.name as business_section, g.id as group_id, ${selectCostSums()}
    from real_estate r join real_estate_group g on g.id = r.group_id
    where ${joinConditions(buildDayRangeConditions(realEstateBook, { ...range }))} group by g.id
  `.execute(db)
  return sortByProject(result.rows)
}

/**
 * `GET /api/mysql/realestate/export_report_excel/`: the cost claim of a group for the days of the
 * report. Two groups may share a name: the id selects one, the name alone means both.
 */
const groupClaimExport: ExcelExport<typeof groupReportQuerySchema> = {
  path: '/api/mysql/realestate/export_report_excel/',
  tag: writableRealEstateBook.label,
  collection: 'real-estate',
  query: groupReportQuerySchema,
  policy: requireStaff,
  fileNames: (_today, { business_section }) => buildCostClaimFileNames(business_section),
  check: async (db, query) => {
    await requireNamedOffice(db)
    if ((await findGroups(db, query)).length > 0) return
    throw new HttpProblem(problem('not_found', { message: `‘${query.business_section}’ 사업구간을 찾을 수 없습니다.` }))
  },
  write: async ({ db, today, onProgress }, query) => {
    const scope = await readClaimScope(db, today, query)
    return writeBook(db, buildClaimBook(realEstateClaim, writableRealEstateBook, scope), onProgress)
  },
}

/** The same claim as a PDF. */
const groupClaimPdf: ClaimPdf<typeof groupReportQuerySchema> = {
  path: groupClaimPdfPath,
  form: 'real_estate_claim',
  claim: realEstateClaim,
  book: writableRealEstateBook,
  sheet: groupClaimExport,
  fileNames: ({ business_section }) => claimPdfNames(business_section),
  readClaim: readClaimScope,
}

async function readClaimScope(db: Database, today: string, query: GroupReportQuery): Promise<ClaimScope> {
  const { business_section: project, group_id: _group, ...choice } = query
  const groups = await findGroups(db, query)
  const projectCondition = joinConditions([
    sql<boolean>`r.group_id = any(${groups.map(({ id }) => id)}::uuid[])`,
    ...buildChoiceConditions(choice, sql`case when r.registrated_at is null then 'open' else 'completed' end`),
  ])
  const trustCompany = groups[0]?.trust_corporate_name ?? ''
  const addressees = resolveAddressees(choice, proposeGroupAddressees(project, trustCompany))
  return { project, projectCondition, addressees, range: choice, today, office: await requireNamedOffice(db) }
}

async function findGroups(db: Database, { business_section, group_id: id }: GroupReportQuery) {
  const named = await db
    .selectFrom('real_estate_group')
    .select(['id', 'trust_corporate_name'])
    .where('name', '=', business_section)
    .execute()
  return named.filter((group) => id === undefined || group.id === id)
}
