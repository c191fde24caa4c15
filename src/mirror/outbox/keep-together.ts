import { OutboxWriteError } from '../offline-copy.ts'
import type { Outbox } from './open-outbox.ts'
import { placeEntry } from './place-entry.ts'
import type { NewEntry, WaitingAct } from './waiting-act.ts'
import { writeOutbox, type OutboxWrite } from './write-outbox.ts'

/** Edits that share a transaction at most, a larger act aside: one typed cell does not wait for the hundreds of a bulk edit. */
const mostEdits = 50

/**
 * Keeps the entries of one act, all or none, and answers the opIds they live under. A durable transaction costs tens of milliseconds and the next waits for
 * it, so that fifteen quick edits, each in its own, would be kept a second after the last key. So acts that come while one is under way share the next.
 * @throws OutboxWriteError when the device could not keep this act; then nothing of it was kept
 */
export function keepTogether(outbox: Outbox, entries: readonly NewEntry[]): Promise<readonly string[]> {
  return new Promise((kept, failed) => {
    outbox.waiting.acts.push({ entries, isTried: false, kept, failed })
    if (!outbox.waiting.isBeingEmptied) void keepAllWaiting(outbox)
  })
}

async function keepAllWaiting(outbox: Outbox): Promise<void> {
  const { waiting } = outbox
  waiting.isBeingEmptied = true
  for (let act = waiting.acts.shift(); act; act = waiting.acts.shift()) await keepGroup(outbox, [act])
  waiting.isBeingEmptied = false
}

/** `group`: the first act; others join it until it is written. Whatever goes wrong is told to them, never thrown. */
async function keepGroup(outbox: Outbox, group: WaitingAct[]): Promise<void> {
  try {
    const opIds = await writeOutbox(outbox, (write) => writeGroup(outbox, write, group))
    for (const [index, act] of group.entries()) act.kept(opIds[index] ?? [])
  } catch (error) {
    if (group.length === 1 || isStorageAway(error)) for (const act of group) act.failed(error)
    else for (const act of group) await keepAlone(outbox, act)
  }
}

/** One that does not fit, or cannot be written, takes no other along: what all of them could not do, each may do for itself. */
async function keepAlone(outbox: Outbox, act: WaitingAct): Promise<void> {
  try {
    act.kept(await writeOutbox(outbox, (write) => writeAct(outbox, write, act)))
  } catch (error) {
    act.failed(error)
  }
}

/** Trying again has been done already, and may have taken ten seconds. */
function isStorageAway(error: unknown): boolean {
  return error instanceof OutboxWriteError && (error.reason === 'lost' || error.reason === 'blocked')
}

/** The transaction may itself have waited, behind another tab's or the drainer's: who came meanwhile goes along. */
async function writeGroup(outbox: Outbox, write: OutboxWrite, group: WaitingAct[]): Promise<(readonly string[])[]> {
  const opIds: (readonly string[])[] = []
  takeAlong(outbox, group)
  for (const act of group) {
    opIds.push(await writeAct(outbox, write, act))
    // HAZARD: whoever joins here is met by this very loop.
    takeAlong(outbox, group)
  }
  return opIds
}

function takeAlong({ waiting: { acts } }: Outbox, group: WaitingAct[]): void {
  let edits = group.reduce((sum, act) => sum + act.entries.length, 0)
  for (let next = acts[0]; next && edits + next.entries.length <= mostEdits; next = acts[0]) {
    acts.shift()
    group.push(next)
    edits += next.entries.length
  }
}

async function writeAct(outbox: Outbox, write: OutboxWrite, act: WaitingAct): Promise<readonly string[]> {
  const { isTried } = act
  act.isTried = true
  const opIds: string[] = []
  for (const entry of act.entries) {
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
