import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EmbeddedDatabaseError, findPostgresProgram } from './postgres-program.ts'
import { runPostmaster } from './postmaster.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'postmaster-'))
chmodSync(dataDir, 0o755)
afterAll(() => rmSync(dataDir, { recursive: true }))

test('reports in one line the current reason why PostgreSQL cannot start, not one of an earlier run', async () => {
  const logFile = join(dataDir, 'postgres.log')
  writeFileSync(logFile, '2026-11-21 UTC [7] FATAL:  lock file "postmaster.pid" already exists\n')
  const start = runPostmaster({
    program: await findPostgresProgram(dataDir),
    folder: dataDir,
    logFile,
    settings: {},
    isReady: () => Promise.resolve(false),
  })
  const error: unknown = await start.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(EmbeddedDatabaseError)
  expect(String(error)).toMatch(/code 2.*could not access the server configuration file/)
  expect(String(error)).not.toContain('already exists')
})
