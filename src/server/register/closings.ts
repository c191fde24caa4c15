import { sql, type Transaction } from 'kysely'
import { problem } from '#contract/problem.ts'
import type { RegisterMonth, RegisterMonths } from '#contract/register/register.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { addRunningTotals, findCloseRefusal } from '#domain/register/months.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { closedMonthsSql, updateCases, updateWithin } from './update-register.ts'

/** Who closes, reopens, corrects or marks. */
export interface RegisterKeeper {
  readonly id: string
  readonly name: string
  readonly ipAddress: string
}

type KeeperDeps = Pick<Deps, 'db' | 'newId' | 'now'>
interface YearMonth {
  readonly year: number
  readonly month: number
}

/** 월계, 누계 and state of every month of a year (법무사규칙 제35조). */
export async function readMonths(db: Database, year: number, today: string): Promise<RegisterMonths> {
  const { rows: sums } = await sql<{ month: number; count: number; fees: number }>`
    select extract(month from entered_on)::int as month, count(*)::int as count, coalesce(sum(fee), 0)::bigint as fees
    from register_entry where year = ${year} and not is_cancelled group by 1
  `.execute(db)
  const acts = await db
    .selectFrom('register_closing')
    .select(['month', 'act', 'reason', 'user_name', 'at'])
    .where('year', '=', year)
    .orderBy('seq', 'desc')
    .execute()
  const isEarlierOpen = await hasOpenMonthBefore(db, year)
  const months: RegisterMonth[] = []
  for (const month of addRunningTotals(sums)) {
    const log = acts.filter((act) => act.month === month.month).map(({ month: _month, ...act }) => act)
    const is_closed = log[0]?.act === 'close'
    // Months without entries need no closing before later ones are closed.
    const isOpenBefore = isEarlierOpen || months.some((earlier) => !earlier.is_closed && earlier.count > 0)
    const refusal = findCloseRefusal({ year, month: month.month }, { today, isEarlierOpen: isOpenBefore })
    months.push({ ...month, is_closed, log, ...(!is_closed && refusal !== null && { close_refusal: refusal }) })
  }
  return { year, months }
}

/** Whether an earlier year has an open month with entries. */
async function hasOpenMonthBefore(db: Database, year: number): Promise<boolean> {
  const { rows } = await sql`
    select from register_entry e where e.year < ${year} and not e.is_cancelled and not exists (
      select from (${closedMonthsSql}) closed
      where closed.year = e.year and closed.month = extract(month from e.entered_on)
    ) limit 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Closes a month: numbers and values then change only as corrections. Logged; repeating it changes
 * nothing.
 */
export async function closeMonth(
  deps: KeeperDeps,
  { year, month }: YearMonth,
  keeper: RegisterKeeper,
): Promise<RegisterMonths> {
  return await deps.db.transaction().execute(async (trx) => {
    await updateWithin(trx, deps)
    const today = toOfficeDay(deps.now().getTime())
    const { months } = await readMonths(trx, year, today)
    const target = months.find((candidate) => candidate.month === month)
    if (target?.close_refusal !== undefined)
      throw new HttpProblem(problem('refused', { message: target.close_refusal }))
    if (target?.is_closed === false) await logAct(trx, deps, { year, month, act: 'close', reason: '', keeper })
    return await readMonths(trx, year, today)
  })
}

/**
 * Reopens a closed month with a reason. Its entries follow their cases again, so values that were
 * corrected are those of the case until they are corrected again; the list of corrections stays.
 */
export async function reopenMonth(
  deps: KeeperDeps,
  { year, month, reason }: YearMonth & { readonly reason: string },
  keeper: RegisterKeeper,
): Promise<RegisterMonths> {
  return await deps.db.transaction().execute(async (trx) => {
    await updateWithin(trx, deps)
    const today = toOfficeDay(deps.now().getTime())
    const { months } = await readMonths(trx, year, today)
    if (months.find((candidate) => candidate.month === month)?.is_closed !== true)
      throw new HttpProblem(problem('refused', { message: '마감한 달이 아닙니다.' }))
    await logAct(trx, deps, { year, month, act: 'reopen', reason, keeper })
    const entries = await trx
      .selectFrom('register_entry')
      .select('case_id')
      .where('year', '=', year)
      .where(sql<number>`extract(month from entered_on)`, '=', month)
      .execute()
    await updateCases(
      trx,
      deps,
      entries.map(({ case_id }) => case_id),
    )
    return await readMonths(trx, year, today)
  })
}

async function logAct(
  trx: Transaction<Tables>,
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  { keeper, ...act }: YearMonth & { act: 'close' | 'reopen'; reason: string; keeper: RegisterKeeper },
): Promise<void> {
  await trx
    .insertInto('register_closing')
    .values({ id: newId(), ...act, user_id: keeper.id, user_name: keeper.name, at: now().toISOString() })
    .execute()
  await writeTrail(trx, {
    user: keeper,
    ipAddress: keeper.ipAddress,
    act: 'update',
    collection: 'register-entries',
    detail: act,
  })
}
