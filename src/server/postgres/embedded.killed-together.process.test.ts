import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type SpawnedServer, spawnServer } from '#tests/support/processes/spawn-server.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { readRunningOwnerUrl } from './embedded.ts'

// Server and PostgreSQL are killed at the same moment (power loss, OOM killer, a removed
// container), and the next start follows at once. PostgreSQL's child processes outlive it briefly,
// busy ones until their statement ends.

const deaths = countPropertyRuns(4, 100)

const folder = mkdtempSync(join(tmpdir(), 'killed-together-'))
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true }))

test(
  `starts ${deaths} times of ${deaths} right after server and PostgreSQL were killed together`,
  { timeout: 60_000 + deaths * 60_000 },
  async () => {
    const outcomes: string[] = []
    for (let death = 0; death < deaths; death += 1) {
      outcomes.push(await startAndKill(death))
    }
    expect(outcomes).toEqual(Array.from({ length: deaths }, () => 'started'))
  },
)

/**
 * Starts the server, keeps its database busy and kills both; returns the result of the previous
 * start.
 */
async function startAndKill(death: number): Promise<string> {
  const server = spawnServer({ DATA_DIR: folder })
  const outcome = await server.origin.then(
    () => 'started',
    () => `start ${death + 1}: ${server.output().trim()}`,
  )
  if (outcome !== 'started') return outcome
  const busy = await keepBusy(readRunningOwnerUrl(folder), death)
  await killBoth(server)
  for (const client of busy) await client.end().catch(() => undefined)
  return outcome
}

async function killBoth(server: SpawnedServer): Promise<void> {
  process.kill(readPostmasterPid(), 'SIGKILL')
  server.child.kill('SIGKILL')
  await server.ended
}

function readPostmasterPid(): number {
  return Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Writers, idle connections and, every other time, a long statement. */
async function keepBusy(url: string, death: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: 6 }, () => new pg.Client(url))
  for (const client of clients) {
    client.on('error', () => undefined)
    await client.connect()
  }
  const [long, ...writers] = clients
  if (death % 2 === 1) long?.query('select count(*) from generate_series(1, 40000000)').catch(() => undefined)
  for (const writer of writers) void write(writer)
  await new Promise((done) => setTimeout(done, 200))
  return clients
}

async function write(client: pg.Client): Promise<void> {
  try {
    for (;;) await client.query(`insert into audit (user_name, act) values ('바쁜 사람', 'read')`)
  } catch {
    // Killed on purpose.
  }
}
