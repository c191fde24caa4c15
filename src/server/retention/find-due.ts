import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import { type ConfirmedKindName, type PeriodStart, retentionKinds } from '#contract/retention/retention-kinds.ts'
import { tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import { readRetentionYears } from './periods.ts'

export interface Due {
  readonly collection: CollectionName
  readonly record_id: string
  readonly ended_on: string
  readonly due_on: string
}

/**
 * SQL for the records of a kind whose retention period is over on a day and that are not held back.
 * Used both for proposing records and for checking each one again before its destruction. `id`
 * limits it to one record.
 */
export async function selectDueRecords(
  db: Kysely<Tables>,
  kind: ConfirmedKindName,
  options: { readonly today: string; readonly id?: string },
): Promise<RawBuilder<Due>> {
  const years = await readRetentionYears(db, kind, options.today)
  const endedSelects = await buildEndedSelects(db, kind, options.id)
  return sql<Due>`
    select collection, record_id, ended_on, due_on from (
      select collection, record_id, ended_on, ${computeDueOn(sql`ended_on`, retentionKinds[kind].periodStart, years)} as due_on
      from (${sql.join(endedSelects, sql` union all `)}) ended where ended_on is not null
    ) due
    where due_on <= ${options.today}::date and not exists (
      select from retention_hold h where h.record_id = due.record_id and h.lifted_at is null and h.until >= ${options.today}::date)
  `
}

async function buildEndedSelects(db: Kysely<Tables>, kind: ConfirmedKindName, id: string | undefined) {
  if (kind === 'deleted-records') return await findDeleted(db, id)
  const ending = endingRules[kind]
  const conditions = [ending.condition ?? sql`true`, id === undefined ? sql`true` : sql`t.id = ${id}::uuid`]
  return [
    sql`select ${ending.collection}::text as collection, t.id as record_id, ${ending.endedOnSql} as ended_on
      from ${sql.table(tableByCollection[ending.collection])} t where ${sql.join(conditions, sql` and `)}`,
  ]
}

/** Deleted records whose values are still in the change log and that were not restored. */
async function findDeleted(db: Kysely<Tables>, id: string | undefined) {
  const { rows } = await sql<{ collection: CollectionName }>`
    select distinct collection from change where kind = 'delete' and fields <> '{}'::jsonb
  `.execute(db)
  const collectionRows = rows.filter(({ collection }) => collection in tableByCollection)
  if (collectionRows.length === 0)
    return [sql`select null::text as collection, null::uuid as record_id, null::date as ended_on where false`]
  return collectionRows.map(
    ({ collection }) => sql`
      select ${collection}::text as collection, c.record_id, max((c.at at time zone 'Asia/Seoul')::date) as ended_on from change c
      where c.kind = 'delete' and c.fields <> '{}'::jsonb and c.collection = ${collection}
        and ${id === undefined ? sql`true` : sql`c.record_id = ${id}::uuid`}
        and not exists (select from ${sql.table(tableByCollection[collection])} t where t.id = c.record_id)
        and not exists (select from destroyed_record d where d.record_id = c.record_id and d.collection = c.collection)
      group by c.record_id`,
  )
}

/** How to find finished records of a kind, with the alias `t` for its table. */
interface EndingRule {
  readonly collection: CollectionName
  /** The day on which the matter ended; SQL null when it has not ended or the day is unknown. */
  readonly endedOnSql: RawBuilder<unknown>
  readonly condition?: RawBuilder<unknown>
}

const officeDaySql = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Seoul')::date`

const lastDay = sql`greatest(t.registrated_at, t.deposit_at, t.tax_invoice_at)`

/** Deleted records span all books; `findDeleted` finds them. */
export const endingRules: Readonly<Record<Exclude<ConfirmedKindName, 'deleted-records'>, EndingRule>> = {
  cases: { collection: 'real-estate', endedOnSql: sql`greatest(t.registrated_at, t.closed_at)` },
  units: { collection: 'real-estate-units', endedOnSql: sql`t.registrated_at` },
  'deposit-cases': {
    collection: 'deposit-cases',
    endedOnSql: sql`case when coalesce(t.registrated_at, t.closed_at) is not null or t.status in ('completed', 'cancelled')
      then coalesce(greatest(${lastDay}, t.closed_at), ${officeDaySql('t.updated_at')}) end`,
  },
  // An entry outlives its case where that was destroyed before.
  'register-entries': {
    collection: 'register-entries',
    endedOnSql: sql`case when t.is_cancelled then greatest(t.closed_on, ${officeDaySql('t.updated_at')}) else t.closed_on end`,
  },
  addresses: {
    collection: 'addresses',
    endedOnSql: sql`case when t.registrated_at is not null or t.status = 'complete'
      then coalesce(${lastDay}, ${officeDaySql('t.updated_at')}) end`,
    condition: sql`not exists (select from deposit_case d where d.address_id = t.id)
      and not exists (select from real_estate_unit u where u.address_id = t.id)`,
  },
  'card-usage': { collection: 'card-usage', endedOnSql: officeDaySql('t.created_at') },
  'quick-deliveries': {
    collection: 'quick-deliveries',
    endedOnSql: officeDaySql('t.created_at'),
    // Deliveries already emptied (`destroy-kind.ts`) hold no personal data.
    condition: sql`num_nonnulls(t.rider, t.sender, t.receiver, t.memo) > 0`,
  },
  'leave-requests': { collection: 'leave-requests', endedOnSql: sql`t."endDate"` },
}

/** The first day on which a record may be destroyed. */
export function computeDueOn(
  endedOnSql: RawBuilder<unknown>,
  counting: PeriodStart,
  years: number,
): RawBuilder<string> {
  if (counting === 'day') return sql<string>`(${endedOnSql} + make_interval(years => ${years}::int))::date`
  const month = counting === 'next_june' ? 6 : 1
  return sql<string>`make_date(extract(year from ${endedOnSql})::int + 1 + ${years}::int, ${month}::int, 1)`
}
