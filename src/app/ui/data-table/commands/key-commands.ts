import { createDeviceChoice } from '../../browser/device-setting.ts'
import type { Move } from '../focus/cell-navigation.ts'

/**
 * Where a key applies. `ready`: no editor is open. `header`: a column header is active; the keys of
 * `ready` apply too. `typing`: an editor is open, and arrow keys leave it. `caret`: arrow keys move
 * its caret. `list`: the option list is open over it. `detail`: the focus is in the detail panel
 * (ui/detail-panel). `search`: in the table's search box (ui/filter-bar). `frame`: anywhere, even
 * while typing (app/shell/search).
 */
export type KeyMode = 'header' | 'ready' | 'typing' | 'caret' | 'list' | 'detail' | 'search' | 'frame'

/** Moves that extend the selection with Shift. */
export type Extension = Exclude<Move, 'next' | 'previous'>

export type CommandId =
  | Move
  | `extend-${Extension}`
  | 'select-row'
  | 'select-column'
  | 'select-all'
  | 'check-rows'
  | 'bulk-edit'
  | 'copy'
  | 'copy-with-headers'
  | 'cut'
  | 'paste'
  | 'fill-down'
  | 'fill-right'
  | 'cell-menu'
  | 'column-menu'
  | 'sort-further'
  | 'column-left'
  | 'column-right'
  | 'column-narrower'
  | 'column-wider'
  | 'unfold-row'
  | 'fold-row'
  | 'find'
  | 'find-everywhere'
  | 'lock-copy'
  | 'key-help'
  | 'screen-reader'
  | 'edit'
  | 'toggle-mode'
  | 'enter'
  | 'enter-up'
  | 'open-row'
  | 'pop-out-row'
  | 'clear'
  | 'today'
  | 'undo'
  | 'redo'
  | 'open-list'
  | 'add-entry'
  | 'escape'
  | 'commit-down'
  | 'commit-up'
  | 'commit-next'
  | 'commit-previous'
  | 'commit-left'
  | 'commit-right'
  | 'line-break'
  | 'cancel'
  | 'list-down'
  | 'list-up'
  | 'list-page-down'
  | 'list-page-up'
  | 'choose-down'
  | 'choose-next'
  | 'choose-previous'
  | 'close-list'
  | 'to-results'
  | 'detail-save'
  | 'detail-previous'
  | 'detail-next'
  | 'detail-next-field'
  | 'detail-previous-field'
  | 'detail-pop-out'
  | 'detail-close'

/** Sections of the list of keys, in order. */
export const keyGroups = {
  move: '이동',
  select: '선택',
  edit: '입력과 수정',
  copy: '복사와 채우기',
  record: '기록과 메뉴',
  screen: '화면 어디서나',
  search: '검색창에서',
  help: '닫기와 화면 낭독기',
  typing: '입력하는 동안',
  caret: 'F2로 수정하는 동안',
  list: '선택 목록이 열려 있을 때',
  header: '컬럼 이름에서',
  detail: '상세 패널에서',
} as const

export type KeyGroup = keyof typeof keyGroups

export interface KeyCommand {
  readonly id: CommandId
  readonly keys: readonly string[]
  readonly group: KeyGroup
  /** In Korean, for the list of keys. */
  readonly label: string
}

/**
 * Every key of the table, once. Handlers and the list of keys both use this table, so they cannot
 * diverge. Letters stand for physical keys, because in Hangul mode `event.key` of C is ㅊ. Never
 * bound: 한/영, 한자, and F6 to F10 alone. Copy, cut and paste are listed here, but the browser's own
 * events run them (clipboard/), because only those may use the clipboard.
 */
export const commands: Readonly<Record<KeyMode, readonly KeyCommand[]>> = {
  header: [
    { id: 'enter', keys: ['Enter', 'Space'], group: 'header', label: '정렬 (다시 누르면 반대로)' },
    { id: 'sort-further', keys: ['Shift+Enter'], group: 'header', label: '정렬에 추가 (다시 누르면 반대로)' },
    { id: 'column-menu', keys: ['Alt+ArrowDown'], group: 'header', label: '컬럼 메뉴' },
    { id: 'column-left', keys: ['Shift+ArrowLeft'], group: 'header', label: '컬럼을 왼쪽으로' },
    { id: 'column-right', keys: ['Shift+ArrowRight'], group: 'header', label: '컬럼을 오른쪽으로' },
    { id: 'column-narrower', keys: ['Alt+ArrowLeft'], group: 'header', label: '컬럼을 좁게' },
    { id: 'column-wider', keys: ['Alt+ArrowRight'], group: 'header', label: '컬럼을 넓게' },
    { id: 'unfold-row', keys: ['Shift+Alt+ArrowRight'], group: 'header', label: '모두 펼치기' },
    { id: 'fold-row', keys: ['Shift+Alt+ArrowLeft'], group: 'header', label: '모두 접기' },
  ],
  ready: [
    { id: 'up', keys: ['ArrowUp'], group: 'move', label: '위 셀' },
    { id: 'down', keys: ['ArrowDown'], group: 'move', label: '아래 셀' },
    { id: 'left', keys: ['ArrowLeft'], group: 'move', label: '왼쪽 셀, 펼친 묶음의 이름에서는 접기' },
    { id: 'right', keys: ['ArrowRight'], group: 'move', label: '오른쪽 셀, 묶음의 이름에서는 펼치기' },
    { id: 'edge-up', keys: ['Ctrl+ArrowUp'], group: 'move', label: '자료의 위쪽 끝' },
    { id: 'edge-down', keys: ['Ctrl+ArrowDown'], group: 'move', label: '자료의 아래쪽 끝' },
    { id: 'edge-left', keys: ['Ctrl+ArrowLeft'], group: 'move', label: '자료의 왼쪽 끝' },
    { id: 'edge-right', keys: ['Ctrl+ArrowRight'], group: 'move', label: '자료의 오른쪽 끝' },
    { id: 'row-start', keys: ['Home'], group: 'move', label: '행의 처음' },
    { id: 'row-end', keys: ['End'], group: 'move', label: '행의 끝' },
    { id: 'grid-start', keys: ['Ctrl+Home'], group: 'move', label: '표의 처음' },
    { id: 'grid-end', keys: ['Ctrl+End'], group: 'move', label: '표의 끝' },
    { id: 'page-up', keys: ['PageUp'], group: 'move', label: '한 화면 위' },
    { id: 'page-down', keys: ['PageDown'], group: 'move', label: '한 화면 아래' },
    { id: 'extend-up', keys: ['Shift+ArrowUp'], group: 'select', label: '위로 선택 넓히기' },
    { id: 'extend-down', keys: ['Shift+ArrowDown'], group: 'select', label: '아래로 선택 넓히기' },
    { id: 'extend-left', keys: ['Shift+ArrowLeft'], group: 'select', label: '왼쪽으로 선택 넓히기' },
    { id: 'extend-right', keys: ['Shift+ArrowRight'], group: 'select', label: '오른쪽으로 선택 넓히기' },
    { id: 'extend-edge-up', keys: ['Ctrl+Shift+ArrowUp'], group: 'select', label: '자료의 위쪽 끝까지 선택' },
    { id: 'extend-edge-down', keys: ['Ctrl+Shift+ArrowDown'], group: 'select', label: '자료의 아래쪽 끝까지 선택' },
    { id: 'extend-edge-left', keys: ['Ctrl+Shift+ArrowLeft'], group: 'select', label: '자료의 왼쪽 끝까지 선택' },
    { id: 'extend-edge-right', keys: ['Ctrl+Shift+ArrowRight'], group: 'select', label: '자료의 오른쪽 끝까지 선택' },
    { id: 'extend-row-start', keys: ['Shift+Home'], group: 'select', label: '행의 처음까지 선택' },
    { id: 'extend-row-end', keys: ['Shift+End'], group: 'select', label: '행의 끝까지 선택' },
    { id: 'extend-grid-start', keys: ['Ctrl+Shift+Home'], group: 'select', label: '표의 처음까지 선택' },
    { id: 'extend-grid-end', keys: ['Ctrl+Shift+End'], group: 'select', label: '표의 끝까지 선택' },
    { id: 'extend-page-up', keys: ['Shift+PageUp'], group: 'select', label: '한 화면 위까지 선택' },
    { id: 'extend-page-down', keys: ['Shift+PageDown'], group: 'select', label: '한 화면 아래까지 선택' },
    { id: 'select-row', keys: ['Shift+Space'], group: 'select', label: '행 전체 선택' },
    { id: 'select-column', keys: ['Ctrl+Space'], group: 'select', label: '컬럼 전체 선택' },
    { id: 'select-all', keys: ['Ctrl+A'], group: 'select', label: '모든 셀 선택' },
    { id: 'check-rows', keys: ['Ctrl+Shift+Space'], group: 'select', label: '선택한 행에 체크 표시' },
    { id: 'bulk-edit', keys: ['Shift+F2'], group: 'select', label: '체크한 행 일괄 수정' },
    { id: 'copy', keys: ['Ctrl+C'], group: 'copy', label: '복사' },
    { id: 'copy-with-headers', keys: ['Ctrl+Shift+C'], group: 'copy', label: '머리글과 함께 복사' },
    { id: 'cut', keys: ['Ctrl+X'], group: 'copy', label: '잘라내기' },
    { id: 'paste', keys: ['Ctrl+V'], group: 'copy', label: '붙여넣기' },
    { id: 'fill-down', keys: ['Ctrl+D'], group: 'copy', label: '아래로 채우기 (신규 줄에서는 바로 전 값)' },
    { id: 'fill-right', keys: ['Ctrl+R'], group: 'copy', label: '오른쪽으로 채우기' },
    { id: 'cell-menu', keys: ['Shift+F10', 'ContextMenu'], group: 'record', label: '셀 메뉴' },
    {
      id: 'unfold-row',
      keys: ['Shift+Alt+ArrowRight'],
      group: 'record',
      label: '행 펼치기 (숨긴 컬럼, 묶음의 기록 보기)',
    },
    { id: 'fold-row', keys: ['Shift+Alt+ArrowLeft'], group: 'record', label: '행 접기' },
    { id: 'find', keys: ['Ctrl+F'], group: 'screen', label: '모든 행에서 찾기 (검색창으로)' },
    { id: 'next', keys: ['Tab'], group: 'move', label: '다음 셀' },
    { id: 'previous', keys: ['Shift+Tab'], group: 'move', label: '이전 셀' },
    { id: 'enter', keys: ['Enter'], group: 'edit', label: '수정, 읽기 전용이면 상세 (또는 아래 셀)' },
    { id: 'enter-up', keys: ['Shift+Enter'], group: 'move', label: '위 셀' },
    { id: 'edit', keys: ['F2'], group: 'edit', label: '셀 안에서 수정' },
    { id: 'open-row', keys: ['Space'], group: 'record', label: '상세 열기' },
    { id: 'pop-out-row', keys: ['Alt+Enter'], group: 'record', label: '새 창으로 열기' },
    { id: 'clear', keys: ['Delete', 'Backspace'], group: 'edit', label: '선택한 셀 지우기' },
    { id: 'today', keys: ['Ctrl+;'], group: 'edit', label: '오늘 날짜 입력' },
    { id: 'undo', keys: ['Ctrl+Z'], group: 'screen', label: '실행 취소' },
    { id: 'redo', keys: ['Ctrl+Y', 'Ctrl+Shift+Z'], group: 'screen', label: '다시 실행' },
    { id: 'open-list', keys: ['Alt+ArrowDown'], group: 'edit', label: '선택 목록, 날짜는 달력 열기' },
    { id: 'add-entry', keys: ['Ctrl+Enter'], group: 'edit', label: '새 기록 추가' },
    { id: 'key-help', keys: ['F1'], group: 'screen', label: '단축키 보기' },
    { id: 'screen-reader', keys: ['Shift+F4'], group: 'help', label: '화면 낭독기 모드 켜고 끄기' },
    {
      id: 'escape',
      keys: ['Escape'],
      group: 'help',
      label: '닫기, 신규 줄에서는 이어진 값 지우기 (이어서 Tab을 누르면 표를 나갑니다)',
    },
  ],
  typing: [
    { id: 'commit-down', keys: ['Enter'], group: 'typing', label: '입력하고 아래로' },
    { id: 'commit-up', keys: ['Shift+Enter'], group: 'typing', label: '입력하고 위로' },
    { id: 'commit-next', keys: ['Tab'], group: 'typing', label: '입력하고 다음 셀' },
    { id: 'commit-previous', keys: ['Shift+Tab'], group: 'typing', label: '입력하고 이전 셀' },
    { id: 'commit-down', keys: ['ArrowDown'], group: 'typing', label: '입력하고 아래로' },
    { id: 'commit-up', keys: ['ArrowUp'], group: 'typing', label: '입력하고 위로' },
    { id: 'commit-left', keys: ['ArrowLeft'], group: 'typing', label: '입력하고 왼쪽으로' },
    { id: 'commit-right', keys: ['ArrowRight'], group: 'typing', label: '입력하고 오른쪽으로' },
    { id: 'line-break', keys: ['Alt+Enter'], group: 'typing', label: '줄 바꿈' },
    { id: 'add-entry', keys: ['Ctrl+Enter'], group: 'typing', label: '선택한 셀 모두에 입력 (새 기록이면 추가)' },
    { id: 'open-list', keys: ['Alt+ArrowDown'], group: 'typing', label: '선택 목록, 날짜는 달력 열기' },
    { id: 'toggle-mode', keys: ['F2'], group: 'typing', label: '커서 이동으로 전환' },
    { id: 'key-help', keys: ['F1'], group: 'typing', label: '단축키 보기 (입력은 그대로 있습니다)' },
    { id: 'cancel', keys: ['Escape'], group: 'typing', label: '입력 취소' },
  ],
  caret: [
    { id: 'commit-down', keys: ['Enter'], group: 'caret', label: '입력하고 아래로' },
    { id: 'commit-up', keys: ['Shift+Enter'], group: 'caret', label: '입력하고 위로' },
    { id: 'commit-next', keys: ['Tab'], group: 'caret', label: '입력하고 다음 셀' },
    { id: 'commit-previous', keys: ['Shift+Tab'], group: 'caret', label: '입력하고 이전 셀' },
    { id: 'line-break', keys: ['Alt+Enter'], group: 'caret', label: '줄 바꿈' },
    { id: 'add-entry', keys: ['Ctrl+Enter'], group: 'caret', label: '선택한 셀 모두에 입력 (새 기록이면 추가)' },
    { id: 'open-list', keys: ['Alt+ArrowDown'], group: 'caret', label: '선택 목록, 날짜는 달력 열기' },
    { id: 'toggle-mode', keys: ['F2'], group: 'caret', label: '셀 이동으로 전환' },
    { id: 'key-help', keys: ['F1'], group: 'caret', label: '단축키 보기 (입력은 그대로 있습니다)' },
    { id: 'cancel', keys: ['Escape'], group: 'caret', label: '입력 취소' },
  ],
  list: [
    { id: 'list-down', keys: ['ArrowDown'], group: 'list', label: '다음 항목' },
    { id: 'list-up', keys: ['ArrowUp'], group: 'list', label: '이전 항목' },
    { id: 'list-page-down', keys: ['PageDown'], group: 'list', label: '여러 항목 아래로' },
    { id: 'list-page-up', keys: ['PageUp'], group: 'list', label: '여러 항목 위로' },
    { id: 'choose-down', keys: ['Enter'], group: 'list', label: '선택하고 아래로' },
    { id: 'choose-next', keys: ['Tab'], group: 'list', label: '선택하고 다음 셀' },
    { id: 'choose-previous', keys: ['Shift+Tab'], group: 'list', label: '선택하고 이전 셀' },
    { id: 'add-entry', keys: ['Ctrl+Enter'], group: 'list', label: '선택한 셀 모두에 입력 (새 기록이면 추가)' },
    { id: 'key-help', keys: ['F1'], group: 'list', label: '단축키 보기 (입력은 그대로 있습니다)' },
    { id: 'close-list', keys: ['Escape'], group: 'list', label: '목록 닫기' },
  ],
  search: [{ id: 'to-results', keys: ['ArrowDown', 'Enter'], group: 'search', label: '검색 결과의 첫 셀로' }],
  frame: [
    { id: 'find-everywhere', keys: ['Ctrl+K'], group: 'screen', label: '모든 장부와 화면에서 찾기' },
    { id: 'lock-copy', keys: ['Ctrl+L'], group: 'screen', label: '화면 잠그기 (PIN으로 잠근 기기)' },
  ],
  detail: [
    { id: 'detail-save', keys: ['Ctrl+S', 'Ctrl+Enter'], group: 'detail', label: '저장' },
    { id: 'detail-previous', keys: ['Alt+PageUp'], group: 'detail', label: '이전 기록' },
    { id: 'detail-next', keys: ['Alt+PageDown'], group: 'detail', label: '다음 기록' },
    { id: 'detail-next-field', keys: ['Enter'], group: 'detail', label: '다음 항목' },
    { id: 'detail-previous-field', keys: ['Shift+Enter'], group: 'detail', label: '이전 항목' },
    { id: 'detail-pop-out', keys: ['Alt+Enter'], group: 'detail', label: '새 창으로 열기' },
    { id: 'detail-close', keys: ['Escape'], group: 'detail', label: '입력 취소, 이어서 누르면 닫기' },
  ],
}

/** The command of a key press; null leaves the key to the browser. */
export function findCommand(press: KeyPress, mode: KeyMode): CommandId | null {
  const chord = formatChord(press)
  return bindings[mode].get(chord) ?? (mode === 'header' ? bindings.ready.get(chord) : undefined) ?? null
}

/** The command of a key that works anywhere on the screen (screen-keys.ts). */
export function findScreenCommand(press: KeyPress): CommandId | null {
  const id = findCommand(press, 'ready')
  return commands.ready.some((command) => command.id === id && command.group === 'screen') ? id : null
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** A chord such as `Ctrl+Shift+C`; Command counts as Ctrl. */
export function formatChord(press: KeyPress): string {
  const modifiers = [
    press.ctrlKey || press.metaKey ? 'Ctrl+' : '',
    press.shiftKey ? 'Shift+' : '',
    press.altKey ? 'Alt+' : '',
  ]
  return modifiers.join('') + physicalName(press)
}

function physicalName({ code, key }: KeyPress): string {
  if (/^Key[A-Z]$/.test(code)) return code.slice(3)
  if (code === 'Semicolon') return ';'
  if (code === 'Space') return 'Space'
  return key
}

const bindings: Readonly<Record<KeyMode, ReadonlyMap<string, CommandId>>> = {
  header: buildBindings(commands.header),
  ready: buildBindings(commands.ready),
  typing: buildBindings(commands.typing),
  caret: buildBindings(commands.caret),
  list: buildBindings(commands.list),
  detail: buildBindings(commands.detail),
  search: buildBindings(commands.search),
  frame: buildBindings(commands.frame),
}

function buildBindings(keyCommands: readonly KeyCommand[]): ReadonlyMap<string, CommandId> {
  return new Map(keyCommands.flatMap((command) => command.keys.map((key) => [key, command.id] as const)))
}

/**
 * What Enter does on a cell: opens it for editing, or moves down as in Excel. The user chooses it
 * in the list of keys. F2 and typing edit in both cases.
 */
type EnterBehavior = 'edit' | 'down'

export const enterBehavior = createDeviceChoice<EnterBehavior>('table-enter', ['edit', 'down'])
