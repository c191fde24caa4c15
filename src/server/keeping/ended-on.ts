import { sql, type RawBuilder } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import type { ConfirmedKindName, PeriodStart } from '#contract/keeping/retention-kinds.ts'

/** How to find finished records of a kind, with the alias `t` for its table. */
interface Ending {
  readonly collection: CollectionName
  /** The day on which the matter ended; SQL null when it has not ended or the day is unknown. */
  readonly ended: RawBuilder<unknown>
  /** A further condition. */
  readonly and?: RawBuilder<unknown>
}

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Seoul')::date`

const lastDay = sql`greatest(t.registrated_at, t.deposit_at, t.tax_invoice_at)`

/** Deleted records span all books and are found in `find-due.ts`. */
export const endings: Readonly<Record<Exclude<ConfirmedKindName, 'deleted-records'>, Ending>> = {
  cases: { collection: 'real-estate', ended: sql`t.registrated_at` },
  units: { collection: 'real-estate-units', ended: sql`t.registrated_at` },
  'deposit-cases': {
    collection: 'deposit-cases',
    ended: sql`case when t.registrated_at is not null or t.status in ('completed', 'cancelled')
      then coalesce(${lastDay}, ${dayOf('t.updated_at')}) end`,
  },
  addresses: {
    collection: 'addresses',
    ended: sql`case when t.registrated_at is not null or t.status = 'complete'
      then coalesce(${lastDay}, ${dayOf('t.updated_at')}) end`,
    and: sql`not exists (select from deposit_case d where d.address_id = t.id)
      and not exists (select from real_estate_unit u where u.address_id = t.id)`,
  },
  'card-usage': { collection: 'card-usage', ended: dayOf('t.created_at') },
  'quick-deliveries': {
    collection: 'quick-deliveries',
    ended: dayOf('t.created_at'),
    // Deliveries already emptied (`empty-delivery.ts`) hold no personal data.
    and: sql`num_nonnulls(t.rider, t.sender, t.receiver, t.memo) > 0`,
  },
  'leave-requests': { collection: 'leave-requests', ended: sql`t."endDate"` },
}

/** The first day on which a record may be destroyed. */
export function dueOn(ended: RawBuilder<unknown>, counting: PeriodStart, years: number): RawBuilder<string> {
  if (counting === 'day') return sql<string>`(${ended} + make_interval(years => ${years}::int))::date`
  const month = counting === 'next_june' ? 6 : 1
  return sql<string>`make_date(extract(year from ${ended})::int + 1 + ${years}::int, ${month}::int, 1)`
}
