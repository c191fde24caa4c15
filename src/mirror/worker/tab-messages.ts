import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import { serverTroubleSchema } from '#contract/admin/server-trouble.ts'
import { changeSeqSchema, changesPageSchema } from '#contract/sync/sync.ts'

/** What the workers of one user's tabs tell each other about the mirror. Sent after the commit only. */
export const tabMessageSchema = z.discriminatedUnion('type', [
  /** The leader lives. */
  z.object({ type: z.literal('beat') }),
  /** The leader took a page of changes into the mirror, which stood at `before` until then. */
  z.object({ type: z.literal('applied'), before: changeSeqSchema.nullable(), page: changesPageSchema }),
  /** There is a new copy: read everything again. */
  z.object({ type: z.literal('reload') }),
  z.object({
    type: z.literal('status'),
    connection: z.enum(['online', 'offline', 'checking']),
    lastSyncAt: z.number().nullable(),
    // A tab of an earlier version does not say these three.
    trouble: serverTroubleSchema.nullable().default(null),
    lacksRoom: z.boolean().default(false),
    tasksToldAt: z.number().nullable().default(null),
    copying: z.partialRecord(z.enum(collectionNames), z.object({ received: z.number(), total: z.number() })),
  }),
  /** A screen asks for a collection that a first copy has not brought yet. */
  z.object({ type: z.literal('asked'), collection: z.enum(collectionNames) }),
  /** A first copy has brought a whole collection. */
  z.object({ type: z.literal('copied'), collection: z.enum(collectionNames) }),
  /** The person chose what this device holds: what was chosen stands on the disk. */
  z.object({ type: z.literal('held') }),
  /** Somebody came; the leader tells its status. */
  z.object({ type: z.literal('hello') }),
  /** Somebody wants news now. */
  z.object({ type: z.literal('wake') }),
])
export type TabMessage = z.infer<typeof tabMessageSchema>

export function mirrorChannelName(userId: string): string {
  return `mirror-${userId}`
}
