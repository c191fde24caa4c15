import pg from 'pg'

/**
 * Opens a separate connection to check on those of the pool. Throws when the database does not
 * respond in time.
 */
export async function openProbe(url: string, timeoutMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'ongyeol-office probe',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * The `clients` whose queries the database is executing now. A client that is neither executing nor
 * finished has lost its query or its response in transit. Behind a pooler (pgbouncer) backends
 * cannot be matched, so all count as executing.
 */
export async function findBusyConnections(
  probe: pg.Client,
  clients: readonly pg.Client[],
): Promise<ReadonlySet<pg.Client>> {
  const pids = clients.map(getBackendId)
  const { rows } = await probe.query<{ own: number; working: number[] }>(
    `select pg_backend_pid() as own, array(
      select pid from pg_stat_activity where pid = any($1::int[]) and (state is null or state not like 'idle%')
        and (wait_event is null or wait_event not in ('ClientRead', 'ClientWrite'))
    ) as working`,
    [pids.filter((pid) => pid !== undefined)],
  )
  const [backends] = rows
  if (!backends || backends.own !== getBackendId(probe)) return new Set(clients)
  return new Set(clients.filter((_, index) => backends.working.includes(pids[index] ?? 0)))
}

/**
 * Terminates the backends of lost connections: the database may not have noticed the loss, and
 * their locks would block a retry of the same write. Only backends with this pool's name; waits
 * until they are gone.
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

/** Ends a connection gracefully, or destroys it when there is no response. Never throws. */
export async function endConnection(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), 1000)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}

/** Process id of the connection's backend; the driver's types do not declare it. */
export function getBackendId(client: pg.Client): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined
}
