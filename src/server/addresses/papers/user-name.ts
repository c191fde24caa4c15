import type { Kysely } from 'kysely'
import type { Tables } from '../../schema/tables/tables.ts'

/** The current name of the user for whom a task writes. */
export async function userNameOf(db: Kysely<Tables>, id: string): Promise<string> {
  const user = await db.selectFrom('app_user').select('nickname').where('id', '=', id).executeTakeFirst()
  return user?.nickname ?? ''
}
