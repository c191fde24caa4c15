import type { Database } from '#server/db/client.ts'
import { newId } from '#server/new-id.ts'

/**
 * Inserts a person who never signs in, staff unless `role` differs; `overrides` sets other columns.
 * Returns the id.
 */
export async function insertPerson(
  db: Database,
  role: 'member' | 'staff' | 'superuser' = 'staff',
  overrides: object = {},
): Promise<string> {
  const id = newId()
  const flags = { is_staff: role !== 'member', is_superuser: role === 'superuser' }
  await db
    .insertInto('app_user')
    .values({ id, provider: 'local', provider_id: id, nickname: '이나래', username: id, ...flags, ...overrides })
    .execute()
  return id
}

/** Trail rows of one record, in order. */
export async function readRecordTrail(db: Database, recordId: string) {
  return await db.selectFrom('audit').selectAll().where('record_id', '=', recordId).orderBy('seq').execute()
}
