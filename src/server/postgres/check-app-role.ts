import { readRoleStatus } from './app-role.ts'
import type { OpenDatabase } from './open-configured.ts'

/**
 * Checks whether the trail is protected from the server that is about to start. With a single URL
 * it isn't, and the returned line says how to change that: refusing would lock out an office that
 * ran until this update. With two URLs protection was intended, so the server does not start
 * without it.
 *
 * Returns that line, or null. Throws `AppRoleError`.
 */
export async function checkAppRole(database: OpenDatabase): Promise<string | null> {
  const status = await readRoleStatus(database.url)
  if (database.url === database.ownerUrl) return status.canRewriteTrail ? formatWarning(status.role) : null
  if (!(await isSameDatabase(database))) {
    throw new AppRoleError('DATABASE_URL과 DATABASE_OWNER_URL이 서로 다른 데이터베이스를 가리킵니다.')
  }
  if (status.canRewriteTrail) {
    throw new AppRoleError(
      `DATABASE_URL의 역할(${status.role})이 감사 기록을 고치거나 지울 수 있습니다. 슈퍼유저나 소유자가 아닌 다른 역할을 적어 주세요.`,
    )
  }
  return null
}

/** Tries several times, because a restore that ends between two reads changes the epoch. */
async function isSameDatabase({ url, ownerUrl }: OpenDatabase): Promise<boolean> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const epochs = await Promise.all(
      [url, ownerUrl].map(async (databaseUrl) => (await readRoleStatus(databaseUrl)).epoch),
    )
    if (epochs[0] !== null && epochs[0] === epochs[1]) return true
  }
  return false
}

const maxAttempts = 3

export class AppRoleError extends Error {
  override name = 'AppRoleError'
}

function formatWarning(role: string): string {
  return (
    `주의: DATABASE_URL의 역할(${role})이 감사 기록을 고치거나 지울 수 있습니다. ` +
    '이 주소를 DATABASE_OWNER_URL에 옮기고, DATABASE_URL에는 권한 없는 새 역할(create role … login)을 적어 주세요.'
  )
}
