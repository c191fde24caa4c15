import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import { troubleCode } from '../db/database-trouble.ts'
import { MigrationError, readMigrations } from './migrate.ts'

/**
 * Whether the database is as this program needs it; for who works on it and migrates nothing. Throws `MigrationError` when it is newer than this program, and when it does not
 * answer.
 */
export async function isSchemaReady(db: Database): Promise<boolean> {
  const newest = (await readMigrations()).at(-1)?.version ?? 0
  const found = await findVersion(db)
  if (found > newest)
    throw new MigrationError('데이터베이스가 이 프로그램보다 새 버전입니다. 새 버전의 프로그램으로 실행해 주세요.')
  return found === newest
}

/** An empty database, on which a server is at work, has no ledger yet. */
async function findVersion(db: Database): Promise<number> {
  const query = sql<{ version: number | null }>`select max(version)::int as version from schema_migration`
  try {
    const { rows } = await query.execute(db)
    return rows[0]?.version ?? 0
  } catch (error) {
    if (troubleCode(error) === '42P01') return 0
    throw error
  }
}
