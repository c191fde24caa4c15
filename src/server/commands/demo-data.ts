import { loadDemoAddresses, removeDemoExtractFiles } from '#server/addresses/demo.ts'
import { loadDemoPosts, removeDemoPosts } from '#server/blog/demo.ts'
import { loadDemoCardUsage } from '#server/card-usage/demo.ts'
import type { Database } from '#server/db/client.ts'
import { markDemo, removeDemoRecords, unmarkDemo } from '#server/demo/demo-rows.ts'
import { loadDemoDepositCases, removeDemoLetters } from '#server/deposit-cases/demo.ts'
import { loadDemoInquiries } from '#server/inquiries/demo.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import { loadDemoLeave } from '#server/leave/demo.ts'
import { loadDemoMasterData } from '#server/master-data/demo.ts'
import { numberDemoParties } from '#server/person-numbers/demo-numbers.ts'
import { loadDemoDeliveries } from '#server/quick-delivery/demo.ts'
import { loadDemoCaseBook } from '#server/real-estate/demo-case-book.ts'
import { loadDemoUnits } from '#server/real-estate/load-demo-units.ts'
import { demoStaff, loadDemoUsers, removeDemoColleagues } from '#server/session/demo-users.ts'

/** Number of records of the large kinds. */
export interface DemoCounts {
  readonly caseBook: number
  readonly units: number
  readonly depositCases: number
  readonly addresses: number
  readonly deliveries: number
  readonly cardUses: number
}

const defaultCounts: DemoCounts = {
  caseBook: 600,
  units: 420,
  depositCases: 800,
  addresses: 1200,
  deliveries: 350,
  cardUses: 900,
}

/**
 * Loads the fictional office into an unused database. Returns false, without changes, when the
 * database is in use.
 */
export async function loadDemoData(
  db: Database,
  { now, counts = defaultCounts }: { now: Date; counts?: DemoCounts },
  keys: OfficeKeys,
): Promise<boolean> {
  const used = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  if (used !== undefined) return false
  await markDemo(db)
  // Users come last because they mark completion: a start that was killed here loads again.
  await loadDemoCaseBook(db, { now, count: counts.caseBook })
  await loadDemoUnits(db, { now, count: counts.units })
  await loadDemoMasterData(db, { now })
  await loadDemoDepositCases(db, { now, count: counts.depositCases })
  await loadDemoAddresses(db, { now, count: counts.addresses })
  await loadDemoDeliveries(db, { now, count: counts.deliveries })
  await loadDemoCardUsage(db, { now, count: counts.cardUses })
  await loadDemoLeave(db, { now, people: demoStaff, decider: demoStaff[0].name })
  await loadDemoPosts(db, { now })
  await loadDemoInquiries(db, { now, assignee: demoStaff[1].name })
  await numberDemoParties(db, keys)
  await loadDemoUsers(db)
  return true
}

/**
 * Adds the given numbers of fictional records: case-book entries, units with numbered parties,
 * deposit cases, and addresses with their master data.
 */
export async function addDemoRecords(
  db: Database,
  options: { caseBook: number; units: number; depositCases: number; addresses: number; seed: number; now: Date },
  keys: OfficeKeys,
): Promise<number> {
  const { caseBook, units, depositCases, addresses, seed, now } = options
  await markDemo(db)
  await loadDemoUsers(db)
  const entryCount = caseBook > 0 ? (await loadDemoCaseBook(db, { count: caseBook, seed, now })).entries : 0
  const added = entryCount + (units > 0 ? await loadDemoUnits(db, { count: units, seed, now }) : 0)
  if (depositCases + addresses > 0) await loadDemoMasterData(db, { now })
  const cases = depositCases > 0 ? await loadDemoDepositCases(db, { count: depositCases, seed, now }) : 0
  const addressCount = addresses > 0 ? await loadDemoAddresses(db, { count: addresses, seed, now }) : 0
  await numberDemoParties(db, keys)
  return added + cases + addressCount
}

/** Removes demo data outside the books; returns the number removed by label. */
export async function removeOtherDemoData(db: Database): Promise<{ 공문: number; 소식: number }> {
  const letters = await removeDemoLetters(db)
  await removeDemoExtractFiles(db)
  const posts = await removeDemoPosts(db)
  await removeDemoColleagues(db)
  return { 공문: letters, 소식: posts }
}

/**
 * Removes the demo records. Demo users stay, because without Kakao keys nobody else can sign in.
 */
export async function removeDemoData(db: Database): Promise<number> {
  const { 소식: posts } = await removeOtherDemoData(db)
  const removed = (await removeDemoRecords(db)) + posts
  await unmarkDemo(db)
  return removed
}
