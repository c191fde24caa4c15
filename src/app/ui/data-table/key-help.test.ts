import { describe, expect, test } from 'vitest'
import { commands } from './commands/key-commands.ts'
import { formatKey, getKeyHint } from './commands/key-labels.ts'
import { buildKeySections } from './key-help.tsx'

const everyKey = Object.values(commands)
  .flat()
  .flatMap((command) => command.keys.map((key) => `${command.label}: ${formatKey(key, false)}`))

function listLines(typed: string, isMac = false): string[] {
  return buildKeySections(typed, isMac).flatMap((section) =>
    section.lines.flatMap((line) => line.keys.map((key) => `${line.label}: ${key}`)),
  )
}

describe('the list of keys', () => {
  test('shows every bound key once per group, and nothing else', () => {
    expect(listLines('').toSorted()).toEqual(everyKey.toSorted())
  })

  test('finds by words, initial consonants, the key itself and the name of a group', () => {
    expect(listLines('되풀이')).toEqual([])
    expect(listLines('채우기')).toContain('아래로 채우기 (신규 줄에서는 바로 전 값): Ctrl+D')
    expect(listLines('ㅊㅇㄱ')).toContain('아래로 채우기 (신규 줄에서는 바로 전 값): Ctrl+D')
    expect(listLines('f2')).toContain('셀 안에서 수정: F2')
    expect(listLines('컬럼 이름에서')).toHaveLength(
      commands.header.reduce((count, command) => count + command.keys.length, 0),
    )
  })

  test('names keys as they are printed on the keyboard', () => {
    expect(formatKey('Ctrl+Shift+ArrowDown', false)).toBe('Ctrl+Shift+↓')
    expect(formatKey('Ctrl+Shift+ArrowDown', true)).toBe('⇧⌘↓')
    expect(formatKey('Ctrl+Space', true)).toBe('⌃Space')
    expect(formatKey('Shift+Alt+ArrowRight', true)).toBe('⌥⇧→')
    expect(formatKey('Backspace', true)).toBe('⌫')
    expect(formatKey('Ctrl+;', false)).toBe('Ctrl+;')
  })

  test('supplies the key hints of menus', () => {
    expect(getKeyHint('copy', false)).toBe('Ctrl+C')
    expect(getKeyHint('copy', true)).toBe('⌘C')
    expect(getKeyHint('column-left', false)).toBe('Shift+←')
    expect(getKeyHint('commit-down', false)).toBe('')
  })
})
