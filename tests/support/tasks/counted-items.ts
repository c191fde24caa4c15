import { z } from 'zod'
import { idSchema } from '#contract/records/values.ts'
import type { Database } from '#server/db/client.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { ItemKind } from '#server/tasks/task-kind.ts'
import { writeTrail } from '#server/trail/write-trail.ts'

const idsSchema = z.object({ ids: z.array(idSchema) })

/**
 * A kind of work over many records with a countable effect: one trail row per item, in the item's
 * transaction. `before` runs first and simulates the source.
 */
export function createCountedKind(
  before: (id: string, signal: AbortSignal) => Promise<void> | void = () => undefined,
  overrides: Partial<ItemKind<typeof idsSchema>> = {},
): ItemKind<typeof idsSchema> {
  return {
    name: 'counted',
    path: '/api/test/counted',
    tag: 'test',
    collection: 'addresses',
    input: idsSchema,
    policy: requireStaff,
    itemIds: ({ ids }) => ids,
    fetchSource: async ({ signal }, id) => before(id, signal),
    async work({ db }, id) {
      await writeTrail(db, { user: null, ipAddress: null, act: 'update', collection: 'addresses', recordId: id })
    },
    ...overrides,
  }
}

/** How often each item was done. */
export async function countEffects(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('audit')
    .select((eb) => ['record_id', eb.fn.countAll<number>().as('times')])
    .where('act', '=', 'update')
    .where('collection', '=', 'addresses')
    .groupBy('record_id')
    .execute()
  return new Map(rows.map(({ record_id, times }) => [record_id ?? '', times]))
}
