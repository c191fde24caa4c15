import { isLost } from '#mirror/outbox/stored-op.ts'
import { type ServerState, userIdByAccount } from './office.ts'
import type { Desk } from './quiesce.ts'

/**
 * After everything has settled, the server knows all that a device remembers as sent, and no stored
 * edit is reported as lost.
 */
export async function findWrongMemories(desk: Desk, server: ServerState): Promise<string[]> {
  const remembered = await desk.outbox.db.sent.toArray()
  const unknown = remembered.filter(({ opId }) => server.ops.get(opId)?.userId !== userIdByAccount[desk.account])
  const falselyLost = [...desk.outbox.image.opsBySeq.values()].filter((op) => {
    const row = server.rows[op.collection].get(op.recordId)
    const values = Object.entries(op.changes)
    return isLost(op) && op.kind === 'update' && row && values.every(([key, change]) => row[key] === change.new)
  })
  return [
    ...unknown.map(({ opId }) => `${desk.name}: ${opId} is remembered as sent, and the server does not know it`),
    ...falselyLost.map(({ opId }) => `${desk.name}: ${opId} is reported as lost, but its values are on the server`),
  ]
}

/** For runs in which the server is never restored. */
export function findFalselyLost(desks: readonly Desk[]): string[] {
  return desks.flatMap((desk) =>
    [...desk.outbox.image.opsBySeq.values()]
      .filter(({ wasAcked }) => wasAcked)
      .map(({ opId, recordId }) => `${desk.name}: ${opId} of ${recordId} is reported as lost`),
  )
}
