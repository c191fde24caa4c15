import { OutboxWriteError } from '../../offline-copy.ts'
import type { Outbox, NewEntry, WaitingAction } from '../open-outbox.ts'
import { placeEntry } from './place-entry.ts'
import { writeOutbox, type OutboxWrite } from '../write-outbox.ts'

/** Edits that share a transaction at most, a larger action aside: one typed cell does not wait for the hundreds of a bulk edit. */
const mostEdits = 50

/**
 * Keeps the entries of one action, all or none, and answers the opIds they live under. A durable transaction costs tens of milliseconds and the next waits for
 * it, so that fifteen quick edits, each in its own, would be kept a second after the last key. So actions that come while one is under way share the next.
 * @throws OutboxWriteError when the device could not keep this action; then nothing of it was kept
 */
export function keepTogether(outbox: Outbox, entries: readonly NewEntry[]): Promise<readonly string[]> {
  return new Promise((kept, failed) => {
    outbox.waiting.actions.push({ entries, isTried: false, kept, failed })
    if (!outbox.waiting.isBeingEmptied) void keepAllWaiting(outbox)
  })
}

async function keepAllWaiting(outbox: Outbox): Promise<void> {
  const { waiting } = outbox
  waiting.isBeingEmptied = true
  for (let action = waiting.actions.shift(); action; action = waiting.actions.shift()) await keepGroup(outbox, [action])
  waiting.isBeingEmptied = false
}

/** `group`: the first action; others join it until it is written. Whatever goes wrong is told to them, never thrown. */
async function keepGroup(outbox: Outbox, group: WaitingAction[]): Promise<void> {
  try {
    const opIds = await writeOutbox(outbox, (write) => writeGroup(outbox, write, group))
    for (const [index, action] of group.entries()) action.kept(opIds[index] ?? [])
  } catch (error) {
    if (group.length === 1 || isStorageAway(error)) for (const action of group) action.failed(error)
    else for (const action of group) await keepAlone(outbox, action)
  }
}

/** One that does not fit, or cannot be written, takes no other along: what all of them could not do, each may do for itself. */
async function keepAlone(outbox: Outbox, action: WaitingAction): Promise<void> {
  try {
    action.kept(await writeOutbox(outbox, (write) => writeAction(outbox, write, action)))
  } catch (error) {
    action.failed(error)
  }
}

/** Trying again has been done already, and may have taken ten seconds. */
function isStorageAway(error: unknown): boolean {
  return error instanceof OutboxWriteError && (error.reason === 'lost' || error.reason === 'blocked')
}

/** The transaction may itself have waited, behind another tab's or the drainer's: who came meanwhile goes along. */
async function writeGroup(outbox: Outbox, write: OutboxWrite, group: WaitingAction[]): Promise<(readonly string[])[]> {
  const opIds: (readonly string[])[] = []
  takeAlong(outbox, group)
  for (const action of group) {
    opIds.push(await writeAction(outbox, write, action))
    // HAZARD: whoever joins here is met by this very loop.
    takeAlong(outbox, group)
  }
  return opIds
}

function takeAlong({ waiting: { actions } }: Outbox, group: WaitingAction[]): void {
  let edits = group.reduce((sum, action) => sum + action.entries.length, 0)
  for (let next = actions[0]; next && edits + next.entries.length <= mostEdits; next = actions[0]) {
    actions.shift()
    group.push(next)
    edits += next.entries.length
  }
}

async function writeAction(outbox: Outbox, write: OutboxWrite, action: WaitingAction): Promise<readonly string[]> {
  const { isTried } = action
  action.isTried = true
  const opIds: string[] = []
  for (const entry of action.entries) {
    const before = isTried ? await findEarlierRun(outbox, write, entry.op.opId) : null
    opIds.push(before ?? (await placeEntry(write, entry)))
  }
  return opIds
}

/** The transaction may have been kept although its completion was never heard of (connection lost): then this run finds it done. */
async function findEarlierRun(outbox: Outbox, write: OutboxWrite, opId: string): Promise<string | null> {
  if (await write.getByOpId(opId)) return opId
  const logged = await outbox.db.log.where('opId').equals(opId).first()
  return logged ? (logged.into ?? opId) : null
}
