import { sql, type Kysely, type Transaction } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { confirmedKindNames } from '#contract/keeping/retention-kinds.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Deps } from '../deps.ts'
import { startRepeating } from '../jobs/daily.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { dueRecords } from './find-due.ts'

type Context = Pick<Deps, 'db' | 'now'>

/**
 * Proposes due records once per office day, however many processes try. Returns true when this call
 * did it.
 */
export async function proposeOncePerDay({ db, now }: Context): Promise<boolean> {
  const day = officeDay(now().getTime())
  return await db.transaction().execute(async (trx) => {
    const first = await trx
      .insertInto('retention_look')
      .values({ day, looked_at: now().toISOString() })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!first) return false
    await propose(trx, day)
    return true
  })
}

/** Searches for due records again, whatever was found today. */
export async function proposeNow({ db, now }: Context): Promise<void> {
  const day = officeDay(now().getTime())
  await db.transaction().execute(async (trx) => {
    const looked_at = now().toISOString()
    await trx
      .insertInto('retention_look')
      .values({ day, looked_at })
      .onConflict((conflict) => conflict.column('day').doUpdateSet({ looked_at }))
      .execute()
    await propose(trx, day)
  })
}

async function propose(trx: Transaction<Tables>, today: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('destruction_candidate'))`.execute(trx)
  await trx.deleteFrom('destruction_candidate').execute()
  for (const kind of confirmedKindNames)
    await sql`
      insert into destruction_candidate (kind, collection, record_id, ended_on, due_on)
      select ${kind}, collection, record_id, ended_on, due_on from (${await dueRecords(trx, kind, { today })}) found
    `.execute(trx)
}

/** Interval of checking whether today's search was made. */
const everyMs = 15 * 60_000

/** Runs now and at every interval until stopped. */
export function startDailyProposals(log: FastifyBaseLogger, deps: Context): () => Promise<void> {
  return startRepeating(log, {
    everyMs,
    async run() {
      if (!(await proposeOncePerDay(deps))) return
      const count = await countProposed(deps.db)
      if (count > 0) log.info({ count }, 'records whose period of keeping is over wait for a superuser')
    },
    onFailure: 'could not look for records whose period of keeping is over',
  })
}

async function countProposed(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('destruction_candidate')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
