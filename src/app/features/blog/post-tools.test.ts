import { expect, test } from 'vitest'
import { continueList, insertPicture, postTools } from './post-tools.tsx'

/** Result of a tool for a text with this selection, and the selection afterwards. */
function run(label: string, text: string, selected: string): [string, string] {
  const tool = label === '사진' ? { run: insertPicture('/p') } : postTools.find((postTool) => postTool.label === label)
  const start = text.indexOf(selected)
  const edit = tool?.run(text, start, start + selected.length)
  if (!edit) throw new Error(`no tool ${label}`)
  const changed = text.slice(0, edit.from) + edit.text + text.slice(edit.to)
  return [changed, changed.slice(...edit.select)]
}

test.each([
  ['링크', '대법원 안내', '대법원', '[대법원](https://) 안내', 'https://'],
  ['링크', '보기 https://example.com', 'https://example.com', '보기 [링크 글](https://example.com)', '링크 글'],
  ['링크', '', '', '[링크 글](https://)', '링크 글'],
  ['사진', '앞', '앞', '![사진 설명](/p)\n', '사진 설명'],
  ['소제목', '- 제목', '제목', '## 제목', '## 제목'],
  ['번호 목록', '> 하나\n둘', '> 하나\n둘', '1. 하나\n2. 둘', '1. 하나\n2. 둘'],
])('applies %s to %j with %j selected', (label, text, selected, changed, nextSelection) => {
  expect(run(label, text, selected)).toEqual([changed, nextSelection])
})

test('assigns each key code to one tool', () => {
  const keys = postTools.flatMap(({ code, modifier = '' }) => (code ? [`${modifier}${code}`] : []))
  expect(keys).toEqual(['KeyB', 'KeyI', 'AltDigit2', 'ShiftDigit8', 'ShiftDigit7', 'KeyK'])
})

test('inserts a second picture below the first, whose alt text is still selected', () => {
  expect(run('사진', '![사진 설명](/a)\n뒤', '사진 설명')[0]).toBe('![사진 설명](/a)\n\n![사진 설명](/p)\n\n뒤')
})

test.each([
  ['- 하나', '- 하나\n- '],
  ['9. 하나', '9. 하나\n10. '],
  ['> 인용', '> 인용\n> '],
  ['- 하나\n- ', '- 하나\n'],
])('on Enter after %j makes %j', (text, changed) => {
  const edit = continueList(text, text.length, text.length)
  expect(edit && text.slice(0, edit.from) + edit.text + text.slice(edit.to)).toBe(changed)
})

test.each(['글', '## 제목', '2026. 11. 28.', ''])('leaves Enter after %j to the browser', (text) => {
  expect(continueList(text, text.length, text.length)).toBeNull()
})
