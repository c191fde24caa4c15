import type { Kysely } from 'kysely'
import type { Tables } from '../schema/tables/tables.ts'
import type { Database } from '../db/client.ts'
import { lastKnown, type LastKnown } from '../db/last-known.ts'

/** Records that the office holds demo data. */
export async function markDemo(db: Database): Promise<void> {
  if (!(await hasDemoData(db))) await db.insertInto('demo_mark').defaultValues().execute()
}

export async function unmarkDemo(db: Database): Promise<void> {
  await db.deleteFrom('demo_mark').execute()
}

export async function hasDemoData(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('demo_mark').select('since').executeTakeFirst()) !== undefined
}

/** Whether demo data exists, for the banner on every page. */
export function createDemoMark({ db, now }: { db: Database; now(): Date }): DemoMark {
  return lastKnown(() => hasDemoData(db), { now, first: true })
}

export type DemoMark = LastKnown<boolean>
