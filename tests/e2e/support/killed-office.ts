import { loadDemoData } from '#server/commands/demo-data.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { smallOffice } from '../../support/books/small-office.ts'
import { killInTurn } from '../../support/processes/kill-processes-in-turn.ts'
import { openLoadBalancer } from '../../support/processes/load-balancer.ts'
import {
  type OfficeOfProcesses,
  openOfficeOfProcesses,
  type ProcessesOptions,
} from '../../support/processes/office-of-processes.ts'
import { hasRedis, startRedis } from '../../support/processes/redis-server.ts'
import { createFaultProxy } from '../../support/servers/fault-proxy.ts'
import { startTestCluster } from '../../support/servers/test-cluster.ts'
import type { Office, OfficeOptions } from './office-kinds.ts'
import { registerServerGuard } from './server-guard.ts'

/**
 * Pause between kills; a restart adds one to three seconds in which the other process serves alone.
 */
const pace = { minMs: 1500, maxMs: 3500 }

/**
 * The office as two server processes behind one URL, on one PostgreSQL and, if available, one
 * Redis. They are killed in turn with kill -9 and restarted while the office is open. A test's own
 * calls are protected (server-guard.ts), the app's are not.
 */
export async function openKilledOffice({ demo = 'small', registry }: OfficeOptions): Promise<Office> {
  const cluster = await startTestCluster()
  const redis = hasRedis() ? await startRedis() : undefined
  const env = {
    RATE_LIMIT: '1000000',
    ...(redis && { REDIS_URL: redis.url }),
    ...(registry && { REGISTRY_URL: registry.url, REGISTRY_TOKEN: registry.token }),
  }
  const processes = await openOfficeOfProcesses(2, env, { cluster, ...(demo !== 'none' && { fill: fillWith(demo) }) })
  const balancer = await openLoadBalancer(processes.origins)
  const openFront = () => createFaultProxy(balancer.origin, { retriesReads: true })
  const [network, own] = [await openFront(), await openFront()]
  let killing = killInTurn(processes, pace)
  let deaths = 0
  const endKilling = async () => {
    await killing.stop()
    deaths += killing.countDeaths()
  }
  for (const { url } of [network, own]) registerServerGuard(url, (work) => killing.spare(work))
  return {
    url: network.url,
    origin: own.url,
    network,
    async kill() {
      await endKilling()
      await forEachProcess(processes, (number) => processes.kill(number))
    },
    async start() {
      await forEachProcess(processes, (number) => processes.start(number))
      killing = killInTurn(processes, pace)
    },
    backup: async () => failUntraced('backup'),
    restore: async () => failUntraced('restore'),
    dataDir: () => failUntraced('dataDir'),
    ownerUrl: () => failUntraced('ownerUrl'),
    async stop() {
      await endKilling()
      for (const proxy of [network, own, balancer, processes]) await proxy.close()
      await redis?.stop()
      await cluster.stop()
      if (deaths === 0) throw new Error('no server process was killed during these tests')
    },
  }
}

function fillWith(demo: 'small' | 'full'): NonNullable<ProcessesOptions['fill']> {
  const size = demo === 'small' && { counts: smallOffice }
  return (ownerDb, officeKeyFile) => loadDemoData(ownerDb, { now: new Date(), ...size }, openOfficeKeys(officeKeyFile))
}

async function forEachProcess(processes: OfficeOfProcesses, work: (number: number) => Promise<void>): Promise<void> {
  await Promise.all(processes.origins.map((_, number) => work(number)))
}

/** A restored database is a new one, which every process would have to be configured for. */
function failUntraced(what: string): never {
  throw new Error(`${what} is not supported with two server processes`)
}
