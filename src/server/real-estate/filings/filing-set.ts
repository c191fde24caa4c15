import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import {
  type ApplicationDownload,
  buildApplicationFileNames,
  downloadApplicationMessages,
} from '#contract/applications/applications.ts'
import { problem } from '#contract/problem.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { buildCostStatement, buildReceipt } from '#domain/filings/cost-statement.ts'
import { buildPowerOfAttorney } from '#domain/filings/filing-sides.ts'
import type { FilledForm } from '#domain/filings/filing.ts'
import { listFilings } from '#domain/filings/list-filings.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { writeForms } from '#server/documents/forms/write-forms.ts'
import { requireNamedOffice } from '#server/documents/letter-office.ts'
import { refuseStoppedDocument } from '#server/documents/refuse-stopped-document.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { buildTrailRow } from '#server/trail/write-trail.ts'
import { type FilingContext, readFilingSources, type ReadRates, type UnitFiling } from './read-filing-sources.ts'

/** Units read per batch, which limits both queries and personal numbers in memory. */
const unitsPerRead = 25

/**
 * The forms of each unit: its applications in legal order, a 위임장 for each, and the ticked extras.
 */
async function* readFilingSets(
  context: FilingContext,
  { property_ids, with: extras }: ApplicationDownload,
): AsyncGenerator<readonly FilledForm[]> {
  const ids = [...new Set(property_ids)]
  for (let index = 0; index < ids.length; index += unitsPerRead) {
    const chunk = ids.slice(index, index + unitsPerRead)
    // Processing was stopped after the request: refuses the whole file.
    await refuseStoppedDocument(context.db, 'real-estate-units', chunk)
    const units = await readFilingSources(context, chunk)
    for (const unit of units) yield listForms(unit, extras)
  }
}

function listForms({ source }: UnitFiling, extras: ApplicationDownload['with']): FilledForm[] {
  const filings = listFilings(source)
  return [
    ...filings,
    ...filings.map((filing) => buildPowerOfAttorney(source, filing)),
    ...(extras.cost_statement ? [buildCostStatement(source)] : []),
    ...(extras.receipt ? [buildReceipt(source)] : []),
  ]
}

/**
 * Refuses a selection with a deleted or stopped unit instead of leaving it out silently, and an
 * office without a name.
 */
export async function refuseWrongSelection(db: Database, unitIds: readonly string[]): Promise<void> {
  await requireNamedOffice(db)
  const ids = [...new Set(unitIds)]
  if (ids.length === 0)
    throw new HttpProblem(problem('invalid_request', { message: downloadApplicationMessages.nothingSelected }))
  const unitRows = await db.selectFrom('real_estate_unit').select('id').where('id', 'in', ids).execute()
  const missing = ids.length - unitRows.length
  if (missing === 0) return await refuseStoppedDocument(db, 'real-estate-units', ids)
  const message =
    unitRows.length === 0
      ? downloadApplicationMessages.nothingThere
      : `선택한 세대 가운데 ${missing}건이 삭제되었습니다. 목록을 새로고침한 뒤 다시 시도해 주세요.`
  throw new HttpProblem(problem('not_found', { message }))
}

export interface FilingDeps {
  readonly deps: Deps
  createContext(): FilingContext
}

export function createFilingDeps(deps: Deps, readRates: ReadRates): FilingDeps {
  return {
    deps,
    createContext: () => ({
      db: deps.db,
      officeKeys: deps.officeKeys,
      readRates,
      today: toOfficeDay(deps.now().getTime()),
    }),
  }
}

/** Writes the requested filings as one PDF stream. */
export function writeApplications(
  { deps, createContext }: FilingDeps,
  application: ApplicationDownload,
  onProgress?: (progress: { done: number; total: number }) => void,
): Readable {
  const total = new Set(application.property_ids).size
  let done = 0
  onProgress?.({ done, total })
  return writeForms(readFilingSets(createContext(), application), {
    title: '등기신청서',
    author: '법무사 사무소',
    createdAt: deps.now().toISOString(),
    onDrawn() {
      done += 1
      onProgress?.({ done, total })
    },
  })
}

export function buildApplicationFileName(now: Date, { property_ids }: ApplicationDownload) {
  return buildApplicationFileNames(new Set(property_ids).size, toOfficeDay(now.getTime()))
}

interface Requester {
  readonly user: { readonly id: string; readonly name: string }
  readonly ipAddress: string
}

/** Logs one trail row per unit, because its filings show the parties' full numbers. */
export async function writeUnitsTrail(
  trx: Kysely<Tables>,
  { user, ipAddress }: Requester,
  unitIds: readonly string[],
): Promise<void> {
  const units = await trx
    .selectFrom('real_estate_unit')
    .select(['id', 'dongho', 'owner'])
    .where('id', 'in', [...new Set(unitIds)])
    .execute()
  if (units.length === 0) return
  const rows = units.map(({ id, dongho, owner }) =>
    buildTrailRow({
      user,
      ipAddress,
      act: 'export',
      collection: 'real-estate-units',
      recordId: id,
      subject: [dongho, owner].filter(Boolean).join(' '),
      detail: { paper: '등기신청서', numbers: true },
    }),
  )
  await trx.insertInto('audit').values(rows).execute()
}
