import { z } from 'zod'

/**
 * One person's layout of a table on this device. Plain data, so the undo history can store the
 * layout before and after a change.
 */
export interface ColumnLayout {
  /** Every key, shown or hidden, pinned ones first. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Columns pinned to the left edge, in the order of `order`. */
  readonly pinned: readonly string[]
  /** Width in px by key, only where it differs from the description. */
  readonly widths: Readonly<Record<string, number>>
}

/** The column properties a layout needs; table columns have them. */
export interface LayoutColumn {
  readonly key: string
  readonly isPinned: boolean
  /** Hidden until a user shows it. */
  readonly isHidden?: boolean
}

/** The layout that the columns themselves describe. */
export function createDefaultLayout(columns: readonly LayoutColumn[]): ColumnLayout {
  return normalizeLayout({
    order: columns.map((column) => column.key),
    hidden: columns.filter((column) => column.isHidden).map((column) => column.key),
    pinned: columns.filter((column) => column.isPinned).map((column) => column.key),
    widths: {},
  })
}

/**
 * Parses a stored layout. Ignores columns that no longer exist, inserts new ones after the
 * neighbor they are described after, and falls back to the default for an unreadable value, so a
 * broken entry never makes the table unusable.
 */
export function readLayout(stored: unknown, columns: readonly LayoutColumn[]): ColumnLayout {
  const parsed = storedLayoutSchema.safeParse(stored)
  if (!parsed.success) return createDefaultLayout(columns)
  const { order, hidden, pinned, widths } = parsed.data
  const columnKeys = new Set(columns.map((column) => column.key))
  const knownOrder = [...new Set(order)].filter((key) => columnKeys.has(key))
  const ordered = new Set(knownOrder)
  const newColumns = columns.filter((column) => !ordered.has(column.key))
  for (const column of newColumns) insertInDefaultOrder(knownOrder, column.key, columns)
  return normalizeLayout({
    order: knownOrder,
    hidden: [
      ...hidden.filter((key) => ordered.has(key)),
      ...listColumnKeys(newColumns.filter((column) => column.isHidden)),
    ],
    pinned: [
      ...pinned.filter((key) => ordered.has(key)),
      ...listColumnKeys(newColumns.filter((column) => column.isPinned)),
    ],
    widths: Object.fromEntries(Object.entries(widths).filter(([key]) => columnKeys.has(key))),
  })
}

/** The shown columns in display order, pinned first, and the `hidden` ones in order. */
export function layoutColumns<C extends LayoutColumn>(
  layout: ColumnLayout,
  columns: readonly C[],
): { shown: readonly C[]; hidden: readonly C[] } {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const hidden = new Set(layout.hidden)
  const pinned = new Set(layout.pinned)
  const ordered = layout.order
    .map((key) => byKey.get(key))
    .filter((column) => column !== undefined)
    .map((column) => (column.isPinned === pinned.has(column.key) ? column : { ...column, isPinned: !column.isPinned }))
  return {
    shown: ordered.filter((column) => !hidden.has(column.key)),
    hidden: ordered.filter((column) => hidden.has(column.key)),
  }
}

/**
 * Enforces the invariants of a layout: pinned columns first, no duplicates, at least one column
 * shown.
 */
function normalizeLayout(layout: ColumnLayout): ColumnLayout {
  const pinned = new Set(layout.pinned)
  const order = [...layout.order.filter((key) => pinned.has(key)), ...layout.order.filter((key) => !pinned.has(key))]
  const hidden = new Set(layout.hidden)
  if (order.length > 0 && order.every((key) => hidden.has(key))) hidden.delete(order[0] ?? '')
  return {
    order,
    hidden: order.filter((key) => hidden.has(key)),
    pinned: order.filter((key) => pinned.has(key)),
    widths: layout.widths,
  }
}

export function isSameLayout(layout: ColumnLayout, other: ColumnLayout): boolean {
  return serializeLayout(layout) === serializeLayout(other)
}

const storedLayoutSchema = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  pinned: z.array(z.string()),
  widths: z.record(z.string(), z.number().positive().max(4000)),
})

function insertInDefaultOrder(order: string[], key: string, columns: readonly LayoutColumn[]): void {
  const defaultOrder = listColumnKeys(columns)
  const precedingKeys = defaultOrder.slice(0, defaultOrder.indexOf(key)).toReversed()
  const neighbor = precedingKeys.find((candidate) => order.includes(candidate))
  order.splice(neighbor === undefined ? 0 : order.indexOf(neighbor) + 1, 0, key)
}

function listColumnKeys(columns: readonly LayoutColumn[]): string[] {
  return columns.map((column) => column.key)
}

function serializeLayout({ order, hidden, pinned, widths }: ColumnLayout): string {
  const sortedWidths = Object.entries(widths).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([order, [...hidden].toSorted(), [...pinned].toSorted(), sortedWidths])
}

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

export function changeLayout(layout: ColumnLayout, change: LayoutChange): ColumnLayout {
  switch (change.kind) {
    case 'show':
      return normalizeLayout({ ...layout, hidden: without(layout.hidden, change.keys) })
    case 'hide':
      return normalizeLayout({ ...layout, hidden: [...layout.hidden, ...change.keys] })
    case 'pin':
      return normalizeLayout({ ...layout, pinned: [...layout.pinned, ...change.keys] })
    case 'unpin':
      return normalizeLayout({ ...layout, pinned: without(layout.pinned, change.keys) })
    case 'move':
      return normalizeLayout(moveColumn(layout, change.key, change.by))
    case 'move-to':
      return normalizeLayout(moveColumnTo(layout, change.key, change.target))
    case 'widths':
      return { ...layout, widths: { ...layout.widths, ...change.widths } }
  }
}

/** The shown columns from the left edge through this one, which 여기까지 고정 pins. */
export function listShownUpTo(layout: ColumnLayout, key: string): readonly string[] {
  const hidden = new Set(layout.hidden)
  const shownKeys = layout.order.filter((candidate) => !hidden.has(candidate))
  return shownKeys.slice(0, shownKeys.indexOf(key) + 1)
}

/** Moves a column past its next shown neighbor. A pinned column stays within the pinned part. */
function moveColumn(layout: ColumnLayout, key: string, by: -1 | 1): ColumnLayout {
  const hidden = new Set(layout.hidden)
  const index = layout.order.indexOf(key)
  const following = by === 1 ? layout.order.slice(index + 1) : layout.order.slice(0, Math.max(0, index)).toReversed()
  const neighbor = following.find((candidate) => hidden.has(key) || !hidden.has(candidate))
  return neighbor === undefined ? layout : moveColumnTo(layout, key, neighbor)
}

function moveColumnTo(layout: ColumnLayout, key: string, target: string): ColumnLayout {
  const isPinned = layout.pinned.includes(key)
  const part = layout.order.filter((candidate) => layout.pinned.includes(candidate) === isPinned)
  const from = part.indexOf(key)
  if (from === -1 || key === target) return layout
  const targetIndex = part.indexOf(target)
  // If the target is in the other part, use the nearest end of the column's own part.
  const to = targetIndex !== -1 ? targetIndex : isPinned ? part.length - 1 : 0
  if (to === from) return layout
  const moved = part.toSpliced(from, 1).toSpliced(to, 0, key)
  const otherPart = layout.order.filter((candidate) => layout.pinned.includes(candidate) !== isPinned)
  const order = isPinned ? [...moved, ...otherPart] : [...otherPart, ...moved]
  return { ...layout, order, pinned: order.filter((candidate) => layout.pinned.includes(candidate)) }
}

function without(keys: readonly string[], removed: readonly string[]): readonly string[] {
  return keys.filter((key) => !removed.includes(key))
}
