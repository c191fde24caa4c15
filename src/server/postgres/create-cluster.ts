import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import type { PostgresProgram } from './postgres-program.ts'

/**
 * Creates an empty cluster with the database and the user `office`. Builds it in a draft folder and
 * renames it when complete, so that a crash leaves nothing that looks like a database.
 */
export async function createCluster(options: {
  folder: string
  program: PostgresProgram
  password: string
}): Promise<void> {
  const { folder, program, password } = options
  removeIfEmpty(folder)
  const draft = `${folder}.new`
  const data = join(draft, 'data')
  const passwordFile = join(draft, 'password')
  // Retries, because the initdb of a killed server may still be writing there.
  rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  own(draft, program)
  own(passwordFile, program)
  await runInitdb({ program, data, passwordFile })
  await createDatabase(program, data)
  renameSync(data, folder)
  rmSync(draft, { recursive: true, force: true })
}

/** Removes only an empty folder, because an incomplete cluster may still be somebody's data. */
function removeIfEmpty(folder: string): void {
  if (!existsSync(folder)) return
  if (readdirSync(folder).length > 0) {
    throw new EmbeddedDatabaseError(
      `${folder}에 PostgreSQL 데이터가 아닌 파일이 있습니다. 다른 곳으로 옮기거나 DATA_DIR을 바꿔 주세요.`,
    )
  }
  rmdirSync(folder)
}

const run = promisify(execFile)

/**
 * Character types must be UTF-8, or pg_trgm treats no Hangul as letters; sorting stays by code
 * point, the same on every machine.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

async function runInitdb(options: { program: PostgresProgram; data: string; passwordFile: string }): Promise<void> {
  let lastError: unknown
  for (const characterType of characterTypes) {
    try {
      await run(
        options.program.initdb,
        [
          `--pgdata=${options.data}`,
          '--username=office',
          `--pwfile=${options.passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale=C',
          `--lc-ctype=${characterType}`,
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          '--data-checksums',
        ],
        asAccount(options.program, dirname(options.data)),
      )
      return
    } catch (error) {
      lastError = error
      rmSync(options.data, { recursive: true, force: true })
    }
  }
  throw lastError
}

/** Single-user mode creates the database before anything listens. */
async function createDatabase(program: PostgresProgram, data: string): Promise<void> {
  const running = run(program.postgres, ['--single', '-D', data, 'template1'], asAccount(program, dirname(data)))
  running.child.stdin?.end('create database office;\n')
  await running
}

function asAccount(program: PostgresProgram, cwd: string) {
  const { account } = program
  return { cwd, env: { LC_ALL: 'C', TZ: 'UTC' }, ...(account && { uid: account.uid, gid: account.gid }) }
}

function own(path: string, { account }: PostgresProgram): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}
