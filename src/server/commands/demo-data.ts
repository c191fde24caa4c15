import type { Database } from '../db/client.ts'
import { loadDemoUsers } from '../session/demo.ts'

/** Case-book entries of a first start. Enough to scroll and search; `npm run demo -- --case-book N` makes any size. */
export const demoCaseBookCount = 300
/** The same seed gives the same fictional people everywhere, so that two developers talk about the same row. */
export const demoSeed = 20260101

/** Loads the fictional office into a database that nobody has used yet. False: somebody has, nothing was done. */
export async function loadDemoData(db: Database): Promise<boolean> {
  const user = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  if (user !== undefined) return false
  await loadDemoUsers(db)
  return true
}
