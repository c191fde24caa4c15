import { expect, test } from 'vitest'
import { letterTools, toggleListItems } from './letter-templates.ts'

/** Applies the command to the whole text, or at the cursor. */
function run(command: ReturnType<typeof toggleListItems>, text: string, cursor?: number): string {
  const edit = command(text, cursor ?? 0, cursor ?? text.length)
  return text.slice(0, edit.from) + edit.text + text.slice(edit.to)
}

test('makes lines items of a level, with numbers that continue those above', () => {
  expect(run(toggleListItems(0), '통지합니다.\n회신하여 주십시오.')).toBe('1. 통지합니다.\n2. 회신하여 주십시오.')
  const text = '1. 하나\n가. 둘\n나. 셋\n넷'
  expect(run(toggleListItems(1), text, text.length)).toBe('1. 하나\n가. 둘\n나. 셋\n다. 넷')
  const below = '1. 하나\n가. 둘\n2. 셋\n넷'
  expect(run(toggleListItems(1), below, below.length)).toBe('1. 하나\n가. 둘\n2. 셋\n가. 넷')
})

test("changes an item's level, and removes it when pressed again", () => {
  expect(run(toggleListItems(2), '가. 둘')).toBe('1) 둘')
  expect(run(toggleListItems(2), '1) 둘')).toBe('둘')
})

test('gives a single empty line a marker, but not blank lines between others', () => {
  expect(run(toggleListItems(0), '')).toBe('1. ')
  expect(run(toggleListItems(0), '하나\n\n둘')).toBe('1. 하나\n\n2. 둘')
})

test('adds enclosures below the whole text for any position of the cursor', () => {
  const tool = letterTools.find(({ label }) => label === '붙임')
  expect(tool && run(tool.run, '1. 하나\n', 0)).toBe('1. 하나\n\n붙임  1.  1부.')
})
