import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import {
  type Account,
  EmbeddedDatabaseError,
  isReachable,
  type PostgresProgram,
  systemFolder,
} from './postgres-program.ts'

/**
 * Location of a data folder's cluster: `dataDir/postgres`, unless the account PostgreSQL must run
 * under cannot get there (a checkout below /root). Then it is under /var/lib, and
 * `dataDir/postgres` links to it, so that the operator finds it.
 */
export function resolveClusterLocation(
  dataDir: string,
  account: Account | undefined,
  systemRoot = systemFolder,
): string {
  const requestedPath = join(realpathSync(dataDir), 'postgres')
  const linked = readLinkTarget(requestedPath)
  if (linked !== undefined) {
    claimCluster(linked, requestedPath)
    return linked
  }
  if (account === undefined || existsSync(requestedPath) || isReachable(requestedPath, account)) return requestedPath
  // A random name, so that a data folder that was deleted and created again does not find the old
  // cluster.
  const target = join(systemRoot, `data-${randomUUID()}`, 'postgres')
  mkdirSync(dirname(target), { recursive: true, mode: 0o711 })
  claimCluster(target, requestedPath)
  symlinkSync(target, requestedPath)
  return target
}

/**
 * HAZARD: copying a data folder copies the link and not the data, and two servers, each with its
 * own folder's lock, would share one cluster. So the cluster stores its owner folder; a folder that
 * was moved takes its cluster along.
 */
function claimCluster(target: string, owner: string): void {
  const ownerFile = join(dirname(target), 'owner')
  const recordedOwner = existsSync(ownerFile) ? readFileSync(ownerFile, 'utf8') : owner
  if (recordedOwner !== owner && readLinkTarget(recordedOwner) === target) {
    throw new EmbeddedDatabaseError(
      `${dirname(owner)}은(는) ${dirname(recordedOwner)}을(를) 복사한 폴더여서 데이터베이스가 들어 있지 않습니다. npm run backup과 npm run restore로 옮겨 주세요.`,
    )
  }
  writeFileSync(ownerFile, owner)
}

function readLinkTarget(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isSymbolicLink() ? readlinkSync(path) : undefined
}

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
  chownToAccount(draft, program)
  chownToAccount(passwordFile, program)
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
 * Tried in order; `C` exists everywhere, but its upper() and lower() change ASCII letters only.
 * Sorting stays by code point, the same on every machine.
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

function chownToAccount(path: string, { account }: PostgresProgram): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}
