import type { Database } from '../db/client.ts'
import { loadDemoCaseBook, removeDemoCaseBook } from '../real-estate/demo.ts'
import { loadDemoUsers } from '../session/demo.ts'

/** Loads the fictional office (research/domain.md §7) into a database that nobody has used yet. False: somebody has, and nothing was done. */
export async function loadDemoData(db: Database, now: Date): Promise<boolean> {
  const used = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  if (used !== undefined) return false
  // Users last: they are what says that it is done, so a start that is killed here begins again.
  await loadDemoCaseBook(db, { now })
  await loadDemoUsers(db)
  return true
}

/** Adds `count` fictional case-book entries: the same ones every time for the same seed; those that stand already stay as they are. */
export async function addDemoCaseBook(
  db: Database,
  options: { count: number; seed: number; now: Date },
): Promise<number> {
  await loadDemoUsers(db)
  const { entries } = await loadDemoCaseBook(db, options)
  return entries
}

/** Takes the demo records out again. Demo users stay: without Kakao keys they are the only ones who can sign in. */
export async function removeDemoData(db: Database): Promise<number> {
  const { entries, groups } = await removeDemoCaseBook(db)
  return entries + groups
}
