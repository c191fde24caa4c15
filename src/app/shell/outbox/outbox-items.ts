import type { OutboxEntry } from '#mirror/offline-copy.ts'

/** What stands on the screen as one: an entry, with those of its record that are joined to it already in its changes. */
export interface OutboxItem {
  readonly entry: OutboxEntry
  /** Of everything in it, in order. */
  readonly opIds: readonly string[]
}

/** Entries as a person thinks of them: edits of one record that are decided together, or that make one edit, are one item. */
export function itemsOf(entries: readonly OutboxEntry[]): OutboxItem[] {
  const items: OutboxItem[] = []
  const lastOf = new Map<string, number>()
  for (const entry of entries) {
    const record = `${entry.collection}/${entry.recordId}`
    const at = lastOf.get(record)
    const head = entry.isJoined && at !== undefined ? items[at] : undefined
    if (head && at !== undefined) items[at] = joined(head, entry)
    else {
      lastOf.set(record, items.length)
      items.push({ entry, opIds: [entry.opId] })
    }
  }
  return items
}

function joined({ entry, opIds }: OutboxItem, next: OutboxEntry): OutboxItem {
  const changes = { ...entry.changes }
  for (const [key, change] of Object.entries(next.changes)) {
    changes[key] = { old: changes[key] ? changes[key].old : change.old, new: change.new }
  }
  const kind = next.kind === 'delete' ? next.kind : entry.kind
  return { entry: { ...entry, kind, changes, caption: entry.caption || next.caption }, opIds: [...opIds, next.opId] }
}
