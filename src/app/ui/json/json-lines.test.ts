import { expect, test } from 'vitest'
import { buildJsonLines, type JsonFolding } from './json-lines.ts'

function makeFolding(openLevels: number, toggled: string[] = [], shown: [string, number][] = []): JsonFolding {
  return { openLevels, toggled: new Set(toggled), shownCounts: new Map(shown) }
}

function describeLines(value: unknown, foldingState = makeFolding(2)): string[] {
  return buildJsonLines(value, foldingState).map(
    ({ level, name, kind, text, isOpen }) => `${level} ${name} ${kind} ${text}${isOpen === null ? '' : ` ${isOpen}`}`,
  )
}

test('puts entries below their container, down to the open levels', () => {
  const value = { data: { items: [1] }, code: 'ok' }
  expect(describeLines(value)).toEqual(['1 data object 1 true', '2 items list 1 false', '1 code text ok'])
  expect(describeLines(value, makeFolding(1))).toEqual(['1 data object 1 false', '1 code text ok'])
})

test('keeps an entry that the user toggled when the value arrives again', () => {
  const value = { data: { items: [1] }, code: 'ok' }
  const foldingState = makeFolding(2, ['/data/items'])
  expect(describeLines(value, foldingState)).toContain('3 0 other 1')
  expect(describeLines({ ...value, code: 'late' }, foldingState)).toContain('3 0 other 1')
  expect(describeLines(value, makeFolding(2, ['/data']))).toEqual(['1 data object 1 false', '1 code text ok'])
})

test('shows a scalar or an empty container as one line', () => {
  expect(describeLines('글')).toEqual(['1 null text 글'])
  expect(describeLines(null)).toEqual(['1 null other null'])
  expect(describeLines([])).toEqual(['1 null list 0'])
  expect(describeLines(undefined)).toEqual(['1 null other null'])
})

test('keeps names with slashes distinct from paths of other entries', () => {
  const paths = buildJsonLines({ 'a/b': 1, a: { b: 2 }, '~': 3 }, makeFolding(2)).map(({ path }) => path)
  expect(paths).toEqual(['/a~1b', '/a', '/a/b', '/~0'])
})

test('shows a long list in parts with a line to load more', () => {
  const value = Array.from({ length: 250 }, (_, index) => index)
  const first = buildJsonLines(value, makeFolding(1))
  expect(first).toHaveLength(101)
  expect(first.at(-1)).toMatchObject({ path: '/…', kind: 'more', text: '100', position: 101, siblings: 101 })
  const second = buildJsonLines(value, makeFolding(1, [], [['', 200]]))
  expect(second.at(-1)).toMatchObject({ kind: 'more', text: '50' })
  expect(buildJsonLines(value, makeFolding(1, [], [['', 300]]))).toHaveLength(250)
})
