import { settleLayout } from './column-layout.ts'
import type { ColumnLayout } from './column-layout.ts'

/**
 * All changes a user can make to a layout. Each returns the new, normalized layout, or the same
 * object when nothing changed.
 */
export type LayoutChange =
  | { readonly kind: 'show' | 'hide'; readonly keys: readonly string[] }
  | { readonly kind: 'pin' | 'unpin'; readonly keys: readonly string[] }
  | { readonly kind: 'move'; readonly key: string; readonly by: -1 | 1 }
  /** Moves the column to the position of `target`. */
  | { readonly kind: 'move-to'; readonly key: string; readonly target: string }
  | { readonly kind: 'widths'; readonly widths: Readonly<Record<string, number>> }

export function changedLayout(layout: ColumnLayout, change: LayoutChange): ColumnLayout {
  switch (change.kind) {
    case 'show':
      return settleLayout({ ...layout, hidden: without(layout.hidden, change.keys) })
    case 'hide':
      return settleLayout({ ...layout, hidden: [...layout.hidden, ...change.keys] })
    case 'pin':
      return settleLayout({ ...layout, pinned: [...layout.pinned, ...change.keys] })
    case 'unpin':
      return settleLayout({ ...layout, pinned: without(layout.pinned, change.keys) })
    case 'move':
      return settleLayout(movedBy(layout, change.key, change.by))
    case 'move-to':
      return settleLayout(movedTo(layout, change.key, change.target))
    case 'widths':
      return { ...layout, widths: { ...layout.widths, ...change.widths } }
  }
}

/** The shown columns from the left edge through this one, which 여기까지 고정 pins. */
export function shownUpTo(layout: ColumnLayout, key: string): readonly string[] {
  const hidden = new Set(layout.hidden)
  const shown = layout.order.filter((candidate) => !hidden.has(candidate))
  return shown.slice(0, shown.indexOf(key) + 1)
}

/** Moves a column past its next shown neighbour. A pinned column stays within the pinned part. */
function movedBy(layout: ColumnLayout, key: string, by: -1 | 1): ColumnLayout {
  const hidden = new Set(layout.hidden)
  const at = layout.order.indexOf(key)
  const following = by === 1 ? layout.order.slice(at + 1) : layout.order.slice(0, Math.max(0, at)).toReversed()
  const neighbour = following.find((candidate) => hidden.has(key) || !hidden.has(candidate))
  return neighbour === undefined ? layout : movedTo(layout, key, neighbour)
}

function movedTo(layout: ColumnLayout, key: string, target: string): ColumnLayout {
  const isPinned = layout.pinned.includes(key)
  const part = layout.order.filter((candidate) => layout.pinned.includes(candidate) === isPinned)
  const from = part.indexOf(key)
  if (from === -1 || key === target) return layout
  const wanted = part.indexOf(target)
  // If the target is in the other part, use the nearest end of the column's own part.
  const to = wanted !== -1 ? wanted : isPinned ? part.length - 1 : 0
  if (to === from) return layout
  const moved = part.toSpliced(from, 1).toSpliced(to, 0, key)
  const others = layout.order.filter((candidate) => layout.pinned.includes(candidate) !== isPinned)
  const order = isPinned ? [...moved, ...others] : [...others, ...moved]
  return { ...layout, order, pinned: order.filter((candidate) => layout.pinned.includes(candidate)) }
}

function without(keys: readonly string[], removed: readonly string[]): readonly string[] {
  return keys.filter((key) => !removed.includes(key))
}
