import type { Database } from '../client.ts'
import { lastKnown, type LastKnown } from '../last-known.ts'

/** From now on the office holds demo data. */
export async function markDemo(db: Database): Promise<void> {
  const known = await db.selectFrom('demo_mark').select('since').executeTakeFirst()
  if (!known) await db.insertInto('demo_mark').defaultValues().execute()
}

export async function unmarkDemo(db: Database): Promise<void> {
  await db.deleteFrom('demo_mark').execute()
}

/** Whether there is any, for the line at the top of every page. */
export function createDemoMark({ db, now }: { db: Database; now(): Date }): DemoMark {
  return lastKnown(async () => (await db.selectFrom('demo_mark').select('since').executeTakeFirst()) !== undefined, {
    now,
    first: true,
  })
}

export type DemoMark = LastKnown<boolean>
