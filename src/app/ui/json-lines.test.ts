import { expect, test } from 'vitest'
import { jsonLines, type JsonFolding } from './json-lines.ts'

function folding(openLevels: number, turned: string[] = [], shown: [string, number][] = []): JsonFolding {
  return { openLevels, turned: new Set(turned), shown: new Map(shown) }
}

function told(value: unknown, how = folding(2)): string[] {
  return jsonLines(value, how).map(
    ({ level, name, kind, text, isOpen }) => `${level} ${name} ${kind} ${text}${isOpen === null ? '' : ` ${isOpen}`}`,
  )
}

test('entries stand below what holds them, as far as levels are open', () => {
  const value = { data: { items: [1] }, code: 'ok' }
  expect(told(value)).toEqual(['1 data object 1 true', '2 items list 1 false', '1 code text ok'])
  expect(told(value, folding(1))).toEqual(['1 data object 1 false', '1 code text ok'])
})

test('what a person turned stands the other way, and stays so when the value comes anew', () => {
  const value = { data: { items: [1] }, code: 'ok' }
  const how = folding(2, ['/data/items'])
  expect(told(value, how)).toContain('3 0 other 1')
  expect(told({ ...value, code: 'late' }, how)).toContain('3 0 other 1')
  expect(told(value, folding(2, ['/data']))).toEqual(['1 data object 1 false', '1 code text ok'])
})

test('a value that stands alone is one line, an empty one too', () => {
  expect(told('글')).toEqual(['1 null text 글'])
  expect(told(null)).toEqual(['1 null other null'])
  expect(told([])).toEqual(['1 null list 0'])
  expect(told(undefined)).toEqual(['1 null other null'])
})

test('names that hold slashes are no paths of other entries', () => {
  const paths = jsonLines({ 'a/b': 1, a: { b: 2 }, '~': 3 }, folding(2)).map(({ path }) => path)
  expect(paths).toEqual(['/a~1b', '/a', '/a/b', '/~0'])
})

test('a long list is shown in parts, and the rest is asked for', () => {
  const value = Array.from({ length: 250 }, (_, index) => index)
  const first = jsonLines(value, folding(1))
  expect(first).toHaveLength(101)
  expect(first.at(-1)).toMatchObject({ path: '/…', kind: 'more', text: '100', position: 101, siblings: 101 })
  const second = jsonLines(value, folding(1, [], [['', 200]]))
  expect(second.at(-1)).toMatchObject({ kind: 'more', text: '50' })
  expect(jsonLines(value, folding(1, [], [['', 300]]))).toHaveLength(250)
})
