import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemoData } from '#server/commands/demo-data.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { countPropertyRuns } from '../support/runner/test-depth.ts'
import { buildTestApp, type TestApp } from '../support/servers/build-test-app.ts'
import { getTestOfficeKeys } from '../support/servers/office-keys.ts'
import { createTestDatabase, type TestDatabase } from '../support/servers/test-database.ts'
import { readCalls } from './fuzz/calls.ts'
import { computeTrailDigest, findBrokenRules, readKnownIds, readTrail } from './fuzz/database-state.ts'
import { findFault } from './fuzz/find-fault.ts'
import { type FuzzRequest, requestArbitrary, type Role, roles } from './fuzz/requests.ts'
import { createSender } from './fuzz/send.ts'
import { makeTinyBuild } from './fuzz/tiny-build.ts'

/** FUZZ_SEED=<number> sends the same requests again. */
const seed = Number(process.env['FUZZ_SEED'] ?? (process.env['CI'] ? 20_261_122 : Date.now() % 2_147_483_647))
const requestLimit = countPropertyRuns(1_500, 30_000)
/** Between rounds roles are restored, sessions renewed and ids of new records collected. */
const requestsPerRound = 500

let database: TestDatabase
let server: TestApp
const build = makeTinyBuild()
/** A separate folder, because other tests' servers sweep unknown files. */
const dataDir = mkdtempSync(join(tmpdir(), 'any-input-'))
const logLines: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await loadDemoData(database.ownerDb, { now: new Date() }, getTestOfficeKeys())
  server = await buildTestApp({
    database,
    distDir: build.folder,
    config: { dataDir, logLevel: 'error', rateLimitPerMinute: 100_000_000 },
    logTo: { write: (line) => void logLines.push(line) },
  })
})
afterAll(async () => {
  await server.close()
  await database.drop()
  build.remove()
  rmSync(dataDir, { recursive: true })
})

test('handles any request by anybody without a 500 or internal details, and stays consistent', async () => {
  printLine(`any input: FUZZ_SEED=${seed}, ${requestLimit} requests`)
  const started = Date.now()
  const calls = readCalls(server.app)
  const sender = createSender(await server.listen())
  const findings = new Map<string, string>()
  const statuses = new Map<string, number>()
  const workbooks = await readWorkbooks()
  const trail = await readTrail(server.db)
  for (let sentCount = 0; sentCount < requestLimit; sentCount += requestsPerRound) {
    if (sentCount > 0 && sentCount % 5_000 === 0) printLine(`any input: ${sentCount} requests so far`)
    const numRuns = Math.min(requestsPerRound, requestLimit - sentCount)
    const tokens = await signInAll()
    const known = { ids: await readKnownIds(server.db), workbooks }
    const requests = fc.sample(requestArbitrary(calls, known), { seed: seed + sentCount, numRuns })
    await runInParallel(requests, 8, async (request) => {
      const response = await sender.send(request, tokens[request.role])
      const status = typeof response === 'string' ? 'none' : String(response.status)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const fault = findFault(request, response)
      const kind = `${request.call}: ${fault?.slice(0, 60)}`
      if (fault === null || findings.has(kind)) return
      findings.set(kind, `${fault}\n${formatRequest(request)}`)
      printLine(`finding: ${findings.get(kind)}`)
    })
  }
  sender.close()
  printLine(
    `any input: ${requestLimit} requests to ${calls.length} calls in ${Math.round((Date.now() - started) / 1000)} s`,
  )
  printLine(
    [...statuses]
      .toSorted(([status], [other]) => status.localeCompare(other))
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  )
  expect({ findings: [...findings.values()], logLines }).toEqual({ findings: [], logLines: [] })
  expect(await computeTrailDigest(server.db, trail.last)).toBe(trail.digest)
  expect((await readTrail(server.db)).last).toBeGreaterThan(trail.last)
  expect(await findBrokenRules(server.db)).toEqual([])
  expect((await server.app.inject('/api/health')).statusCode).toBe(200)
})

async function readWorkbooks(): Promise<Buffer[]> {
  const staff = await server.signIn('staff')
  const paths = [
    '/api/mysql/realestate/group/export_excel',
    '/api/quick/export_excel',
    '/api/deposition/title/export_excel',
  ]
  return await Promise.all(paths.map(async (url) => (await staff.inject({ url })).rawPayload))
}

/** The requests may revoke roles and end sessions. */
async function signInAll(): Promise<Record<Role, string | null>> {
  await loadDemoUsers(server.db)
  const tokens: Record<Role, string | null> = { visitor: null, member: null, staff: null, superuser: null }
  for (const role of roles) if (role !== 'visitor') tokens[role] = (await server.signIn(role)).accessToken
  return tokens
}

async function runInParallel<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const remainingItems = items.values()
  const runLane = async () => {
    for (const item of remainingItems) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
}

function formatRequest({ role, method, target, headers, body }: FuzzRequest): string {
  const bodyText =
    body === null ? '' : ` ${body.length} bytes ${JSON.stringify(body.subarray(0, 400).toString('utf8'))}`
  return `  ${role} ${method} ${target.slice(0, 400)} ${JSON.stringify(headers)}${bodyText}`
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
