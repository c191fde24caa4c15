import { expect, test } from 'vitest'
import { changeLines, insertText, startLinesWith, type TextCommand, wrapWith } from './text-edit.ts'

/** `«` and `»` mark the selection, `|` an empty one. */
function run(command: TextCommand, marked: string): string {
  const start = marked.search(/[«|]/)
  const end = marked.includes('»') ? marked.indexOf('»') - 1 : start
  const text = marked.replace(/[«»|]/g, '')
  const edit = command(text, start, end)
  const changed = text.slice(0, edit.from) + edit.text + text.slice(edit.to)
  const [from, to] = edit.select
  return from === to
    ? `${changed.slice(0, from)}|${changed.slice(from)}`
    : `${changed.slice(0, from)}«${changed.slice(from, to)}»${changed.slice(to)}`
}

const bold = wrapWith('**', '굵은 글')
const list = startLinesWith('- ', /^(- |\d+\. |> |#+ )/)
const numbers = startLinesWith((place) => `${place + 1}. `, /^(- |\d+\. |> |#+ )/)

test.each([
  ['가나 «다라» 마', '가나 **«다라»** 마'],
  ['가나 **«다라»** 마', '가나 «다라» 마'],
  ['가나|', '가나**«굵은 글»**'],
  ['|', '**«굵은 글»**'],
])('toggles bold on %s: %s', (before, after) => {
  expect(run(bold, before)).toBe(after)
})

test.each([
  ['하나|\n둘', '- 하나|\n둘'],
  ['- 하나|', '하나|'],
  ['|', '- |'],
  ['앞\n«하나\n\n둘»\n뒤', '앞\n«- 하나\n\n- 둘»\n뒤'],
  ['«- 하나\n- 둘»', '«하나\n둘»'],
  ['«1. 하나\n둘\n»셋', '«- 하나\n- 둘»\n셋'],
])('toggles a list on %j: %j', (before, after) => {
  expect(run(list, before)).toBe(after)
})

test('numbers the lines, skips blank ones, and removes the numbers again', () => {
  expect(run(numbers, '«하나\n\n- 둘»')).toBe('«1. 하나\n\n2. 둘»')
  expect(run(numbers, '«1. 하나\n\n2. 둘»')).toBe('«하나\n\n둘»')
})

test('passes the lines above to the function that changes lines', () => {
  const linePairs: string[][] = []
  run(
    changeLines((lines, before) => {
      linePairs.push(before, lines)
      return lines
    }),
    '하나\n둘\n셋|',
  )
  expect(linePairs).toEqual([['하나', '둘'], ['셋']])
})

test('inserts a block on lines of its own, with the part to fill in selected', () => {
  expect(run(insertText('![설명](주소)', { selected: '설명', isBlock: true }), '앞|뒤')).toBe(
    '앞\n\n![«설명»](주소)\n뒤',
  )
  expect(run(insertText('![설명](주소)', { isBlock: true }), '앞\n\n|')).toBe('앞\n\n![설명](주소)|\n')
  expect(run(insertText('{소유자}'), '앞 «x» 뒤')).toBe('앞 {소유자}| 뒤')
})
