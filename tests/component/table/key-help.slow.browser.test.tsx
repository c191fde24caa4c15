import { expect, onTestFinished, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { commands, page } from 'vitest/browser'
import { commands as keyCommands } from '#app/ui/data-table/commands/key-commands.ts'
import { openFilters } from './filter-harness.tsx'
import { openTable } from './table-harness.tsx'
import { cell, cellInput, getActiveCell, ime, isCellInputFocused, listEdits, press, readTexts } from './table-steps.ts'

const helpDialog = () => page.getByRole('dialog', { name: '단축키' })

test('F1 lists every key, initial consonants search them, and Escape returns the focus to the cell', async () => {
  await openTable()
  await cell(5, 1).click()
  await press('F1')
  await expect.element(helpDialog().getByRole('searchbox', { name: '단축키 찾기' })).toHaveFocus()
  const count = Object.values(keyCommands).flat().length
  await expect.element(helpDialog().getByRole('status')).toHaveTextContent(`${count}개`)
  await expect.element(helpDialog().getByRole('term')).toHaveLength(count)
  await commands.typeText('ㅇㄹㄹ ㅊㅇㄱ')
  await expect
    .poll(() => readTexts(helpDialog().getByRole('term')))
    .toEqual(['아래로 채우기 (신규 줄에서는 바로 전 값)'])
  await commands.typeText('ㅋㅋ')
  await expect.element(helpDialog().getByText('찾는 단축키가 없습니다.')).toBeVisible()
  await press('Escape')
  await expect.element(helpDialog()).not.toBeInTheDocument()
  expect(isCellInputFocused()).toBe(true)
  expect(getActiveCell()).toBe('5-1')
})

test.each([
  { title: 'an entry line', options: {}, isListed: true },
  { title: 'a form', options: { noEntry: true, hasForm: true }, isListed: true },
  { title: 'neither', options: { noEntry: true }, isListed: false },
])('F1 in a table with $title lists 새 기록 추가: $isListed', async ({ options, isListed }) => {
  await openTable(options)
  await cell(5, 1).click()
  await press('F1')
  await commands.typeText('새 기록 추가')
  await expect.poll(() => readTexts(helpDialog().getByRole('term')).includes('새 기록 추가')).toBe(isListed)
})

test('sends keys pressed before the shortcut help is rendered to it: Escape keeps the typed text', async () => {
  const table = await openTable()
  await cell(5, 1).click()
  await commands.typeText('A')
  // All at once, before anything is rendered.
  for (const key of ['F1', 'Enter', 'Escape']) {
    const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }
  await expect.element(helpDialog()).not.toBeInTheDocument()
  expect(listEdits(table)).toEqual([])
  await press('Enter')
  expect(listEdits(table)).toEqual(['5:owner=A'])
})

test('the shortcut help opens by its button and during an edit, which continues behind it', async () => {
  const table = await openTable()
  await page.getByRole('button', { name: '단축키 (F1)' }).click()
  await expect.element(helpDialog()).toBeVisible()
  await press('Escape')
  await expect.poll(isCellInputFocused).toBe(true)
  await cell(5, 1).click()
  await commands.typeText('AB')
  await press('F1')
  await expect.element(helpDialog()).toBeVisible()
  // An editor without the focus commits after 200 ms.
  await new Promise((resolve) => {
    setTimeout(resolve, 300)
  })
  expect(listEdits(table)).toEqual([])
  await press('Escape')
  await expect.element(cellInput()).toHaveFocus()
  await expect.element(cellInput()).toHaveValue('AB')
  await commands.typeText('C')
  await press('Enter')
  expect(listEdits(table)).toEqual(['5:owner=ABC'])
})

test('remembers on the device that Enter moves down as in Excel', async () => {
  await openTable()
  await cell(5, 1).click()
  await press('F1')
  await page.getByLabelText('엑셀처럼 Enter는 아래 셀로 갑니다', { exact: false }).click()
  await press('Escape')
  await cleanup()
  await openTable()
  await cell(5, 1).click()
  await press('Enter')
  expect(getActiveCell()).toBe('6-1')
  await expect.element(cellInput()).toHaveAttribute('data-mode', 'ready')
  await press('F2')
  await expect.element(cellInput()).toHaveAttribute('data-mode', 'caret')
})

const searchBox = () => page.getByRole('searchbox', { name: '검색' })
const exportButton = () => page.getByRole('button', { name: '내보내기' })

test('gives keys to the first cell; help, search and undo work anywhere on the screen', async () => {
  const { history } = await openFilters()
  await expect.poll(isCellInputFocused).toBe(true)
  expect(getActiveCell()).toBe('0-0')
  await press('ArrowDown')
  expect(getActiveCell()).toBe('1-0')
  // From a button, from a filter, and without focus.
  exportButton().element().focus()
  await press('Control+KeyZ')
  page.getByRole('combobox', { name: '소유자' }).element().focus()
  await press('Control+Shift+KeyZ')
  expect(history).toEqual(['undo', 'redo'])
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await press('F1')
  await expect.element(helpDialog()).toBeVisible()
  await press('Control+KeyZ', 'Escape')
  await expect.element(helpDialog()).not.toBeInTheDocument()
  expect(history).toEqual(['undo', 'redo'])
  exportButton().element().focus()
  await press('Control+KeyF')
  await expect.element(searchBox()).toHaveFocus()
  // A field with typed text undoes its own text.
  await press('Control+KeyZ')
  expect(history).toEqual(['undo', 'redo', 'undo'])
  await commands.typeText('x')
  await press('Control+KeyZ')
  await expect.element(searchBox()).toHaveValue('')
  expect(history).toHaveLength(3)
})

test('Enter or ↓ in the search goes to the first match; Enter during composition only ends it', async () => {
  await openFilters()
  await press('Control+KeyF')
  await expect.element(searchBox()).toHaveFocus()
  await ime.compose('ㅅ')
  await ime.press229('Enter', 'Enter')
  await expect.element(searchBox()).toHaveFocus()
  await ime.accept('ㅅ')
  await ime.accept('ㅇㅈ 77')
  await press('Enter')
  await expect.poll(isCellInputFocused).toBe(true)
  expect(getActiveCell()).toBe('0-1')
  await expect.poll(() => readTexts(cell(0, 1).getByCss('mark'))).toEqual(['소유자', '77'])
  await press('Control+KeyF')
  await commands.typeText('없음')
  await press('ArrowDown')
  await expect.element(page.getByText('데이터가 없습니다')).toBeVisible()
  await expect.element(searchBox()).toHaveFocus()
  await press('Control+KeyA')
  await commands.typeText('12')
  await press('ArrowDown')
  await expect.poll(isCellInputFocused).toBe(true)
  await expect.poll(() => readTexts(cell(0, 1).getByCss('mark'))).toEqual(['12'])
  await expect.element(cell(0, 3).getByCss('mark')).toHaveLength(0)
})

test('splits a list too tall for a browser into pages, with a message', async () => {
  const { messages, pretendTotal } = await openFilters()
  pretendTotal(500_000)
  await expect.element(page.getByRole('button', { name: '무한스크롤' })).toHaveAttribute('aria-pressed', 'false')
  expect(messages.map(({ text }) => text)).toEqual(['한 번에 펼치기에는 행이 너무 많아 페이지로 나누어 보여 줍니다.'])
})

test('shows keys on a Mac as they are printed there', async () => {
  const macChrome = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Chrome/156'
  const userAgent = vi.spyOn(Navigator.prototype, 'userAgent', 'get').mockReturnValue(macChrome)
  onTestFinished(() => userAgent.mockRestore())
  await openTable()
  await cell(5, 1).click()
  await press('F1')
  await expect.element(helpDialog().getByText('⌘C', { exact: true })).toBeVisible()
  await expect.element(helpDialog().getByText('Ctrl+C', { exact: true })).not.toBeInTheDocument()
})
