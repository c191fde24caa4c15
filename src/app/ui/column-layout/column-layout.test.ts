import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeLayout,
  createDefaultLayout,
  isSameLayout,
  type LayoutChange,
  type LayoutColumn,
  layoutColumns,
  listShownUpTo,
  readLayout,
} from './column-layout.ts'

const columns: readonly LayoutColumn[] = [
  { key: 'group', isPinned: true },
  { key: 'owner', isPinned: false },
  { key: 'fees', isPinned: false },
  { key: 'memo', isPinned: false, isHidden: true },
  { key: 'day', isPinned: false },
]
const start = createDefaultLayout(columns)

function after(...changes: LayoutChange[]) {
  return changes.reduce((layout, change) => changeLayout(layout, change), start)
}

function listShown(layout = start) {
  return layoutColumns(layout, columns).shown.map((column) => column.key)
}

describe('a stored layout', () => {
  test('uses the order and hidden columns of the description when nothing is stored', () => {
    expect(listShown()).toEqual(['group', 'owner', 'fees', 'day'])
    expect(layoutColumns(start, columns).hidden.map((column) => column.key)).toEqual(['memo'])
  })

  test('falls back to the default for a broken value', () => {
    for (const broken of [null, 'x', 7, [], {}, { ...start, order: 'group' }, { ...start, widths: { owner: -1 } }]) {
      expect(readLayout(broken, columns)).toEqual(start)
    }
  })

  test('ignores a removed column and places a new one after its neighbor in the description', () => {
    const old = {
      order: ['gone', 'day', 'owner', 'group'],
      hidden: ['gone'],
      pinned: [],
      widths: { removed: 90, day: 120 },
    }
    const read = readLayout(old, columns)
    expect(read.order).toEqual(['day', 'owner', 'fees', 'memo', 'group'])
    expect(read.hidden).toEqual(['memo'])
    expect(read.widths).toEqual({ day: 120 })
  })

  test('keeps a column unpinned or shown as the user left it', () => {
    const layout = after({ kind: 'unpin', keys: ['group'] }, { kind: 'show', keys: ['memo'] })
    expect(readLayout(JSON.parse(JSON.stringify(layout)), columns)).toEqual(layout)
    expect(layoutColumns(layout, columns).shown.map((column) => column.isPinned)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('changing a layout', () => {
  test('여기까지 고정 pins every shown column up to this one', () => {
    const layout = after({ kind: 'pin', keys: listShownUpTo(start, 'fees') })
    expect(layout.pinned).toEqual(['group', 'owner', 'fees'])
    expect(listShown(layout)).toEqual(['group', 'owner', 'fees', 'day'])
  })

  test('moves a column past its shown neighbor, within the pinned part', () => {
    expect(listShown(after({ kind: 'move', key: 'day', by: -1 }))).toEqual(['group', 'owner', 'day', 'fees'])
    expect(after({ kind: 'move', key: 'owner', by: -1 })).toEqual(start)
    expect(after({ kind: 'move', key: 'day', by: 1 })).toEqual(start)
    expect(after({ kind: 'move', key: 'group', by: 1 })).toEqual(start)
  })

  test('gives a dropped column the position of its target', () => {
    expect(listShown(after({ kind: 'move-to', key: 'owner', target: 'day' }))).toEqual([
      'group',
      'fees',
      'day',
      'owner',
    ])
    expect(listShown(after({ kind: 'move-to', key: 'day', target: 'group' }))).toEqual([
      'group',
      'day',
      'owner',
      'fees',
    ])
  })

  test('lets any column be hidden but keeps at least one shown', () => {
    expect(listShown(after({ kind: 'hide', keys: ['group', 'owner'] }))).toEqual(['fees', 'day'])
    expect(listShown(after({ kind: 'hide', keys: start.order }))).toHaveLength(1)
  })

  test('never loses or duplicates a column, keeps pinned ones first and one shown, after any change', () => {
    const key = fc.constantFrom(...start.order)
    const change: fc.Arbitrary<LayoutChange> = fc.oneof(
      fc.record({
        kind: fc.constantFrom('show', 'hide', 'pin', 'unpin'),
        keys: fc.array(key),
      }) as fc.Arbitrary<LayoutChange>,
      fc.record({ kind: fc.constant('move' as const), key, by: fc.constantFrom(-1 as const, 1 as const) }),
      fc.record({ kind: fc.constant('move-to' as const), key, target: key }),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const layout = after(...changes)
        expect([...layout.order].toSorted()).toEqual([...start.order].toSorted())
        expect(layout.order.slice(0, layout.pinned.length)).toEqual(layout.pinned)
        expect(listShown(layout).length).toBeGreaterThan(0)
        expect(readLayout(JSON.parse(JSON.stringify(layout)), columns)).toEqual(layout)
        expect(isSameLayout(layout, readLayout(layout, columns))).toBe(true)
      }),
    )
  })
})
