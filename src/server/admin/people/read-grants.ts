import { z } from 'zod'
import type { Grant } from '#contract/people.ts'
import type { Database } from '#server/db/client.ts'

const flagsSchema = z.object({ is_staff: z.boolean(), is_superuser: z.boolean(), is_active: z.boolean() })
const detailSchema = z.object({ before: flagsSchema, after: flagsSchema.nullable() })

/** Every change of what somebody may do, the newest first: the database wrote it into the trail, which nobody can change (migration 0017). */
export async function readGrants(db: Database, userId: string): Promise<Grant[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['seq', 'at', 'user_name', 'detail'])
    .where('collection', '=', 'users')
    .where('record_id', '=', userId)
    .where('act', '=', 'role_change')
    .orderBy('seq', 'desc')
    .limit(1000)
    .execute()
  return rows.map(({ seq, at, user_name: by, detail }) => {
    const { before, after } = detailSchema.parse(detail)
    return { seq, at, by, before: standingOf(before), after: after && standingOf(after) }
  })
}

function standingOf({ is_staff, is_superuser, is_active }: z.infer<typeof flagsSchema>) {
  const role = is_superuser ? 'superuser' : is_staff ? 'staff' : 'member'
  return { role, is_blocked: !is_active } as const
}
