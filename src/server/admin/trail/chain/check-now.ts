import type { Database } from '#server/db/client.ts'
import { checkChain, type ChainReport } from './check-chain.ts'
import { saveHead, readHead, readSavedHeads } from './saved-heads.ts'
import { linkTrail } from './link-rows.ts'

/**
 * Links new rows, verifies the whole chain against the heads in `file`, stores the result with the
 * current head, and returns the report.
 */
export async function checkNow(
  db: Database,
  { file, by, newId }: { file: string; by: string; newId: () => string },
): Promise<ChainReport> {
  await linkTrail(db, { isPatient: true })
  const report = await checkChain(db, await readSavedHeads(file))
  const { isWhole, rowCount, linkCount, head, faults } = report
  await db
    .insertInto('trail_check')
    .values({
      id: newId(),
      checked_by: by,
      is_whole: isWhole,
      row_count: rowCount,
      link_count: linkCount,
      head_number: head.number,
      head_hash: head.hash,
      faults: JSON.stringify(faults),
    })
    .execute()
  const current = await readHead(db)
  if (isWhole && current) saveHead(file, current)
  return report
}
