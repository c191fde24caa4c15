import { expect, test } from 'vitest'
import { findQuickCommand } from './quick-keys.ts'

const noModifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test.each([
  [{ code: 'KeyS', key: 's', ctrlKey: true }, 'save'],
  [{ code: 'KeyS', key: 'ㄴ', ctrlKey: true }, 'save'],
  [{ code: 'KeyS', key: 's', metaKey: true }, 'save'],
  [{ code: 'KeyF', key: 'ㄹ', ctrlKey: true }, 'find'],
  [{ code: 'KeyN', key: 'n', ctrlKey: true }, 'new'],
  [{ code: 'KeyN', key: 'ㅜ', altKey: true }, 'new'],
  [{ code: 'Escape', key: 'Escape' }, 'cancel'],
  [{ code: 'KeyS', key: 's' }, null],
  [{ code: 'KeyS', key: 'S', ctrlKey: true, shiftKey: true }, null],
  [{ code: 'KeyN', key: 'n', ctrlKey: true, altKey: true }, null],
  [{ code: 'Enter', key: 'Enter' }, null],
])('maps %o to %s', (pressed, command) => {
  expect(findQuickCommand({ ...noModifiers, ...pressed })).toBe(command)
})
