import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { embeddedAppRole, ensureAppRole } from './app-role.ts'
import { createCluster, resolveClusterLocation } from './cluster.ts'
import { chownToOwner, lockFolder } from './folder-lock.ts'
import { findFreePort } from './free-port.ts'
import { EmbeddedDatabaseError, findPostgresProgram } from './postgres-program.ts'
import { supervisePostmaster } from './postmaster.ts'
import { stopOrphans } from './stop-orphans.ts'
import { releaseReserveForStart } from './storage.ts'

/** Major version of the bundled PostgreSQL. Other major versions cannot read its data. */
const postgresMajor = 18

/**
 * Starts the office's own PostgreSQL on `dataDir/postgres`, creating the cluster the first time. It
 * listens on 127.0.0.1 only. The random passwords of owner and server are in
 * `dataDir/postgres.json` (0600). Stops left-overs of a killed server first.
 *
 * `onLost` is called when PostgreSQL ends unexpectedly; it is restarted, and `onRevived` is called
 * when it responds. `settings` override the default postgres settings (tests). Throws
 * `FolderInUseError` or `EmbeddedDatabaseError`, whose messages are one line for the operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 })
  releaseReserveForStart(join(options.dataDir, 'postgres'))
  const unlock = lockFolder(options.dataDir)
  try {
    return await startLocked(options, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * The owner's connection string of the embedded database that another process runs on this folder.
 */
export function readRunningOwnerUrl(dataDir: string): string {
  return buildOwnerUrl(readCredentials(dataDir))
}

interface EmbeddedOptions {
  dataDir: string
  onLost?: (reason: string) => void
  onRevived?: () => void
  onNotice?: (line: string) => void
  settings?: Record<string, string>
}

export interface EmbeddedDatabase {
  /** As the server's role, which owns nothing. */
  url: string
  /** As the owner, for migrations, backup, restore and demo data. */
  ownerUrl: string
  /** The cluster's folder; free space on its disk decides whether anything can be written. */
  folder: string
  /**
   * Shuts PostgreSQL down (closing open connections) and frees the data folder. May be called
   * twice.
   */
  stop: () => Promise<void>
}

async function startLocked(options: EmbeddedOptions, unlock: () => void): Promise<EmbeddedDatabase> {
  const { dataDir } = options
  const program = await findPostgresProgram(dataDir)
  if (program.account !== undefined) chmodSync(dataDir, 0o711)
  const folder = resolveClusterLocation(dataDir, program.account)
  if (folder !== join(dataDir, 'postgres')) {
    options.onNotice?.(
      `데이터베이스 파일은 ${folder}에 있습니다. (${dataDir}에는 ${program.account?.name} 계정이 들어갈 수 없습니다.)`,
    )
  }
  refuseOtherMajor(folder)
  await stopOrphans(folder)
  const credentials = existsSync(join(folder, 'PG_VERSION'))
    ? readCredentials(dataDir)
    : await createFirstCluster({ dataDir, folder, program })
  const port = await findFreePort(credentials.port)
  const appPassword = credentials.appPassword ?? newPassword()
  writeCredentials(dataDir, { ...credentials, port, appPassword })
  const ownerUrl = buildOwnerUrl({ ...credentials, port })
  const logFile = join(dataDir, 'postgres.log')
  writeFileSync(logFile, '', { flag: 'a', mode: 0o600 })
  chownToOwner(logFile, dataDir)
  const postmaster = await supervisePostmaster({
    program,
    folder,
    logFile,
    settings: { ...serverSettings(port), ...options.settings },
    isReady: () => canConnect(ownerUrl),
    onLost: options.onLost,
    onRevived: options.onRevived,
  })
  await ensureAppRole(ownerUrl, appPassword).catch(async (error: unknown) => {
    await postmaster.stop()
    throw error
  })
  return {
    url: urlAs(embeddedAppRole, appPassword, port),
    ownerUrl,
    folder,
    stop: async () => {
      await postmaster.stop()
      unlock()
    },
  }
}

const credentialsSchema = z.object({
  major: z.number().int(),
  port: z.number().int(),
  /** Password of the owner. */
  password: z.string().min(16),
  /** Password of the server's role; folders of earlier versions get it at their next start. */
  appPassword: z.string().min(16).optional(),
})
type ClusterCredentials = z.infer<typeof credentialsSchema>

async function createFirstCluster(
  options: Omit<Parameters<typeof createCluster>[0], 'password'> & { dataDir: string },
): Promise<ClusterCredentials> {
  // Writes the credentials first, because a cluster without its password would be lost.
  const credentials = { major: postgresMajor, port: await findFreePort(), password: newPassword() }
  writeCredentials(options.dataDir, credentials)
  await createCluster({ ...options, password: credentials.password })
  return credentials
}

function newPassword(): string {
  return randomBytes(24).toString('hex')
}

function buildOwnerUrl({ password, port }: ClusterCredentials): string {
  return urlAs('office', password, port)
}

function urlAs(role: string, password: string, port: number): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/office`
}

function readCredentials(dataDir: string): ClusterCredentials {
  const path = join(dataDir, 'postgres.json')
  try {
    return credentialsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new EmbeddedDatabaseError(
      `데이터베이스 비밀번호가 있는 ${path} 파일을 읽을 수 없습니다. 백업에서 되돌려 놓아 주세요.`,
    )
  }
}

function writeCredentials(dataDir: string, credentials: ClusterCredentials): void {
  const path = join(dataDir, 'postgres.json')
  const draft = `${path}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify(credentials)}\n`, { mode: 0o600 })
  chownToOwner(draft, dataDir)
  renameSync(draft, path)
}

function refuseOtherMajor(folder: string): void {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) return
  const folderMajor = readFileSync(file, 'utf8').trim()
  if (folderMajor === String(postgresMajor)) return
  throw new EmbeddedDatabaseError(
    `${folder}의 데이터는 PostgreSQL ${folderMajor}의 것이고 이 프로그램은 PostgreSQL ${postgresMajor}을 씁니다. ` +
      '이전 버전의 프로그램으로 npm run backup 한 뒤 새 데이터 폴더에 npm run restore 해 주세요.',
  )
}

function serverSettings(port: number): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '120',
    shared_buffers: '128MB',
    // Compiling a plan would take longer than our queries, which take about a millisecond.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Details and statements of errors contain row values, and logs must not hold personal data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    lc_messages: 'C',
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
