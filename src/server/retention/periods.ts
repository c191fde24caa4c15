import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { problem } from '#contract/problem.ts'
import { type ConfirmedKindName, retentionKinds } from '#contract/retention/retention-kinds.ts'
import type { periodCreateSchema, RetentionPeriod } from '#contract/retention/retention.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { RetentionManager } from './policy.ts'

/**
 * Retention in years of a kind on a day: the office's own period, never less than the legal
 * minimum.
 */
export async function readRetentionYears(db: Kysely<Tables>, kind: ConfirmedKindName, day: string): Promise<number> {
  const officePeriod = await db
    .selectFrom('retention_period')
    .select('years')
    .where('kind', '=', kind)
    .where('effective_from', '<=', day)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Math.max(retentionKinds[kind].minPeriod.years, officePeriod?.years ?? 0)
}

/** All periods set by the office, newest first. */
export async function listPeriods(db: Kysely<Tables>): Promise<RetentionPeriod[]> {
  const rows = await db
    .selectFrom('retention_period')
    .selectAll()
    .orderBy('kind')
    .orderBy('effective_from', 'desc')
    .execute()
  // Only kinds that a superuser confirms are stored here.
  return rows as RetentionPeriod[]
}

/**
 * Sets a period from a day on. Repeating the same id changes nothing. A period below the legal
 * minimum, or a second one for the same day, is refused at its field.
 */
export async function setPeriod(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: z.output<typeof periodCreateSchema>,
  by: RetentionManager,
): Promise<void> {
  const least = retentionKinds[input.kind].minPeriod.years
  if (input.years < least) refuse('years', `법령에서 정한 ${String(least)}년보다 짧게 정할 수 없습니다.`)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('retention_period'))`.execute(trx)
    const existing = await trx.selectFrom('retention_period').select('id').where('id', '=', input.id).executeTakeFirst()
    if (existing) return
    const overlapping = await trx
      .selectFrom('retention_period')
      .select('id')
      .where('kind', '=', input.kind)
      .where('effective_from', '=', input.effective_from)
      .executeTakeFirst()
    if (overlapping) refuse('effective_from', `${formatDay(input.effective_from)} 시행 보유기간이 이미 있습니다.`)
    const updatedAt = now().toISOString()
    await trx
      .insertInto('retention_period')
      .values({ ...input, updated_by: by.user.name, updated_at: updatedAt })
      .execute()
    const { id, kind, effective_from, years } = input
    await writeTrail(trx, {
      ...by,
      act: 'create',
      collection: 'retention',
      recordId: id,
      detail: { kind, effective_from, years },
    })
  })
}

/** Removes a period; the earlier one applies again. */
export async function removePeriod({ db }: Pick<Deps, 'db'>, id: string, by: RetentionManager): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx.deleteFrom('retention_period').where('id', '=', id).returningAll().executeTakeFirst()
    if (!deleted) throw new HttpProblem(problem('not_found', { message: '보유기간을 찾을 수 없습니다.' }))
    const { kind, effective_from, years } = deleted
    await writeTrail(trx, {
      ...by,
      act: 'delete',
      collection: 'retention',
      recordId: id,
      detail: { kind, effective_from, years },
    })
  })
}

function refuse(field: string, message: string): never {
  throw new HttpProblem(problem('refused', { message, fields: { [field]: message } }))
}
