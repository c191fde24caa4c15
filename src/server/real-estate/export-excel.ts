import { sql, type Transaction } from 'kysely'
import { caseBookExportQuerySchema } from '#contract/real-estate.ts'
import type { RealEstateRecord } from '#contract/records/real-estate.ts'
import {
  caseBookFileNames,
  caseBookSheetColumns,
  caseBookSheetName,
  caseBookSheetRow,
  caseBookTotal,
  sheetNumberFormats,
} from '#domain/case-book-sheet.ts'
import { officeDay } from '#domain/office-date.ts'
import type { Database } from '../db/client.ts'
import { recordJson } from '../db/record-json.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { App, Deps } from '../deps.ts'
import { attachmentHeader } from '../documents/attachment.ts'
import type { SheetChunk, SheetLayout } from '../documents/xlsx/sheet.ts'
import { takeTurn } from '../documents/xlsx/worker-turns.ts'
import { writeSheet } from '../documents/xlsx/write-sheet.ts'
import { audit } from '../plugins/audit.ts'
import { caseBookCondition, caseBookOrder, readGroups, type CaseBookFilters } from './case-book-query.ts'
import { realEstateCollection } from './collections.ts'
import { requireCaseBookAccess } from './policy.ts'

/** `GET /api/mysql/realestate/export_excel`: the rows that pass the filters, in the order of the screen, as a workbook that is written while it is sent. */
export function registerExportExcel(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/export_excel',
    schema: { tags: ['사건부'], querystring: caseBookExportQuerySchema },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest: async (request) => void requireCaseBookAccess(request),
    handler: async (request, reply) => {
      const { id, name } = requireCaseBookAccess(request)
      await audit(deps.db, {
        user: { id, name },
        address: request.ip,
        act: 'export',
        collection: 'real-estate',
        detail: withoutEmpty(request.query),
      })
      const stream = writeSheet(caseBookLayout, readChunks(deps.db, request.query))
      const patience = AbortSignal.timeout(longestExportMs)
      patience.addEventListener('abort', () => stream.destroy(new Error('the export took too long')), { once: true })
      return await reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', attachmentHeader(caseBookFileNames(officeDay(deps.now().getTime()))))
        .send(stream)
    },
  })
}

/** A reader this slow holds a snapshot of the database open and a place in the line of others. */
const longestExportMs = 300_000

const rowsPerChunk = 1000

const caseBookLayout: SheetLayout = {
  name: caseBookSheetName,
  frozenColumns: 1,
  columns: caseBookSheetColumns.map(({ header, kind, width }) => ({
    header,
    width,
    numberFormat: sheetNumberFormats[kind],
    align: ({ text: 'left', day: 'center', won: 'right' } as const)[kind],
  })),
}

/** All rows stand as they stood at one moment: one snapshot, read through a cursor, however long the browser takes to download. */
async function* readChunks(db: Database, filters: CaseBookFilters): AsyncGenerator<SheetChunk> {
  const endTurn = await takeTurn('write')
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    yield* readSnapshot(trx, filters)
  } finally {
    await trx.rollback().execute()
    endTurn()
  }
}

async function* readSnapshot(trx: Transaction<Tables>, filters: CaseBookFilters): AsyncGenerator<SheetChunk> {
  const groups = await readGroups(trx)
  const groupsById = new Map(groups.map((group) => [group.id, group]))
  const total = caseBookTotal()
  await sql`
    declare exported no scroll cursor for
    select ${recordJson(realEstateCollection, 'r')} as row from real_estate r
    where ${caseBookCondition(filters, groups)} order by ${caseBookOrder(undefined, groups)}
  `.execute(trx)
  for (;;) {
    const { rows } = await sql<{ row: RealEstateRecord }>`fetch ${sql.lit(rowsPerChunk)} from exported`.execute(trx)
    if (rows.length === 0) break
    const cells = rows.map(({ row }) => caseBookSheetRow(row, groupsById.get(row.group_id)))
    for (const row of cells) total.add(row)
    yield { rows: cells }
  }
  yield { rows: [total.row()], isTotal: true }
}

function withoutEmpty(filters: CaseBookFilters): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}
