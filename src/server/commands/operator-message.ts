import { TrailKeyError } from '#server/admin/trail/signed/trail-key.ts'
import { BackupError } from '#server/backup/backup-key.ts'
import { ConfigError } from '#server/config/config.ts'
import { classifyDatabaseError, findErrorCode } from '#server/db/database-failure.ts'
import { OfficeKeyError } from '#server/keys/office-keys.ts'
import { AppRoleError } from '#server/postgres/check-app-role.ts'
import { FolderInUseError } from '#server/postgres/folder-lock.ts'
import { EmbeddedDatabaseError } from '#server/postgres/postgres-program.ts'
import { MigrationError } from '#server/schema/migrate.ts'

/**
 * The text to print when a command fails: one line for what an operator can fix, the whole error
 * for a bug.
 */
export function toOperatorMessage(error: unknown): unknown {
  if (operatorErrors.some((type) => error instanceof type)) return error instanceof Error ? error.message : error
  const databaseMessage = error instanceof Error ? describeDatabaseFailure(error) : undefined
  if (databaseMessage !== undefined) return databaseMessage
  if (!(error instanceof Error) || !('code' in error)) return error
  const { code, port, address, path } = { port: '', address: '', path: '', ...error }
  if (code === 'EADDRINUSE')
    return `${address}:${port}: 다른 프로그램이 이미 이 포트를 사용하고 있습니다. PORT를 바꾸거나 그 프로그램을 종료해 주세요.`
  if (code === 'EADDRNOTAVAIL') return `이 컴퓨터에 없는 주소입니다(HOST): ${address}`
  if (code === 'EACCES') return `권한이 없습니다: ${path || error.message}`
  if (code === 'ENOENT') return `파일이나 폴더가 없습니다: ${path}`
  return error
}

/** Names a connection problem or a full disk. */
function describeDatabaseFailure(error: Error): string | undefined {
  const failure = classifyDatabaseError(error)
  if (failure === undefined) return undefined
  if (failure === 'full') return '디스크에 남은 공간이 없습니다.'
  const { message } = error.cause instanceof Error ? error.cause : error
  return `데이터베이스(DATABASE_URL)에 연결할 수 없습니다: ${message || findErrorCode(error)}`
}

const operatorErrors = [
  ConfigError,
  AppRoleError,
  FolderInUseError,
  EmbeddedDatabaseError,
  MigrationError,
  BackupError,
  OfficeKeyError,
  TrailKeyError,
]

/**
 * The first signal drains; a second one means "now". One Ctrl+C arrives several times (from the
 * terminal, from npm, from bootstrap.js), so signals within a second of the first don't count as
 * the second.
 */
export function waitForStopRequest(): Promise<void> {
  return new Promise((resolve) => {
    let requestedAt: number | undefined
    const onSignal = () => {
      if (requestedAt !== undefined && Date.now() - requestedAt > 1000) process.exit(1)
      requestedAt ??= Date.now()
      resolve()
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}
