import { sql, type Kysely } from 'kysely'
import type { Keeping, LedgerRow } from '#contract/keeping/keeping.ts'
import { confirmedKindNames, retentionKinds, type ConfirmedKindName } from '#contract/keeping/retention-kinds.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Deps } from '../deps.ts'
import { tableOf, type Tables } from '../schema/tables/tables.ts'
import { endings } from './ended-on.ts'
import { listPeriods, yearsOn } from './periods.ts'

/** The retention table with the records due today. */
export async function readKeeping({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Keeping> {
  const today = officeDay(now().getTime())
  const lastRun = await db
    .selectFrom('retention_look')
    .select('looked_at')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  const due = await Promise.all(confirmedKindNames.map((kind) => dueOfKind(db, kind, today)))
  return { today, looked_at: lastRun?.looked_at ?? null, due, periods: await listPeriods(db) }
}

async function dueOfKind(db: Kysely<Tables>, kind: ConfirmedKindName, today: string) {
  const found = await db
    .selectFrom('destruction_candidate')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('ended_on').as('oldest_ended_on'),
      eb.fn.min('due_on').as('oldest_due_on'),
    ])
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const { count, oldest_ended_on, oldest_due_on } = found
  const [years, held, unended] = [
    await yearsOn(db, kind, today),
    await countHeld(db, kind, today),
    await countUnended(db, kind),
  ]
  return { kind, years, count, oldest_ended_on, oldest_due_on, held, unended }
}

async function countHeld(db: Kysely<Tables>, kind: ConfirmedKindName, today: string): Promise<number> {
  if (kind === 'deleted-records') return 0
  const { held } = await db
    .selectFrom('retention_hold')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('collection', '=', retentionKinds[kind].collection)
    .where('lifted_at', 'is', null)
    .where('until', '>=', today)
    .executeTakeFirstOrThrow()
  return held
}

async function countUnended(db: Kysely<Tables>, kind: ConfirmedKindName): Promise<number> {
  if (kind === 'deleted-records') return 0
  const { collection, ended } = endings[kind]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(tableOf[collection])} t
    where ${ended} is null and t.inserted_at < now() - interval '2 years'
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** 파기 대장, newest first. */
export async function readLedger(db: Kysely<Tables>): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select d.id, d.kind, d.asked, d.ended_from, d.ended_to, d.period, d.ground, d.way, d.confirmed_by, d.confirmed_at,
      (select count(*) from destroyed_record r where r.destruction_id = d.id and not r.is_part) as destroyed
    from destruction d order by d.confirmed_at desc, d.id desc limit 1000
  `.execute(db)
  return rows
}
