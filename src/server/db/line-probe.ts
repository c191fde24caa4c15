import pg from 'pg'

/** A connection beside the pool, to ask how the pool's are doing. Throws when the database does not answer in time. */
export async function openProbe(url: string, patienceMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'ongyeol-office probe',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Those of `clients` that the database is working for right now. One that it neither works for nor answers has lost its question or its answer on the way.
 * Behind a pooler (pgbouncer) nobody can tell whose work is whose; there all count as worked for.
 */
export async function askWhoWorks(probe: pg.Client, clients: readonly pg.Client[]): Promise<ReadonlySet<pg.Client>> {
  const pids = clients.map(backendOf)
  const { rows } = await probe.query<{ own: number; working: number[] }>(
    `select pg_backend_pid() as own, array(
      select pid from pg_stat_activity where pid = any($1::int[]) and (state is null or state not like 'idle%')
        and (wait_event is null or wait_event not in ('ClientRead', 'ClientWrite'))
    ) as working`,
    [pids.filter((pid) => pid !== undefined)],
  )
  const [answer] = rows
  if (!answer || answer.own !== backendOf(probe)) return new Set(clients)
  return new Set(clients.filter((_, at) => answer.working.includes(pids[at] ?? 0)))
}

/**
 * Ends what lost connections left open at the database: it may not know yet that nobody is there, and holds their locks against whoever sends the same write
 * again. Only backends that bear the line's own name; waits until they are gone.
 */
export async function endBackends(
  probe: pg.Client,
  { name, pids }: { name: string; pids: readonly number[] },
): Promise<void> {
  await probe.query(
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
      where pid = any($1::int[]) and application_name = $2 and usename = current_user`,
    [pids, name],
  )
}

/** Ends a connection in order, or cuts it when nobody answers any more. Never throws. */
export async function endConnection(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => client.connection.stream.destroy(), 1000)
  await client.end().catch(() => undefined)
  clearTimeout(cut)
}

/** The process that serves a connection; the driver's types do not name it. */
export function backendOf(client: pg.Client): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined
}
