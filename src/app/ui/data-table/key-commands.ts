import type { Move } from './navigation.ts'

/**
 * Where a key is heard. `header`: the focus is on a column name, where the keys of `ready` hold too. `list`: the option list is open over an editor.
 * `detail`: the focus is in the detail panel (../detail-panel).
 */
export type KeyMode = 'header' | 'ready' | 'typing' | 'caret' | 'list' | 'detail'

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
  | 'column-left'
  | 'column-right'
  | 'unfold-row'
  | 'fold-row'
  | 'edit'
  | 'toggle-mode'
  | 'enter'
  | 'enter-up'
  | 'open-row'
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
  | 'detail-save'
  | 'detail-previous'
  | 'detail-next'
  | 'detail-next-field'
  | 'detail-previous-field'
  | 'detail-close'

export interface Command {
  readonly id: CommandId
  readonly keys: readonly string[]
  /** Korean, for the sheet of keys. */
  readonly label: string
}

/**
 * Every key of the table, once: the handlers bind from this list and the sheet of keys is made from it, so the two cannot drift apart. Letters stand for the
 * physical key, because with Hangul on `event.key` of C is ㅊ. Never bound: 한/영, 한자, F6 to F10 alone (grid.md §14 line 15).
 * Copy, cut and paste stand here for the sheet; the browser's own events carry them out (clipboard/), because only they may touch the clipboard.
 */
export const commands: Readonly<Record<KeyMode, readonly Command[]>> = {
  header: [
    { id: 'column-menu', keys: ['Alt+ArrowDown'], label: '컬럼 메뉴' },
    { id: 'column-left', keys: ['Shift+ArrowLeft'], label: '컬럼을 왼쪽으로' },
    { id: 'column-right', keys: ['Shift+ArrowRight'], label: '컬럼을 오른쪽으로' },
    { id: 'unfold-row', keys: ['Shift+Alt+ArrowRight'], label: '모두 펼치기' },
    { id: 'fold-row', keys: ['Shift+Alt+ArrowLeft'], label: '모두 접기' },
  ],
  ready: [
    { id: 'up', keys: ['ArrowUp'], label: '위 셀' },
    { id: 'down', keys: ['ArrowDown'], label: '아래 셀' },
    { id: 'left', keys: ['ArrowLeft'], label: '왼쪽 셀' },
    { id: 'right', keys: ['ArrowRight'], label: '오른쪽 셀' },
    { id: 'edge-up', keys: ['Ctrl+ArrowUp'], label: '자료의 위쪽 끝' },
    { id: 'edge-down', keys: ['Ctrl+ArrowDown'], label: '자료의 아래쪽 끝' },
    { id: 'edge-left', keys: ['Ctrl+ArrowLeft'], label: '자료의 왼쪽 끝' },
    { id: 'edge-right', keys: ['Ctrl+ArrowRight'], label: '자료의 오른쪽 끝' },
    { id: 'row-start', keys: ['Home'], label: '행의 처음' },
    { id: 'row-end', keys: ['End'], label: '행의 끝' },
    { id: 'grid-start', keys: ['Ctrl+Home'], label: '표의 처음' },
    { id: 'grid-end', keys: ['Ctrl+End'], label: '표의 끝' },
    { id: 'page-up', keys: ['PageUp'], label: '한 화면 위' },
    { id: 'page-down', keys: ['PageDown'], label: '한 화면 아래' },
    { id: 'extend-up', keys: ['Shift+ArrowUp'], label: '위로 선택 넓히기' },
    { id: 'extend-down', keys: ['Shift+ArrowDown'], label: '아래로 선택 넓히기' },
    { id: 'extend-left', keys: ['Shift+ArrowLeft'], label: '왼쪽으로 선택 넓히기' },
    { id: 'extend-right', keys: ['Shift+ArrowRight'], label: '오른쪽으로 선택 넓히기' },
    { id: 'extend-edge-up', keys: ['Ctrl+Shift+ArrowUp'], label: '자료의 위쪽 끝까지 선택' },
    { id: 'extend-edge-down', keys: ['Ctrl+Shift+ArrowDown'], label: '자료의 아래쪽 끝까지 선택' },
    { id: 'extend-edge-left', keys: ['Ctrl+Shift+ArrowLeft'], label: '자료의 왼쪽 끝까지 선택' },
    { id: 'extend-edge-right', keys: ['Ctrl+Shift+ArrowRight'], label: '자료의 오른쪽 끝까지 선택' },
    { id: 'extend-row-start', keys: ['Shift+Home'], label: '행의 처음까지 선택' },
    { id: 'extend-row-end', keys: ['Shift+End'], label: '행의 끝까지 선택' },
    { id: 'extend-grid-start', keys: ['Ctrl+Shift+Home'], label: '표의 처음까지 선택' },
    { id: 'extend-grid-end', keys: ['Ctrl+Shift+End'], label: '표의 끝까지 선택' },
    { id: 'extend-page-up', keys: ['Shift+PageUp'], label: '한 화면 위까지 선택' },
    { id: 'extend-page-down', keys: ['Shift+PageDown'], label: '한 화면 아래까지 선택' },
    { id: 'select-row', keys: ['Shift+Space'], label: '행 전체 선택' },
    { id: 'select-column', keys: ['Ctrl+Space'], label: '열 전체 선택' },
    { id: 'select-all', keys: ['Ctrl+A'], label: '모든 셀 선택' },
    { id: 'check-rows', keys: ['Ctrl+Shift+Space'], label: '선택한 행에 체크 표시' },
    { id: 'bulk-edit', keys: ['Shift+F2'], label: '체크한 행 일괄 수정' },
    { id: 'copy', keys: ['Ctrl+C'], label: '복사' },
    { id: 'copy-with-headers', keys: ['Ctrl+Shift+C'], label: '머리글과 함께 복사' },
    { id: 'cut', keys: ['Ctrl+X'], label: '잘라내기' },
    { id: 'paste', keys: ['Ctrl+V'], label: '붙여넣기' },
    { id: 'fill-down', keys: ['Ctrl+D'], label: '아래로 채우기' },
    { id: 'fill-right', keys: ['Ctrl+R'], label: '오른쪽으로 채우기' },
    { id: 'cell-menu', keys: ['Shift+F10', 'ContextMenu'], label: '셀 메뉴' },
    { id: 'unfold-row', keys: ['Shift+Alt+ArrowRight'], label: '행 펼치기 (숨긴 컬럼 보기)' },
    { id: 'fold-row', keys: ['Shift+Alt+ArrowLeft'], label: '행 접기' },
    { id: 'next', keys: ['Tab'], label: '다음 셀' },
    { id: 'previous', keys: ['Shift+Tab'], label: '이전 셀' },
    { id: 'enter', keys: ['Enter'], label: '수정 (읽기 전용이면 상세)' },
    { id: 'enter-up', keys: ['Shift+Enter'], label: '위 셀' },
    { id: 'edit', keys: ['F2'], label: '셀 안에서 수정' },
    { id: 'open-row', keys: ['Space'], label: '상세 열기' },
    { id: 'clear', keys: ['Delete', 'Backspace'], label: '선택한 셀 지우기' },
    { id: 'today', keys: ['Ctrl+;'], label: '오늘 날짜 입력' },
    { id: 'undo', keys: ['Ctrl+Z'], label: '실행 취소' },
    { id: 'redo', keys: ['Ctrl+Y', 'Ctrl+Shift+Z'], label: '다시 실행' },
    { id: 'open-list', keys: ['Alt+ArrowDown'], label: '선택 목록 열기' },
    { id: 'add-entry', keys: ['Ctrl+Enter'], label: '새 기록 추가' },
    { id: 'escape', keys: ['Escape'], label: '닫기 (이어서 Tab을 누르면 표를 나갑니다)' },
  ],
  typing: [
    { id: 'commit-down', keys: ['Enter'], label: '입력하고 아래로' },
    { id: 'commit-up', keys: ['Shift+Enter'], label: '입력하고 위로' },
    { id: 'commit-next', keys: ['Tab'], label: '입력하고 다음 셀' },
    { id: 'commit-previous', keys: ['Shift+Tab'], label: '입력하고 이전 셀' },
    { id: 'commit-down', keys: ['ArrowDown'], label: '입력하고 아래로' },
    { id: 'commit-up', keys: ['ArrowUp'], label: '입력하고 위로' },
    { id: 'commit-left', keys: ['ArrowLeft'], label: '입력하고 왼쪽으로' },
    { id: 'commit-right', keys: ['ArrowRight'], label: '입력하고 오른쪽으로' },
    { id: 'line-break', keys: ['Alt+Enter'], label: '줄 바꿈' },
    { id: 'add-entry', keys: ['Ctrl+Enter'], label: '선택한 셀 모두에 입력 (새 기록이면 추가)' },
    { id: 'toggle-mode', keys: ['F2'], label: '커서 이동으로 전환' },
    { id: 'cancel', keys: ['Escape'], label: '입력 취소' },
  ],
  caret: [
    { id: 'commit-down', keys: ['Enter'], label: '입력하고 아래로' },
    { id: 'commit-up', keys: ['Shift+Enter'], label: '입력하고 위로' },
    { id: 'commit-next', keys: ['Tab'], label: '입력하고 다음 셀' },
    { id: 'commit-previous', keys: ['Shift+Tab'], label: '입력하고 이전 셀' },
    { id: 'line-break', keys: ['Alt+Enter'], label: '줄 바꿈' },
    { id: 'add-entry', keys: ['Ctrl+Enter'], label: '선택한 셀 모두에 입력 (새 기록이면 추가)' },
    { id: 'open-list', keys: ['Alt+ArrowDown'], label: '선택 목록 열기' },
    { id: 'toggle-mode', keys: ['F2'], label: '셀 이동으로 전환' },
    { id: 'cancel', keys: ['Escape'], label: '입력 취소' },
  ],
  list: [
    { id: 'list-down', keys: ['ArrowDown'], label: '다음 항목' },
    { id: 'list-up', keys: ['ArrowUp'], label: '이전 항목' },
    { id: 'list-page-down', keys: ['PageDown'], label: '여러 항목 아래로' },
    { id: 'list-page-up', keys: ['PageUp'], label: '여러 항목 위로' },
    { id: 'choose-down', keys: ['Enter'], label: '선택하고 아래로' },
    { id: 'choose-next', keys: ['Tab'], label: '선택하고 다음 셀' },
    { id: 'choose-previous', keys: ['Shift+Tab'], label: '선택하고 이전 셀' },
    { id: 'add-entry', keys: ['Ctrl+Enter'], label: '선택한 셀 모두에 입력 (새 기록이면 추가)' },
    { id: 'close-list', keys: ['Escape'], label: '목록 닫기' },
  ],
  detail: [
    { id: 'detail-save', keys: ['Ctrl+S', 'Ctrl+Enter'], label: '저장' },
    { id: 'detail-previous', keys: ['Alt+PageUp'], label: '이전 기록' },
    { id: 'detail-next', keys: ['Alt+PageDown'], label: '다음 기록' },
    { id: 'detail-next-field', keys: ['Enter'], label: '다음 항목' },
    { id: 'detail-previous-field', keys: ['Shift+Enter'], label: '이전 항목' },
    { id: 'detail-close', keys: ['Escape'], label: '입력 취소, 이어서 누르면 닫기' },
  ],
}

/** The command a key press stands for; null when the table leaves the key to the browser. */
export function commandOf(press: KeyPress, mode: KeyMode): CommandId | null {
  const chord = chordOf(press)
  return bindings[mode].get(chord) ?? (mode === 'header' ? bindings.ready.get(chord) : undefined) ?? null
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** `Ctrl+Shift+C`; Command counts as Ctrl. */
export function chordOf(press: KeyPress): string {
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
  header: bindingsOf(commands.header),
  ready: bindingsOf(commands.ready),
  typing: bindingsOf(commands.typing),
  caret: bindingsOf(commands.caret),
  list: bindingsOf(commands.list),
  detail: bindingsOf(commands.detail),
}

function bindingsOf(list: readonly Command[]): ReadonlyMap<string, CommandId> {
  return new Map(list.flatMap((command) => command.keys.map((key) => [key, command.id] as const)))
}
