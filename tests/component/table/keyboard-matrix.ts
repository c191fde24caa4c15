import type { TableOptions } from './table-harness.tsx'

/**
 * Effect of each key from a starting state. Keys are written as in key-commands.ts. Columns of the
 * harness table: 0 group (choice), 1 owner (text), 2 date, 3 fees (won), 4 address (text), 5 status
 * (choice), 6 paid (flag), 9 number (read-only), 20 actions.
 */
export interface MatrixLine {
  readonly mode: 'header' | 'ready' | 'typing' | 'caret' | 'list'
  /** Pressed in order; the last one is the key under test. */
  readonly keys: readonly string[]
  /** Active cell at the start, `row-column`. Default 5-1. */
  readonly from?: string
  /**
   * `typing`: text typed into the cell at the start, default `A`. `caret` and `list` are opened
   * with F2 (the list of a choice opens by itself).
   */
  readonly typed?: string
  readonly options?: TableOptions
  readonly holds: ExpectedState
}

/** Everything given must hold after the keys; the rest is ignored. */
export interface ExpectedState {
  readonly place?: string
  readonly edits?: readonly string[]
  /** All selected cells that are rendered. */
  readonly selected?: readonly string[]
  readonly selectedCount?: number
  /** Text in the open editor. */
  readonly editor?: string
  readonly mode?: 'ready' | 'typing' | 'caret'
  readonly opened?: readonly string[]
  readonly popped?: readonly string[]
  readonly deleted?: readonly string[]
  readonly added?: number
  readonly history?: readonly string[]
  readonly ticked?: number
  /** The open dialog, menu or list. */
  readonly floats?: { readonly role: 'dialog' | 'menu' | 'listbox'; readonly name: string }
  readonly noFloat?: 'listbox'
  readonly highlighted?: string
  readonly sorted?: { readonly column: string; readonly direction: string }
  /** Names of the first columns. */
  readonly columns?: readonly string[]
  readonly width?: { readonly column: number; readonly px: number }
  readonly unfolded?: boolean
  readonly hasLeft?: boolean
  readonly focusRole?: string
}

export const matrix: Readonly<Record<string, readonly MatrixLine[]>> = {
  Arrows: [
    { mode: 'ready', keys: ['ArrowDown'], holds: { place: '6-1', mode: 'ready' } },
    { mode: 'ready', keys: ['ArrowUp'], holds: { place: '4-1' } },
    { mode: 'ready', keys: ['ArrowLeft'], holds: { place: '5-0' } },
    { mode: 'ready', keys: ['ArrowRight'], holds: { place: '5-2' } },
    { mode: 'ready', keys: ['ArrowLeft'], from: '5-0', holds: { place: '5-0' } },
    { mode: 'typing', keys: ['ArrowDown'], holds: { place: '6-1', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['ArrowUp'], holds: { place: '4-1', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['ArrowLeft'], holds: { place: '5-0', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['ArrowRight'], holds: { place: '5-2', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['ArrowLeft'], holds: { place: '5-1', mode: 'caret', edits: [] } },
    { mode: 'list', keys: ['ArrowDown'], from: '5-5', holds: { highlighted: '완료' } },
    { mode: 'list', keys: ['ArrowUp'], from: '5-5', holds: { highlighted: '대기' } },
  ],
  'Shift+Arrows': [
    { mode: 'ready', keys: ['Shift+ArrowDown'], holds: { place: '5-1', selected: ['5-1', '6-1'] } },
    { mode: 'ready', keys: ['Shift+ArrowUp'], holds: { place: '5-1', selected: ['4-1', '5-1'] } },
    { mode: 'ready', keys: ['Shift+ArrowLeft'], holds: { place: '5-1', selected: ['5-0', '5-1'] } },
    { mode: 'ready', keys: ['Shift+ArrowRight'], holds: { place: '5-1', selected: ['5-1', '5-2'] } },
    { mode: 'ready', keys: ['Shift+ArrowDown', 'Shift+ArrowUp'], holds: { selected: ['5-1'] } },
  ],
  'Ctrl+Arrow': [
    { mode: 'ready', keys: ['Ctrl+ArrowDown'], from: '0-2', holds: { place: '2-2' } },
    { mode: 'ready', keys: ['Ctrl+ArrowDown'], from: '2-2', holds: { place: '4-2' } },
    { mode: 'ready', keys: ['Ctrl+ArrowDown'], holds: { place: '999-1' } },
    { mode: 'ready', keys: ['Ctrl+ArrowUp'], from: '9-2', holds: { place: '4-2' } },
    { mode: 'ready', keys: ['Ctrl+ArrowLeft'], from: '6-3', holds: { place: '6-0' } },
    { mode: 'ready', keys: ['Ctrl+ArrowRight'], from: '6-9', holds: { place: '6-20' } },
  ],
  'Ctrl+Shift+Arrow': [
    { mode: 'ready', keys: ['Ctrl+Shift+ArrowDown'], from: '0-2', holds: { selected: ['0-2', '1-2', '2-2'] } },
    { mode: 'ready', keys: ['Ctrl+Shift+ArrowUp'], from: '6-2', holds: { selected: ['4-2', '5-2', '6-2'] } },
    { mode: 'ready', keys: ['Ctrl+Shift+ArrowLeft'], from: '6-2', holds: { selected: ['6-0', '6-1', '6-2'] } },
    { mode: 'ready', keys: ['Ctrl+Shift+ArrowRight'], from: '6-18', holds: { selected: ['6-18', '6-19'] } },
  ],
  'Home / End': [
    { mode: 'ready', keys: ['Home'], from: '5-4', holds: { place: '5-0' } },
    { mode: 'ready', keys: ['End'], holds: { place: '5-20' } },
    { mode: 'ready', keys: ['Shift+Home'], from: '5-2', holds: { selected: ['5-0', '5-1', '5-2'] } },
    { mode: 'ready', keys: ['Shift+End'], holds: { place: '5-1', selectedCount: 19 } },
  ],
  'Ctrl+Home / End': [
    { mode: 'ready', keys: ['Ctrl+Home'], from: '5-4', holds: { place: '0-0' } },
    { mode: 'ready', keys: ['Ctrl+End'], holds: { place: '999-20' } },
    { mode: 'ready', keys: ['Ctrl+Shift+Home'], from: '2-1', holds: { selectedCount: 6 } },
    { mode: 'ready', keys: ['Ctrl+Shift+End'], options: { rows: 12 }, holds: { selectedCount: 7 * 19 } },
  ],
  'PageUp / Down': [
    { mode: 'ready', keys: ['PageDown', 'PageDown', 'PageUp', 'PageUp'], from: '0-1', holds: { place: '0-1' } },
    { mode: 'ready', keys: ['PageDown'], options: { rows: 12 }, holds: { place: '11-1' } },
    { mode: 'ready', keys: ['Shift+PageDown'], options: { rows: 12 }, holds: { place: '5-1', selectedCount: 7 } },
    { mode: 'ready', keys: ['Shift+PageUp'], holds: { place: '5-1', selectedCount: 6 } },
    { mode: 'list', keys: ['PageDown'], from: '5-5', holds: { highlighted: '취소' } },
    { mode: 'list', keys: ['PageDown', 'PageUp'], from: '5-5', holds: { highlighted: '대기' } },
  ],
  'Tab / Shift+Tab': [
    { mode: 'ready', keys: ['Tab'], holds: { place: '5-2' } },
    { mode: 'ready', keys: ['Shift+Tab'], holds: { place: '5-0' } },
    { mode: 'ready', keys: ['End', 'Tab'], holds: { place: '6-0' } },
    { mode: 'ready', keys: ['Escape', 'Tab'], holds: { place: '5-1', hasLeft: true } },
    { mode: 'typing', keys: ['Tab'], holds: { place: '5-2', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['Shift+Tab'], holds: { place: '5-0', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['Tab'], holds: { place: '5-2', mode: 'ready', edits: [] } },
    { mode: 'caret', keys: ['Shift+Tab'], holds: { place: '5-0', mode: 'ready', edits: [] } },
    { mode: 'list', keys: ['ArrowDown', 'Tab'], from: '5-5', holds: { place: '5-6', edits: ['5:status=completed'] } },
    {
      mode: 'list',
      keys: ['ArrowDown', 'Shift+Tab'],
      from: '5-5',
      holds: { place: '5-4', edits: ['5:status=completed'] },
    },
  ],
  'Enter (ready)': [
    { mode: 'ready', keys: ['Enter'], holds: { place: '5-1', mode: 'caret', editor: '소유자 6' } },
    { mode: 'ready', keys: ['Enter'], from: '5-9', holds: { place: '5-9', mode: 'ready', opened: ['05'] } },
    { mode: 'ready', keys: ['Enter'], from: '-1-1', holds: { place: '-1-2' } },
  ],
  'Enter (editing)': [
    { mode: 'typing', keys: ['Enter'], holds: { place: '6-1', mode: 'ready', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['Tab', 'Enter'], holds: { place: '6-1', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['Enter'], holds: { place: '6-1', mode: 'ready', edits: [] } },
    { mode: 'list', keys: ['ArrowDown', 'Enter'], from: '5-5', holds: { place: '6-5', edits: ['5:status=completed'] } },
  ],
  'Shift+Enter': [
    { mode: 'ready', keys: ['Shift+Enter'], holds: { place: '4-1', mode: 'ready' } },
    { mode: 'typing', keys: ['Shift+Enter'], holds: { place: '4-1', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['Shift+Enter'], holds: { place: '4-1', edits: [] } },
  ],
  F2: [
    { mode: 'ready', keys: ['F2'], holds: { mode: 'caret', editor: '소유자 6' } },
    { mode: 'typing', keys: ['F2', 'ArrowLeft'], holds: { place: '5-1', mode: 'caret', editor: 'A' } },
    { mode: 'caret', keys: ['F2'], holds: { mode: 'typing', editor: '소유자 6' } },
  ],
  Esc: [
    { mode: 'typing', keys: ['Escape'], holds: { place: '5-1', mode: 'ready', edits: [] } },
    { mode: 'caret', keys: ['Escape'], holds: { place: '5-1', mode: 'ready', edits: [] } },
    { mode: 'ready', keys: ['Shift+ArrowDown', 'Escape'], holds: { selected: ['5-1'] } },
    { mode: 'list', keys: ['Escape'], from: '5-5', holds: { mode: 'caret', noFloat: 'listbox', edits: [] } },
  ],
  'Delete / Backspace': [
    { mode: 'ready', keys: ['Delete'], holds: { place: '5-1', mode: 'ready', edits: ['5:owner=null'] } },
    { mode: 'ready', keys: ['Backspace'], holds: { mode: 'ready', edits: ['5:owner=null'] } },
    { mode: 'ready', keys: ['Shift+ArrowDown', 'Delete'], holds: { edits: ['5:owner=null', '6:owner=null'] } },
    { mode: 'ready', keys: ['End', 'Delete'], holds: { deleted: ['05'], edits: [] } },
  ],
  'Ctrl+Enter': [
    { mode: 'ready', keys: ['Ctrl+Enter'], from: '-1-1', options: { freeEntry: true }, holds: { added: 1 } },
    { mode: 'typing', keys: ['Ctrl+Enter'], holds: { place: '5-1', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['Ctrl+Enter'], holds: { place: '5-1', mode: 'ready', edits: [] } },
    { mode: 'list', keys: ['ArrowDown', 'Ctrl+Enter'], from: '5-5', holds: { edits: ['5:status=completed'] } },
  ],
  'Alt+Enter': [
    { mode: 'typing', keys: ['Alt+Enter'], from: '5-4', holds: { place: '5-4', mode: 'typing', editor: 'A\n' } },
    {
      mode: 'caret',
      keys: ['Alt+Enter'],
      from: '6-4',
      holds: { mode: 'caret', editor: '서울특별시 가상구 시험로 7\n' },
    },
  ],
  'Ctrl+D / Ctrl+R': [
    { mode: 'ready', keys: ['Ctrl+D'], holds: { edits: ['5:owner=소유자 5'] } },
    { mode: 'ready', keys: ['Shift+ArrowDown', 'Ctrl+D'], holds: { edits: ['6:owner=소유자 6'] } },
    { mode: 'ready', keys: ['Ctrl+R'], from: '5-11', holds: { edits: ['5:extra_1=0-5'] } },
  ],
  Space: [
    { mode: 'ready', keys: ['Space'], holds: { place: '5-1', mode: 'ready', opened: ['05'] } },
    { mode: 'ready', keys: ['Space'], from: '5-6', holds: { edits: ['5:is_paid=true'], opened: [] } },
  ],
  'Alt+Enter at rest': [
    { mode: 'ready', keys: ['Alt+Enter'], holds: { place: '5-1', mode: 'ready', popped: ['05'], opened: [] } },
  ],
  'Shift+Space / Ctrl+Space': [
    { mode: 'ready', keys: ['Shift+Space'], holds: { selectedCount: 20 } },
    { mode: 'ready', keys: ['Ctrl+Space'], options: { rows: 12 }, holds: { selectedCount: 12 } },
    { mode: 'ready', keys: ['Ctrl+A'], options: { rows: 12 }, holds: { selectedCount: 240 } },
    { mode: 'ready', keys: ['Shift+ArrowDown', 'Ctrl+Shift+Space'], options: { checks: true }, holds: { ticked: 2 } },
    { mode: 'ready', keys: ['Shift+F2'], options: { checks: true }, holds: { history: ['bulk-edit'], mode: 'ready' } },
  ],
  'Ctrl+C / X / V': [
    { mode: 'ready', keys: ['Ctrl+C', 'ArrowDown', 'Ctrl+V'], holds: { edits: ['6:owner=소유자 6'] } },
    {
      mode: 'ready',
      keys: ['Ctrl+X', 'ArrowDown', 'Ctrl+V'],
      holds: { edits: ['5:owner=null', '6:owner=소유자 6'] },
    },
    { mode: 'ready', keys: ['Ctrl+Shift+C', 'ArrowDown', 'Ctrl+V'], holds: { edits: ['6:owner=소유자 6'] } },
  ],
  'Ctrl+Z; Ctrl+Y or Ctrl+Shift+Z': [
    { mode: 'ready', keys: ['Ctrl+Z'], holds: { history: ['undo'] } },
    { mode: 'ready', keys: ['Ctrl+Y'], holds: { history: ['redo'] } },
    { mode: 'ready', keys: ['Ctrl+Shift+Z'], holds: { history: ['redo'] } },
    { mode: 'typing', keys: ['Ctrl+Z'], holds: { history: [], mode: 'typing' } },
  ],
  'Ctrl+; / Ctrl+Shift+;': [
    { mode: 'ready', keys: ['Ctrl+;'], from: '5-2', holds: { edits: ['5:regi_date=2026-11-20'] } },
    { mode: 'ready', keys: ['Ctrl+;'], holds: { edits: [] } },
  ],
  'Alt+↓ (choices)': [
    { mode: 'ready', keys: ['Alt+ArrowDown'], from: '5-5', holds: { floats: { role: 'listbox', name: '선택 목록' } } },
    {
      mode: 'caret',
      keys: ['Alt+ArrowDown'],
      from: '5-7',
      holds: { floats: { role: 'listbox', name: '선택 목록' } },
    },
    {
      mode: 'typing',
      keys: ['Alt+ArrowDown'],
      from: '5-2',
      holds: { floats: { role: 'dialog', name: '등기예정일 달력' } },
    },
  ],
  Header: [
    { mode: 'header', keys: ['Enter'], from: '-2-3', holds: { sorted: { column: '보수료', direction: 'ascending' } } },
    {
      mode: 'header',
      keys: ['Enter', 'Enter'],
      from: '-2-3',
      holds: { sorted: { column: '보수료', direction: 'descending' } },
    },
    { mode: 'header', keys: ['Space'], from: '-2-3', holds: { sorted: { column: '보수료', direction: 'ascending' } } },
    {
      mode: 'header',
      keys: ['Enter', 'Shift+Enter'],
      from: '-2-3',
      holds: { sorted: { column: '보수료', direction: 'descending' } },
    },
    {
      mode: 'header',
      keys: ['Shift+ArrowRight'],
      from: '-2-2',
      options: { layout: true },
      holds: { place: '-2-3', columns: ['사업구간(그룹)', '소유자', '보수료', '등기예정일'] },
    },
    {
      mode: 'header',
      keys: ['Shift+ArrowLeft'],
      from: '-2-3',
      options: { layout: true },
      holds: { place: '-2-2', columns: ['사업구간(그룹)', '소유자', '보수료', '등기예정일'] },
    },
    { mode: 'header', keys: ['Alt+ArrowRight'], from: '-2-1', holds: { width: { column: 1, px: 146 } } },
    { mode: 'header', keys: ['Alt+ArrowLeft'], from: '-2-1', holds: { width: { column: 1, px: 114 } } },
    {
      mode: 'header',
      keys: ['Alt+ArrowDown'],
      from: '-2-1',
      holds: { floats: { role: 'menu', name: '소유자 컬럼 메뉴' } },
    },
    {
      mode: 'header',
      keys: ['Shift+Alt+ArrowRight'],
      from: '-2-1',
      options: { layout: true },
      holds: { unfolded: true },
    },
    {
      mode: 'header',
      keys: ['Shift+Alt+ArrowRight', 'Shift+Alt+ArrowLeft'],
      from: '-2-1',
      options: { layout: true },
      holds: { unfolded: false },
    },
  ],
  'Expanded rows': [
    { mode: 'ready', keys: ['Shift+Alt+ArrowRight'], options: { layout: true }, holds: { unfolded: true } },
    {
      mode: 'ready',
      keys: ['Shift+Alt+ArrowRight', 'Shift+Alt+ArrowLeft'],
      options: { layout: true },
      holds: { unfolded: false },
    },
  ],
  'Context menu': [
    { mode: 'ready', keys: ['Shift+F10'], holds: { floats: { role: 'menu', name: '셀 메뉴' } } },
    { mode: 'ready', keys: ['ContextMenu'], holds: { floats: { role: 'menu', name: '셀 메뉴' } } },
  ],
  'Ctrl+F': [{ mode: 'ready', keys: ['Ctrl+F'], holds: { place: '5-1', mode: 'ready' } }],
  'Screen-reader mode': [
    { mode: 'ready', keys: ['Shift+F4'], holds: { focusRole: 'gridcell' } },
    { mode: 'ready', keys: ['Shift+F4', 'Shift+F4'], holds: { place: '5-1', mode: 'ready' } },
    { mode: 'ready', keys: ['F1'], holds: { floats: { role: 'dialog', name: '단축키' } } },
    { mode: 'typing', keys: ['F1', 'Escape', 'Enter'], holds: { edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['F1', 'Escape'], holds: { mode: 'caret', editor: '소유자 6' } },
    { mode: 'list', keys: ['F1'], from: '5-5', holds: { floats: { role: 'dialog', name: '단축키' } } },
  ],
}
