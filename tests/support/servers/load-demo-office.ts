import { loadDemoCardUsage } from '../../../src/server/card-usage/demo.ts'
import { loadDemoDepositCases } from '../../../src/server/deposit-cases/demo.ts'
import { loadDemoInquiries } from '../../../src/server/inquiries/demo.ts'
import { loadDemoLeave } from '../../../src/server/leave/demo.ts'
import { loadDemoMasterData } from '../../../src/server/master-data/demo.ts'
import { loadDemoDeliveries } from '../../../src/server/quick-delivery/demo.ts'
import { loadDemoCaseBook } from '../../../src/server/real-estate/demo-case-book.ts'
import { demoStaff } from '../../../src/server/session/demo-users.ts'
import type { TestApp } from './build-test-app.ts'

/** Loads the demo data of the books that the chat answers from, as of `now`. */
export async function loadDemoOffice({ ownerDb: db }: TestApp, now: Date): Promise<void> {
  await loadDemoCaseBook(db, { now })
  await loadDemoMasterData(db, { now })
  await loadDemoDepositCases(db, { now })
  await loadDemoDeliveries(db, { now })
  await loadDemoCardUsage(db, { now })
  await loadDemoLeave(db, { now, people: demoStaff, decider: demoStaff[0].name })
  await loadDemoInquiries(db, { now, assignee: demoStaff[1].name })
}
