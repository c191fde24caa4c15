import { describe, expect, test } from 'vitest'
import { commands, findCommand, findScreenCommand, formatChord, type KeyPress } from './key-commands.ts'
import { commandHandlers } from './run-table-command.ts'

function press(part: Partial<KeyPress>): KeyPress {
  return { key: '', code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...part }
}

describe('the keys of the table', () => {
  test('identifies letters by their physical key, so Hangul mode does not change them', () => {
    expect(formatChord(press({ key: 'ㅊ', code: 'KeyC', ctrlKey: true }))).toBe('Ctrl+C')
    expect(findCommand(press({ key: ';', code: 'Semicolon', ctrlKey: true }), 'ready')).toBe('today')
    expect(findCommand(press({ key: ';', code: 'Semicolon', metaKey: true }), 'ready')).toBe('today')
  })

  test('binds no letter alone, because typing begins by input, never by a key', () => {
    expect(findCommand(press({ key: 'a', code: 'KeyA' }), 'ready')).toBeNull()
    expect(findCommand(press({ key: 'ㅁ', code: 'KeyA' }), 'ready')).toBeNull()
  })

  test('has no chord twice in one mode and never binds keys of the input method', () => {
    for (const [mode, list] of Object.entries(commands)) {
      const keys = list.flatMap((command) => command.keys)
      expect(new Set(keys).size, mode).toBe(keys.length)
      expect(keys.filter((key) => /^(HangulMode|HanjaMode|F[6-9]|F10)$/.test(key))).toEqual([])
    }
  })

  test('offers help, search and undo on the whole screen, but moving and writing only in the table', () => {
    const pressCtrl = (letter: string) => findScreenCommand(press({ code: `Key${letter}`, ctrlKey: true }))
    expect(findScreenCommand(press({ key: 'F1', code: 'F1' }))).toBe('key-help')
    expect([pressCtrl('F'), pressCtrl('Z'), pressCtrl('Y')]).toEqual(['find', 'undo', 'redo'])
    expect([pressCtrl('D'), pressCtrl('A'), findScreenCommand(press({ key: 'Delete', code: 'Delete' }))]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('moves with arrows while typing, but moves the caret after F2', () => {
    const arrowLeft = press({ key: 'ArrowLeft', code: 'ArrowLeft' })
    expect(findCommand(arrowLeft, 'typing')).toBe('commit-left')
    expect(findCommand(arrowLeft, 'caret')).toBeNull()
    expect(findCommand(arrowLeft, 'list')).toBeNull()
  })

  test('Shift+arrow on a column name moves the column, and Alt+↓ opens its menu', () => {
    const right = press({ key: 'ArrowRight', code: 'ArrowRight', shiftKey: true })
    expect(findCommand(right, 'header')).toBe('column-right')
    expect(findCommand(right, 'ready')).toBe('extend-right')
    const down = press({ key: 'ArrowDown', code: 'ArrowDown', altKey: true })
    expect(findCommand(down, 'header')).toBe('column-menu')
    expect(findCommand(down, 'ready')).toBe('open-list')
    expect(findCommand(press({ key: 'Home', code: 'Home' }), 'header')).toBe('row-start')
  })
})

describe('the list of keys', () => {
  test('has a command behind every key', () => {
    // The panel and the search box handle their own keys (../../detail-panel/detail-panel.tsx,
    // ../../filter-bar/filter-bar.tsx).
    const { detail: _ofPanel, search: _ofBox, frame: _ofFrame, ...ofTable } = commands
    for (const command of Object.values(ofTable).flat()) {
      expect(commandHandlers[command.id], `${command.label} (${command.id})`).toBeTypeOf('function')
    }
  })
})
