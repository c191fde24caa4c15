import { ConfigError } from '../config.ts'
import { BackupError } from '../db/backup-file.ts'
import { EmbeddedDatabaseError } from '../db/embedded-database-error.ts'
import { FolderInUseError } from '../db/folder-lock.ts'
import { MigrationError } from '../db/migrate.ts'

/** What to print when a command cannot go on: one line for what an operator can mend, the whole error for a bug. */
export function operatorMessage(error: unknown): unknown {
  if (operatorErrors.some((type) => error instanceof type)) return error instanceof Error ? error.message : error
  if (!(error instanceof Error) || !('code' in error)) return error
  const { code, port, address, path } = { port: '', address: '', path: '', ...error }
  if (code === 'EADDRINUSE')
    return `${address}:${port}에서 이미 다른 프로그램이 듣고 있습니다. PORT를 바꾸거나 그 프로그램을 끝내 주세요.`
  if (code === 'EADDRNOTAVAIL') return `이 컴퓨터에 없는 주소입니다(HOST): ${address}`
  if (code === 'EACCES') return `권한이 없습니다: ${path || error.message}`
  if (code === 'ENOENT') return `파일이나 폴더가 없습니다: ${path}`
  if (code === 'ENOSPC') return '디스크에 남은 공간이 없습니다.'
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000') {
    return `데이터베이스(DATABASE_URL)에 연결할 수 없습니다: ${error.message}`
  }
  return error
}

const operatorErrors = [ConfigError, FolderInUseError, EmbeddedDatabaseError, MigrationError, BackupError]
