import { isLost } from '#mirror/outbox/stored-entry.ts'
import { type ServerState, userIdByAccount } from './office.ts'
import type { Desk } from './quiesce.ts'

/**
 * After everything has settled, the server knows all that a device remembers as sent, and no stored
 * edit is reported as lost.
 */
export async function findWrongMemories(desk: Desk, server: ServerState): Promise<string[]> {
  const remembered = await desk.outbox.db.sent.toArray()
  const unknown = remembered.filter(({ opId }) => server.ops.get(opId)?.userId !== userIdByAccount[desk.account])
  const falselyLost = [...desk.outbox.image.entriesBySeq.values()].filter((entry) => {
    const row = server.rows[entry.collection].get(entry.recordId)
    const values = Object.entries(entry.changes)
    return isLost(entry) && entry.kind === 'update' && row && values.every(([key, change]) => row[key] === change.new)
  })
  return [
    ...unknown.map(({ opId }) => `${desk.name}: ${opId} is remembered as sent, and the server does not know it`),
    ...falselyLost.map(({ opId }) => `${desk.name}: ${opId} is reported as lost, but its values are on the server`),
  ]
}

/** For runs in which the server is never restored. */
export function findFalselyLost(desks: readonly Desk[]): string[] {
  return desks.flatMap((desk) =>
    [...desk.outbox.image.entriesBySeq.values()]
      .filter(({ wasAcked }) => wasAcked)
      .map(({ opId, recordId }) => `${desk.name}: ${opId} of ${recordId} is reported as lost`),
  )
}
