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
  readonly expected: ExpectedState
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
    { mode: 'ready', keys: ['ArrowDown'], expected: { place: '6-1', mode: 'ready' } },
    { mode: 'ready', keys: ['ArrowUp'], expected: { place: '4-1' } },
    { mode: 'ready', keys: ['ArrowLeft'], expected: { place: '5-0' } },
    { mode: 'ready', keys: ['ArrowRight'], expected: { place: '5-2' } },
    { mode: 'ready', keys: ['ArrowLeft'], from: '5-0', expected: { place: '5-0' } },
    { mode: 'typing', keys: ['ArrowDown'], expected: { place: '6-1', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['ArrowUp'], expected: { place: '4-1', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['ArrowLeft'], expected: { place: '5-0', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['ArrowRight'], expected: { place: '5-2', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['ArrowLeft'], expected: { place: '5-1', mode: 'caret', edits: [] } },
    { mode: 'list', keys: ['ArrowDown'], from: '5-5', expected: { highlighted: '완료' } },
    { mode: 'list', keys: ['ArrowUp'], from: '5-5', expected: { highlighted: '대기' } },
  ],
  'Shift+Arrows': [
    { mode: 'ready', keys: ['Shift+ArrowDown'], expected: { place: '5-1', selected: ['5-1', '6-1'] } },
    { mode: 'ready', keys: ['Shift+ArrowUp'], expected: { place: '5-1', selected: ['4-1', '5-1'] } },
    { mode: 'ready', keys: ['Shift+ArrowLeft'], expected: { place: '5-1', selected: ['5-0', '5-1'] } },
    { mode: 'ready', keys: ['Shift+ArrowRight'], expected: { place: '5-1', selected: ['5-1', '5-2'] } },
    { mode: 'ready', keys: ['Shift+ArrowDown', 'Shift+ArrowUp'], expected: { selected: ['5-1'] } },
  ],
  'Ctrl+Arrow': [
    { mode: 'ready', keys: ['Ctrl+ArrowDown'], from: '0-2', expected: { place: '2-2' } },
    { mode: 'ready', keys: ['Ctrl+ArrowDown'], from: '2-2', expected: { place: '4-2' } },
    { mode: 'ready', keys: ['Ctrl+ArrowDown'], expected: { place: '999-1' } },
    { mode: 'ready', keys: ['Ctrl+ArrowUp'], from: '9-2', expected: { place: '4-2' } },
    { mode: 'ready', keys: ['Ctrl+ArrowLeft'], from: '6-3', expected: { place: '6-0' } },
    { mode: 'ready', keys: ['Ctrl+ArrowRight'], from: '6-9', expected: { place: '6-20' } },
  ],
  'Ctrl+Shift+Arrow': [
    { mode: 'ready', keys: ['Ctrl+Shift+ArrowDown'], from: '0-2', expected: { selected: ['0-2', '1-2', '2-2'] } },
    { mode: 'ready', keys: ['Ctrl+Shift+ArrowUp'], from: '6-2', expected: { selected: ['4-2', '5-2', '6-2'] } },
    { mode: 'ready', keys: ['Ctrl+Shift+ArrowLeft'], from: '6-2', expected: { selected: ['6-0', '6-1', '6-2'] } },
    { mode: 'ready', keys: ['Ctrl+Shift+ArrowRight'], from: '6-18', expected: { selected: ['6-18', '6-19'] } },
  ],
  'Home / End': [
    { mode: 'ready', keys: ['Home'], from: '5-4', expected: { place: '5-0' } },
    { mode: 'ready', keys: ['End'], expected: { place: '5-20' } },
    { mode: 'ready', keys: ['Shift+Home'], from: '5-2', expected: { selected: ['5-0', '5-1', '5-2'] } },
    { mode: 'ready', keys: ['Shift+End'], expected: { place: '5-1', selectedCount: 19 } },
  ],
  'Ctrl+Home / End': [
    { mode: 'ready', keys: ['Ctrl+Home'], from: '5-4', expected: { place: '0-0' } },
    { mode: 'ready', keys: ['Ctrl+End'], expected: { place: '999-20' } },
    { mode: 'ready', keys: ['Ctrl+Shift+Home'], from: '2-1', expected: { selectedCount: 6 } },
    { mode: 'ready', keys: ['Ctrl+Shift+End'], options: { rows: 12 }, expected: { selectedCount: 7 * 19 } },
  ],
  'PageUp / Down': [
    { mode: 'ready', keys: ['PageDown', 'PageDown', 'PageUp', 'PageUp'], from: '0-1', expected: { place: '0-1' } },
    { mode: 'ready', keys: ['PageDown'], options: { rows: 12 }, expected: { place: '11-1' } },
    { mode: 'ready', keys: ['Shift+PageDown'], options: { rows: 12 }, expected: { place: '5-1', selectedCount: 7 } },
    { mode: 'ready', keys: ['Shift+PageUp'], expected: { place: '5-1', selectedCount: 6 } },
    { mode: 'list', keys: ['PageDown'], from: '5-5', expected: { highlighted: '취소' } },
    { mode: 'list', keys: ['PageDown', 'PageUp'], from: '5-5', expected: { highlighted: '대기' } },
  ],
  'Tab / Shift+Tab': [
    { mode: 'ready', keys: ['Tab'], expected: { place: '5-2' } },
    { mode: 'ready', keys: ['Shift+Tab'], expected: { place: '5-0' } },
    { mode: 'ready', keys: ['End', 'Tab'], expected: { place: '6-0' } },
    { mode: 'ready', keys: ['Escape', 'Tab'], expected: { place: '5-1', hasLeft: true } },
    { mode: 'typing', keys: ['Tab'], expected: { place: '5-2', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['Shift+Tab'], expected: { place: '5-0', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['Tab'], expected: { place: '5-2', mode: 'ready', edits: [] } },
    { mode: 'caret', keys: ['Shift+Tab'], expected: { place: '5-0', mode: 'ready', edits: [] } },
    {
      mode: 'list',
      keys: ['ArrowDown', 'Tab'],
      from: '5-5',
      expected: { place: '5-6', edits: ['5:status=completed'] },
    },
    {
      mode: 'list',
      keys: ['ArrowDown', 'Shift+Tab'],
      from: '5-5',
      expected: { place: '5-4', edits: ['5:status=completed'] },
    },
  ],
  'Enter (ready)': [
    { mode: 'ready', keys: ['Enter'], expected: { place: '5-1', mode: 'caret', editor: '소유자 6' } },
    { mode: 'ready', keys: ['Enter'], from: '5-9', expected: { place: '5-9', mode: 'ready', opened: ['05'] } },
    { mode: 'ready', keys: ['Enter'], from: '-1-1', expected: { place: '-1-2' } },
  ],
  'Enter (editing)': [
    { mode: 'typing', keys: ['Enter'], expected: { place: '6-1', mode: 'ready', edits: ['5:owner=A'] } },
    { mode: 'typing', keys: ['Tab', 'Enter'], expected: { place: '6-1', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['Enter'], expected: { place: '6-1', mode: 'ready', edits: [] } },
    {
      mode: 'list',
      keys: ['ArrowDown', 'Enter'],
      from: '5-5',
      expected: { place: '6-5', edits: ['5:status=completed'] },
    },
  ],
  'Shift+Enter': [
    { mode: 'ready', keys: ['Shift+Enter'], expected: { place: '4-1', mode: 'ready' } },
    { mode: 'typing', keys: ['Shift+Enter'], expected: { place: '4-1', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['Shift+Enter'], expected: { place: '4-1', edits: [] } },
  ],
  F2: [
    { mode: 'ready', keys: ['F2'], expected: { mode: 'caret', editor: '소유자 6' } },
    { mode: 'typing', keys: ['F2', 'ArrowLeft'], expected: { place: '5-1', mode: 'caret', editor: 'A' } },
    { mode: 'caret', keys: ['F2'], expected: { mode: 'typing', editor: '소유자 6' } },
  ],
  Esc: [
    { mode: 'typing', keys: ['Escape'], expected: { place: '5-1', mode: 'ready', edits: [] } },
    { mode: 'caret', keys: ['Escape'], expected: { place: '5-1', mode: 'ready', edits: [] } },
    { mode: 'ready', keys: ['Shift+ArrowDown', 'Escape'], expected: { selected: ['5-1'] } },
    { mode: 'list', keys: ['Escape'], from: '5-5', expected: { mode: 'caret', noFloat: 'listbox', edits: [] } },
  ],
  'Delete / Backspace': [
    { mode: 'ready', keys: ['Delete'], expected: { place: '5-1', mode: 'ready', edits: ['5:owner=null'] } },
    { mode: 'ready', keys: ['Backspace'], expected: { mode: 'ready', edits: ['5:owner=null'] } },
    { mode: 'ready', keys: ['Shift+ArrowDown', 'Delete'], expected: { edits: ['5:owner=null', '6:owner=null'] } },
    { mode: 'ready', keys: ['End', 'Delete'], expected: { deleted: ['05'], edits: [] } },
  ],
  'Ctrl+Enter': [
    { mode: 'ready', keys: ['Ctrl+Enter'], from: '-1-1', options: { freeEntry: true }, expected: { added: 1 } },
    { mode: 'ready', keys: ['Ctrl+Enter'], expected: { place: '-1-0', edits: [] } },
    { mode: 'ready', keys: ['Ctrl+Enter'], options: { hasForm: true }, expected: { place: '5-1', opened: ['rm'] } },
    { mode: 'ready', keys: ['Ctrl+Enter'], options: { noEntry: true }, expected: { place: '5-1', opened: [] } },
    { mode: 'typing', keys: ['Ctrl+Enter'], expected: { place: '5-1', edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['Ctrl+Enter'], expected: { place: '5-1', mode: 'ready', edits: [] } },
    { mode: 'list', keys: ['ArrowDown', 'Ctrl+Enter'], from: '5-5', expected: { edits: ['5:status=completed'] } },
  ],
  'Alt+Enter': [
    { mode: 'typing', keys: ['Alt+Enter'], from: '5-4', expected: { place: '5-4', mode: 'typing', editor: 'A\n' } },
    {
      mode: 'caret',
      keys: ['Alt+Enter'],
      from: '6-4',
      expected: { mode: 'caret', editor: '서울특별시 가상구 시험로 7\n' },
    },
  ],
  'Ctrl+D / Ctrl+R': [
    { mode: 'ready', keys: ['Ctrl+D'], expected: { edits: ['5:owner=소유자 5'] } },
    { mode: 'ready', keys: ['Shift+ArrowDown', 'Ctrl+D'], expected: { edits: ['6:owner=소유자 6'] } },
    { mode: 'ready', keys: ['Ctrl+R'], from: '5-11', expected: { edits: ['5:extra_1=0-5'] } },
  ],
  Space: [
    { mode: 'ready', keys: ['Space'], expected: { place: '5-1', mode: 'ready', opened: ['05'] } },
    { mode: 'ready', keys: ['Space'], from: '5-6', expected: { edits: ['5:is_paid=true'], opened: [] } },
  ],
  'Alt+Enter at rest': [
    { mode: 'ready', keys: ['Alt+Enter'], expected: { place: '5-1', mode: 'ready', popped: ['05'], opened: [] } },
  ],
  'Shift+Space / Ctrl+Space': [
    { mode: 'ready', keys: ['Shift+Space'], expected: { selectedCount: 20 } },
    { mode: 'ready', keys: ['Ctrl+Space'], options: { rows: 12 }, expected: { selectedCount: 12 } },
    { mode: 'ready', keys: ['Ctrl+A'], options: { rows: 12 }, expected: { selectedCount: 240 } },
    {
      mode: 'ready',
      keys: ['Shift+ArrowDown', 'Ctrl+Shift+Space'],
      options: { checks: true },
      expected: { ticked: 2 },
    },
    {
      mode: 'ready',
      keys: ['Shift+F2'],
      options: { checks: true },
      expected: { history: ['bulk-edit'], mode: 'ready' },
    },
  ],
  'Ctrl+C / X / V': [
    { mode: 'ready', keys: ['Ctrl+C', 'ArrowDown', 'Ctrl+V'], expected: { edits: ['6:owner=소유자 6'] } },
    {
      mode: 'ready',
      keys: ['Ctrl+X', 'ArrowDown', 'Ctrl+V'],
      expected: { edits: ['5:owner=null', '6:owner=소유자 6'] },
    },
    { mode: 'ready', keys: ['Ctrl+Shift+C', 'ArrowDown', 'Ctrl+V'], expected: { edits: ['6:owner=소유자 6'] } },
  ],
  'Ctrl+Z; Ctrl+Y or Ctrl+Shift+Z': [
    { mode: 'ready', keys: ['Ctrl+Z'], expected: { history: ['undo'] } },
    { mode: 'ready', keys: ['Ctrl+Y'], expected: { history: ['redo'] } },
    { mode: 'ready', keys: ['Ctrl+Shift+Z'], expected: { history: ['redo'] } },
    { mode: 'typing', keys: ['Ctrl+Z'], expected: { history: [], mode: 'typing' } },
  ],
  'Ctrl+; / Ctrl+Shift+;': [
    { mode: 'ready', keys: ['Ctrl+;'], from: '5-2', expected: { edits: ['5:regi_date=2026-11-20'] } },
    { mode: 'ready', keys: ['Ctrl+;'], expected: { edits: [] } },
  ],
  'Alt+↓ (choices)': [
    {
      mode: 'ready',
      keys: ['Alt+ArrowDown'],
      from: '5-5',
      expected: { floats: { role: 'listbox', name: '선택 목록' } },
    },
    {
      mode: 'caret',
      keys: ['Alt+ArrowDown'],
      from: '5-7',
      expected: { floats: { role: 'listbox', name: '선택 목록' } },
    },
    {
      mode: 'typing',
      keys: ['Alt+ArrowDown'],
      from: '5-2',
      expected: { floats: { role: 'dialog', name: '등기예정일 달력' } },
    },
  ],
  Header: [
    {
      mode: 'header',
      keys: ['Enter'],
      from: '-2-3',
      expected: { sorted: { column: '보수료', direction: 'ascending' } },
    },
    {
      mode: 'header',
      keys: ['Enter', 'Enter'],
      from: '-2-3',
      expected: { sorted: { column: '보수료', direction: 'descending' } },
    },
    {
      mode: 'header',
      keys: ['Space'],
      from: '-2-3',
      expected: { sorted: { column: '보수료', direction: 'ascending' } },
    },
    {
      mode: 'header',
      keys: ['Enter', 'Shift+Enter'],
      from: '-2-3',
      expected: { sorted: { column: '보수료', direction: 'descending' } },
    },
    {
      mode: 'header',
      keys: ['Shift+ArrowRight'],
      from: '-2-2',
      options: { layout: true },
      expected: { place: '-2-3', columns: ['사업구간(그룹)', '소유자', '보수료', '등기예정일'] },
    },
    {
      mode: 'header',
      keys: ['Shift+ArrowLeft'],
      from: '-2-3',
      options: { layout: true },
      expected: { place: '-2-2', columns: ['사업구간(그룹)', '소유자', '보수료', '등기예정일'] },
    },
    { mode: 'header', keys: ['Alt+ArrowRight'], from: '-2-1', expected: { width: { column: 1, px: 146 } } },
    { mode: 'header', keys: ['Alt+ArrowLeft'], from: '-2-1', expected: { width: { column: 1, px: 114 } } },
    {
      mode: 'header',
      keys: ['Alt+ArrowDown'],
      from: '-2-1',
      expected: { floats: { role: 'menu', name: '소유자 컬럼 메뉴' } },
    },
    {
      mode: 'header',
      keys: ['Shift+Alt+ArrowRight'],
      from: '-2-1',
      options: { layout: true },
      expected: { unfolded: true },
    },
    {
      mode: 'header',
      keys: ['Shift+Alt+ArrowRight', 'Shift+Alt+ArrowLeft'],
      from: '-2-1',
      options: { layout: true },
      expected: { unfolded: false },
    },
  ],
  'Expanded rows': [
    { mode: 'ready', keys: ['Shift+Alt+ArrowRight'], options: { layout: true }, expected: { unfolded: true } },
    {
      mode: 'ready',
      keys: ['Shift+Alt+ArrowRight', 'Shift+Alt+ArrowLeft'],
      options: { layout: true },
      expected: { unfolded: false },
    },
  ],
  'Context menu': [
    { mode: 'ready', keys: ['Shift+F10'], expected: { floats: { role: 'menu', name: '셀 메뉴' } } },
    { mode: 'ready', keys: ['ContextMenu'], expected: { floats: { role: 'menu', name: '셀 메뉴' } } },
  ],
  'Ctrl+F': [{ mode: 'ready', keys: ['Ctrl+F'], expected: { place: '5-1', mode: 'ready' } }],
  'Screen-reader mode': [
    { mode: 'ready', keys: ['Shift+F4'], expected: { focusRole: 'gridcell' } },
    { mode: 'ready', keys: ['Shift+F4', 'Shift+F4'], expected: { place: '5-1', mode: 'ready' } },
    { mode: 'ready', keys: ['F1'], expected: { floats: { role: 'dialog', name: '단축키' } } },
    { mode: 'typing', keys: ['F1', 'Escape', 'Enter'], expected: { edits: ['5:owner=A'] } },
    { mode: 'caret', keys: ['F1', 'Escape'], expected: { mode: 'caret', editor: '소유자 6' } },
    { mode: 'list', keys: ['F1'], from: '5-5', expected: { floats: { role: 'dialog', name: '단축키' } } },
  ],
}
