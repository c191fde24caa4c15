import type { FieldValue } from '#contract/books/field.ts'
import type { Run } from './run.ts'
import type { Tab } from './world.ts'

/** A write to a field removes it from what everybody else may expect to see. */
export function recordWritten(
  run: Run,
  tab: Tab | null,
  what: { recordId: string; values: ReadonlyMap<string, FieldValue>; isDone: boolean },
): void {
  const devices = Object.values(run.world.devices)
  for (const other of devices.flatMap((device) => device.tabs)) {
    for (const key of [...other.written.keys()]) {
      const isWholeRecord = what.values.size === 0 ? key.startsWith(what.recordId) : false
      const isField = [...what.values.keys()].some((field) => key === `${what.recordId}/${field}`)
      if (isWholeRecord || isField) other.written.delete(key)
    }
  }
  if (!tab || !what.isDone || run.owed.contested.has(what.recordId)) return
  for (const [field, value] of what.values) {
    const key = `${what.recordId}/${field}`
    if (!run.owed.contested.has(key) && !isWantedElsewhere(run, tab, { recordId: what.recordId, field })) {
      tab.written.set(key, value)
    }
  }
}

function isWantedElsewhere(run: Run, tab: Tab, { recordId, field }: { recordId: string; field: string }): boolean {
  return run.owed.wishes.some(
    (wish) =>
      wish.recordId === recordId &&
      (wish.kind === 'delete' || (wish.outboxName !== tab.outboxName && wish.values.has(field))),
  )
}
