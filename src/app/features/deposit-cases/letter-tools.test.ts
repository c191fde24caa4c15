import { expect, test } from 'vitest'
import { itemsOf, letterTools } from './letter-tools.ts'

/** On the whole text, or where the cursor is. */
function run(command: ReturnType<typeof itemsOf>, text: string, cursor?: number): string {
  const edit = command(text, cursor ?? 0, cursor ?? text.length)
  return text.slice(0, edit.from) + edit.text + text.slice(edit.to)
}

test('lines become items of their level, counted on from those before them', () => {
  expect(run(itemsOf(0), '통지합니다.\n회신하여 주십시오.')).toBe('1. 통지합니다.\n2. 회신하여 주십시오.')
  const text = '1. 하나\n가. 둘\n나. 셋\n넷'
  expect(run(itemsOf(1), text, text.length)).toBe('1. 하나\n가. 둘\n나. 셋\n다. 넷')
  const below = '1. 하나\n가. 둘\n2. 셋\n넷'
  expect(run(itemsOf(1), below, below.length)).toBe('1. 하나\n가. 둘\n2. 셋\n가. 넷')
})

test('an item changes its level, and pressed again it is none any more', () => {
  expect(run(itemsOf(2), '가. 둘')).toBe('1) 둘')
  expect(run(itemsOf(2), '1) 둘')).toBe('둘')
})

test('an empty line gets its marker, blank ones between others none', () => {
  expect(run(itemsOf(0), '')).toBe('1. ')
  expect(run(itemsOf(0), '하나\n\n둘')).toBe('1. 하나\n\n2. 둘')
})

test('enclosures stand below the whole text, wherever the cursor is', () => {
  const tool = letterTools.find(({ label }) => label === '붙임')
  expect(tool && run(tool.run, '1. 하나\n', 0)).toBe('1. 하나\n\n붙임  1.  1부.')
})
