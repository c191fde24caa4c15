import type { FieldValue } from '#contract/books/field.ts'
import { type EntryView, OutboxWriteError } from '#mirror/offline-copy.ts'
import { forgetEntry, yieldFields } from './promised-writes.ts'
import { type CommandOf, countEvent, pick, type Run } from './run.ts'
import { createValue, sums, takeNumber } from './values.ts'
import { attempt, listAliveTabs, type Tab } from './world.ts'
import { recordWritten } from './written.ts'

/** The n-th matching outbox entry, in this tab or else in any tab that has one. */
function findEntry(
  run: Run,
  start: { tab: Tab; at: number },
  isFit: (entry: EntryView) => boolean,
): { tab: Tab; entry: EntryView } | null {
  const others = Object.values(run.world.devices).flatMap((device) => listAliveTabs(device))
  for (const tab of [start.tab, ...others]) {
    const entry = pick(tab.copy.outbox.getEntries().filter(isFit), start.at)
    if (entry) return { tab, entry }
  }
  return null
}

export async function resolve(run: Run, nearest: Tab, command: CommandOf<'resolve'>): Promise<void> {
  const found = findEntry(run, { tab: nearest, at: command.at }, (candidate) => candidate.state === 'conflict')
  if (!found) return
  const { tab, entry } = found
  const fields = (entry.problem?.conflicts ?? []).map((conflict) => conflict.field)
  const choice = Object.fromEntries(fields.map((field, index) => [field, command.choices[index % 3] ?? 'mine']))
  const isTheirs = (field: string) => choice[field] === 'theirs'
  const resolution = tab.copy.outbox.resolveConflict(entry.opId, choice)
  if (fields.length > 0 && entry.kind === 'delete' && fields.every(isTheirs))
    forgetEntry(run.owed, tab.outboxName, entry)
  else yieldFields(run.owed, tab.outboxName, { entry, fields: fields.filter(isTheirs) })
  for (const field of fields) run.owed.insisted.add(`${tab.outboxName} ${entry.recordId}/${field}`)
  for (const field of fields)
    recordWritten(run, null, { recordId: entry.recordId, values: new Map([[field, null]]), isDone: true })
  countEvent(run, fields.some(isTheirs) ? 'resolved theirs' : 'resolved mine')
  await awaitOutcome(run, tab, resolution)
}

export async function retry(run: Run, nearest: Tab, command: CommandOf<'retry'>): Promise<void> {
  const found = findEntry(run, { tab: nearest, at: command.at }, (candidate) =>
    ['rejected', 'held_old', 'conflict'].includes(candidate.state),
  )
  if (!found) return
  const { tab, entry } = found
  const fixed: Record<string, FieldValue> = {}
  if (command.isFixed && entry.state === 'rejected') {
    for (const field of Object.keys(entry.changes))
      if (sums.includes(field)) fixed[field] = createValue(field, takeNumber(run))
  }
  recordFix(run, tab, { entry, fixed })
  await awaitOutcome(run, tab, tab.copy.outbox.retry(entry.opId, fixed))
}

/**
 * A value that replaces a refused one is now the wanted one. If the tab dies meanwhile, it is
 * unknown whether it was stored.
 */
function recordFix(
  run: Run,
  tab: Tab,
  { entry, fixed }: { entry: EntryView; fixed: Record<string, FieldValue> },
): void {
  const fields = Object.keys(fixed)
  if (fields.length === 0) return
  countEvent(run, 'fixed')
  // Later values of the person knowingly overwrite the fix.
  for (const field of fields) run.owed.insisted.add(`${tab.outboxName} ${entry.recordId}/${field}`)
  yieldFields(run.owed, tab.outboxName, { entry, fields })
  recordWritten(run, null, { recordId: entry.recordId, values: new Map(Object.entries(fixed)), isDone: true })
  run.owed.contested.add(entry.recordId)
}

export async function discard(run: Run, nearest: Tab, command: CommandOf<'discard'>): Promise<void> {
  const found = findEntry(run, { tab: nearest, at: command.at }, (candidate) => candidate.state !== 'sending')
  if (!found) return
  const { tab, entry } = found
  const discarding = tab.copy.outbox.discard(entry.opId)
  forgetEntry(run.owed, tab.outboxName, entry)
  recordWritten(run, null, { recordId: entry.recordId, values: new Map(), isDone: true })
  await awaitOutcome(run, tab, discarding)
}

async function awaitOutcome(run: Run, tab: Tab, work: Promise<void>): Promise<void> {
  const outcome = await attempt(run.world, tab.fake, work)
  if (outcome.kind === 'failed' && !(outcome.error instanceof OutboxWriteError)) throw outcome.error
}
