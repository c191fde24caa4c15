import { sql, type Transaction } from 'kysely'
import { knownLocationDays, lookBackRules } from '#domain/trail/alert-rules.ts'
import type { KnownLocations, WatchedRow } from '#domain/trail/find-alerts.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { networkGroup } from './network-group.ts'

/**
 * Rows older than this when they are linked (such as the trail from before the chain) raise no
 * alert; it would be too late to act.
 */
const newsDays = 7

/** Links after `after`, up to and including `until`. */
export interface LinkRange {
  readonly after: number
  readonly until: number
}

type Read = Pick<WatchedRow, 'seq' | 'at' | 'user_id' | 'user_name' | 'address' | 'act' | 'record_id'> & {
  detail: unknown
}

const columns = sql`a.seq, a.at, a.user_id, a.user_name, a.address, a.act, a.record_id, a.detail`

/** The rows of the links that are recent enough for an alert. */
export async function readNewRows(trx: Transaction<Tables>, { after, until }: LinkRange): Promise<WatchedRow[]> {
  const { rows } = await sql<Read>`
    select ${columns} from trail_link l join trail_link_row k on k.link = l.number join audit a on a.seq = k.seq
    where l.number > ${after} and l.number <= ${until} and a.at >= l.made_at - make_interval(days => ${newsDays})`.execute(
    trx,
  )
  return rows.map((row) => watched(row, true))
}

/** Earlier rows of the same people, as far back as the rules look. */
export async function readEarlierRows(trx: Transaction<Tables>, fresh: readonly WatchedRow[]): Promise<WatchedRow[]> {
  const wanted = lookBackRules.filter(({ acts }) => fresh.some(({ act }) => acts.includes(act)))
  if (wanted.length === 0) return []
  const times = fresh.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), new Date(Math.max(...times)).toISOString()]
  const ranges = wanted.map(({ acts, ms }) => {
    const from = new Date(first - ms).toISOString()
    return sql`(a.act = any(${[...acts]}::text[]) and a.at >= ${from}::timestamptz and a.at <= ${last}::timestamptz)`
  })
  const people = [...new Set(fresh.flatMap(({ user_id }) => user_id ?? []))]
  const { rows } = await sql<Read>`
    select ${columns} from audit a
    where (${sql.join(ranges, sql` or `)}) and (a.user_id is null or a.user_id = any(${people}::uuid[]))
      and a.seq <> all(${fresh.map(({ seq }) => seq)}::bigint[])`.execute(trx)
  return rows.map((row) => watched(row, false))
}

/** Networks each of these people used before the given rows. */
export async function readKnownNetworks(
  trx: Transaction<Tables>,
  movers: readonly (readonly WatchedRow[])[],
): Promise<Map<string, KnownLocations>> {
  const networks = new Map<string, KnownLocations>()
  for (const rows of movers) {
    const [first] = rows.toSorted((a, b) => a.seq - b.seq)
    if (!first || first.user_id === null) continue
    const { user_id, user_name, at, seq } = first
    const found = await sql<{ address: string; is_copy: boolean }>`
      select distinct address, act = 'copy' as is_copy from audit
      where user_name = ${user_name} and user_id = ${user_id} and address is not null and seq < ${seq}
        and at >= ${at}::timestamptz - make_interval(days => ${knownLocationDays}) and at <= ${at}::timestamptz`.execute(
      trx,
    )
    const ever = await sql<{ is_known: boolean }>`
      select exists (select from audit where user_name = ${user_name} and user_id = ${user_id} and seq < ${seq} and act <> 'role_change') as is_known`.execute(
      trx,
    )
    const networksIn = (known: readonly { address: string }[]) =>
      new Set(known.flatMap(({ address }) => networkGroup(address) ?? []))
    networks.set(user_id, {
      isNewPerson: ever.rows[0]?.is_known !== true,
      used: networksIn(found.rows),
      copied: networksIn(found.rows.filter(({ is_copy }) => is_copy)),
    })
  }
  return networks
}

function watched({ detail, ...row }: Read, isNew: boolean): WatchedRow {
  const fields: Record<string, unknown> = typeof detail === 'object' && detail !== null ? { ...detail } : {}
  const size = ['rows', 'records', 'count'].map((key) => fields[key]).find((value) => typeof value === 'number')
  const atDevice = fields['at_device']
  return {
    ...row,
    place: networkGroup(row.address),
    isNew,
    size: typeof size === 'number' ? size : null,
    at_device: typeof atDevice === 'string' ? atDevice : null,
  }
}
