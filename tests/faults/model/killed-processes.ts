import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tokens } from '#contract/session/session.ts'
import { signInForTokens } from '../../support/people/sign-in-calls.ts'
import { killInTurn } from '../../support/processes/kill-processes-in-turn.ts'
import { openLoadBalancer } from '../../support/processes/load-balancer.ts'
import { type OfficeOfProcesses, openOfficeOfProcesses } from '../../support/processes/office-of-processes.ts'
import { type Account, createOfficeBehindProxy, type SimulatedOffice } from './office.ts'

export interface KilledOffice {
  readonly office: SimulatedOffice
  /** How often a process was killed. */
  countDeaths(): number
  close(): Promise<void>
}

/**
 * The office as two real server processes behind one URL. One after the other is killed with kill
 * -9 and restarted, endlessly. One is always running, so the office stays available: requests break
 * off, and the next one succeeds.
 */
export async function openKilledOffice(): Promise<KilledOffice> {
  const processes = await openOfficeOfProcesses(2, { RATE_LIMIT: '100000000', WORKER: 'off' })
  const balancer = await openLoadBalancer(processes.origins)
  const killLoop = killInTurn(processes, { minMs: 100, maxMs: 1200 })
  const runningServer = {
    url: balancer.origin,
    signIn: (account: Account) => signInWithRetries(balancer.origin, account),
    stop: async () => undefined,
  }
  const proxiedOffice = await createOfficeBehindProxy(processes.database, async () => runningServer)
  const office: SimulatedOffice = Object.assign(proxiedOffice, {
    killOne: killLoop.killNow,
    waitUntilIdle: () => waitUntilIdle(processes),
  })
  return {
    office,
    countDeaths: killLoop.countDeaths,
    async close() {
      await killLoop.stop()
      await office.proxy.close()
      await balancer.close()
      await processes.close()
    },
  }
}

async function signInWithRetries(origin: string, account: Account): Promise<Tokens> {
  const until = Date.now() + 60_000
  for (;;) {
    try {
      return await signInForTokens(origin, account)
    } catch (error) {
      if (Date.now() > until) throw error
      await delay(20)
    }
  }
}

/** Statements of a killed process may still be running in the database. */
async function waitUntilIdle({ database }: OfficeOfProcesses): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ busy: number }>`select count(*)::int as busy from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and state <> 'idle'`.execute(database.ownerDb)
    if (rows[0]?.busy === 0) return
    await delay(5)
  }
}
