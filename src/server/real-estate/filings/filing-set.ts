import { downloadApplicationWords, type DownloadApplication } from '#contract/applications/application-forms.ts'
import { problem } from '#contract/problem.ts'
import { costStatementOf, receiptOf } from '#domain/filings/cost-statement.ts'
import type { FilledForm } from '#domain/filings/filing.ts'
import { filingsOf } from '#domain/filings/filings-of.ts'
import { powerOfAttorneyOf } from '#domain/filings/power-of-attorney.ts'
import type { Database } from '../../db/client.ts'
import { namedOffice } from '../../documents/named-office.ts'
import { refuseStoppedPaper } from '../../documents/refuse-stopped-paper.ts'
import { Refusal } from '../../http/refusal.ts'
import { readFilingSources, type FilingContext, type UnitFiling } from './read-filing-sources.ts'

/** Units read per batch, which limits both queries and personal numbers in memory. */
const unitsPerRead = 25

/**
 * The forms of each unit: its applications in legal order, a 위임장 for each, and the ticked extras.
 */
export async function* filingSets(
  context: FilingContext,
  { property_ids, with: also }: DownloadApplication,
): AsyncGenerator<readonly FilledForm[]> {
  const ids = [...new Set(property_ids)]
  for (let at = 0; at < ids.length; at += unitsPerRead) {
    const chunk = ids.slice(at, at + unitsPerRead)
    // Processing was suspended after the request: refuses the whole file.
    await refuseStoppedPaper(context.db, 'real-estate-units', chunk)
    const units = await readFilingSources(context, chunk)
    for (const unit of units) yield formsOf(unit, also)
  }
}

function formsOf({ source }: UnitFiling, also: DownloadApplication['with']): FilledForm[] {
  const filings = filingsOf(source)
  return [
    ...filings,
    ...filings.map((filing) => powerOfAttorneyOf(source, filing)),
    ...(also.cost_statement ? [costStatementOf(source)] : []),
    ...(also.receipt ? [receiptOf(source)] : []),
  ]
}

/**
 * Refuses a selection with a deleted or suspended unit instead of leaving it out silently, and an
 * office without a name.
 */
export async function refuseWrongSelection(db: Database, unitIds: readonly string[]): Promise<void> {
  await namedOffice(db)
  const ids = [...new Set(unitIds)]
  if (ids.length === 0)
    throw new Refusal(problem('invalid_request', { message: downloadApplicationWords.nothingSelected }))
  const found = await db.selectFrom('real_estate_unit').select('id').where('id', 'in', ids).execute()
  const missing = ids.length - found.length
  if (missing === 0) return await refuseStoppedPaper(db, 'real-estate-units', ids)
  const message =
    found.length === 0
      ? downloadApplicationWords.nothingThere
      : `선택한 세대 가운데 ${missing}건이 삭제되었습니다. 목록을 새로고침한 뒤 다시 시도해 주세요.`
  throw new Refusal(problem('not_found', { message }))
}
