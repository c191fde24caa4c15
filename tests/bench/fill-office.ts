import { z } from 'zod'
import { loadDemoAddresses } from '#server/addresses/demo.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { openDatabase } from '#server/db/client.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import { loadDemoDepositCases } from '#server/deposit-cases/demo.ts'
import { embeddedAppRole } from '#server/postgres/app-role.ts'
import { loadDemoCaseBook } from '#server/real-estate/demo-case-book.ts'
import { migrate } from '#server/schema/migrate.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'

/**
 * Child process of bench-server.ts that migrates and fills its database. In the server's own
 * process the rows made here would count as its memory.
 */
const options = z
  .object({ ownerUrl: z.string(), records: z.int(), depositCases: z.int(), addresses: z.int() })
  .parse(JSON.parse(process.env['FILL'] ?? ''))

await migrate(options.ownerUrl, { appRole: embeddedAppRole })
const db = openDatabase({ url: options.ownerUrl, maxConnections: 10 })
const now = new Date()
// Without a name the office prints nothing.
await markDemo(db)
await loadDemoUsers(db)
await loadDemoPosts(db, { now })
await loadDemoCaseBook(db, { count: options.records, now })
if (options.depositCases > 0) await loadDemoDepositCases(db, { count: options.depositCases, now })
if (options.addresses > 0) await loadDemoAddresses(db, { count: options.addresses, now })
await db.destroy()
