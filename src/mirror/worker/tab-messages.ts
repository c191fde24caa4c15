import { z } from 'zod'
import { serverFailureSchema } from '#contract/admin/server-failure.ts'
import { collectionNames } from '#contract/books/collections.ts'
import { changeSeqSchema, changesPageSchema } from '#contract/sync/sync.ts'
import type { Channel } from '#mirror/runtime/runtime.ts'

/** Messages between the workers of one user's tabs about the mirror, sent only after the commit. */
export const tabMessageSchema = z.discriminatedUnion('type', [
  /** Heartbeat of the leader. */
  z.object({ type: z.literal('beat') }),
  /** The leader stored a page of changes; `before` is the cursor it had until then. */
  z.object({ type: z.literal('applied'), before: changeSeqSchema.nullable(), page: changesPageSchema }),
  /** There is a new copy: read everything again. */
  z.object({ type: z.literal('reload') }),
  z.object({
    type: z.literal('status'),
    connection: z.enum(['online', 'offline', 'checking']),
    lastSyncAt: z.number().nullable(),
    // A tab of an earlier version doesn't send these three.
    trouble: serverFailureSchema.nullable().default(null),
    storeFailure: z.enum(['full', 'failing']).nullable().default(null),
    tasksToldAt: z.number().nullable().default(null),
    copying: z.partialRecord(z.enum(collectionNames), z.object({ received: z.number(), total: z.number() })),
  }),
  /** A screen needs a collection that a first copy has not brought yet. */
  z.object({ type: z.literal('asked'), collection: z.enum(collectionNames) }),
  /** A first copy has completed a collection. */
  z.object({ type: z.literal('copied'), collection: z.enum(collectionNames) }),
  /** The user's sync choice changed; it is stored on disk. */
  z.object({ type: z.literal('held') }),
  /** A tab opened; the leader replies with its status. */
  z.object({ type: z.literal('hello') }),
  /** A tab requests a pull now. */
  z.object({ type: z.literal('wake') }),
])
export type TabMessage = z.infer<typeof tabMessageSchema>

export function buildMirrorChannelName(userId: string): string {
  return `mirror-${userId}`
}

/** Sends a message to the workers of the user's other tabs, unless this engine is closed. */
export function notifyTabs(
  state: { readonly channel: Channel; readonly controller: AbortController },
  message: TabMessage,
): void {
  if (!state.controller.signal.aborted) state.channel.post(message)
}
