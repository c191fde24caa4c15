import { type Kysely, sql } from 'kysely'
import type { RegisterDue, RegisterReport } from '#contract/register/register.ts'
import { addRunningTotals, findReportDue } from '#domain/register/months.ts'
import type { Deps } from '#server/deps.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { RegisterKeeper } from './closings.ts'
import { closedMonthsSql } from './update-register.ts'

/** 월별 건수·보수 총액 of a year, and the same from the case books to compare with (법무사규칙 제49조). */
export async function readReport(db: Kysely<Tables>, year: number): Promise<RegisterReport> {
  const { rows: sums } = await sql<{ month: number; count: number; fees: number }>`
    select extract(month from entered_on)::int as month, count(*)::int as count, coalesce(sum(fee), 0)::bigint as fees
    from register_entry where year = ${year} and not is_cancelled group by 1
  `.execute(db)
  const months = addRunningTotals(sums)
  const last = months.at(-1)
  const { rows: ledgers } = await sql<{ count: number; fees: number }>`
    select count(*)::int as count, coalesce(sum(c.fees), 0)::bigint as fees
    from (select id, fees from real_estate union all select id, fees from deposit_case) c
    join register_entry e on e.case_id = c.id::text where e.year = ${year}
  `.execute(db)
  const { rows: marks } = await sql<{ cancelled: number; differing: number; open_months: number[] }>`
    select count(*) filter (where is_cancelled)::int as cancelled, count(*) filter (where differs)::int as differing,
      coalesce((
        select array_agg(m order by m) from generate_series(1, 12) m
        where (${year}::int, m) not in (select year, month from (${closedMonthsSql}) closed)
      ), '{}') as open_months
    from register_entry where year = ${year}
  `.execute(db)
  const sent = await db
    .selectFrom('register_report')
    .select(['sent_on', 'user_name', 'at'])
    .where('year', '=', year)
    .executeTakeFirst()
  const { cancelled = 0, differing = 0, open_months = [] } = marks[0] ?? {}
  return {
    year,
    months: months.map(({ month, count, fees }) => ({ month, count, fees })),
    count: last?.total_count ?? 0,
    fees: last?.total_fees ?? 0,
    ledger: ledgers[0] ?? { count: 0, fees: 0 },
    cancelled,
    differing,
    open_months,
    sent: sent ?? null,
  }
}

/** Marks a year's report as sent on a day, or with null as not sent. */
export async function markSent(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { year, sent_on }: { readonly year: number; readonly sent_on: string | null },
  keeper: RegisterKeeper,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const mark = { sent_on: sent_on ?? '', user_id: keeper.id, user_name: keeper.name, at: now().toISOString() }
    if (sent_on === null) await trx.deleteFrom('register_report').where('year', '=', year).execute()
    else
      await trx
        .insertInto('register_report')
        .values({ year, ...mark })
        .onConflict((conflict) => conflict.column('year').doUpdateSet(mark))
        .execute()
    await writeTrail(trx, {
      user: keeper,
      ipAddress: keeper.ipAddress,
      act: 'update',
      collection: 'register-entries',
      detail: { report: year, sent_on },
    })
  })
}

export async function readDue(db: Kysely<Tables>, today: string): Promise<RegisterDue> {
  const sent = await db.selectFrom('register_report').select('year').execute()
  const { rows } = await sql<{ first: string | null }>`select min(entered_on) as first from register_entry`.execute(db)
  const due = findReportDue(today, { sentYears: sent.map(({ year }) => year), firstEntry: rows[0]?.first ?? null })
  return { due }
}
