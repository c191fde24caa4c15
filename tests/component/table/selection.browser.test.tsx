import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import { activePlace, cell, cellInput, edits, ime, isCellInputFocused, press, selectedCells } from './table-steps.ts'

test('Shift with arrows extends the selection, the active cell stays, and Escape shrinks it again', async () => {
  await openTable()
  await cell(4, 2).click()
  await press('Shift+ArrowDown', 'Shift+ArrowRight')
  expect(selectedCells()).toEqual(['4-2', '4-3', '5-2', '5-3'])
  expect(activePlace()).toBe('4-2')
  expect(isCellInputFocused()).toBe(true)
  await press('Escape')
  expect(selectedCells()).toEqual(['4-2'])
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
})

test('Shift+click, a drag and Ctrl+click select rectangles', async () => {
  await openTable()
  await cell(2, 1).click()
  await cell(3, 2).click({ modifiers: ['Shift'] })
  expect(selectedCells()).toEqual(['2-1', '2-2', '3-1', '3-2'])
  await cell(6, 3).click({ modifiers: ['Control'] })
  expect(selectedCells()).toEqual(['2-1', '2-2', '3-1', '3-2', '6-3'])
  await cell(8, 1).hover()
  await commands.mouseButton('down')
  await cell(9, 2).hover()
  await commands.mouseButton('up')
  expect(selectedCells()).toEqual(['8-1', '8-2', '9-1', '9-2'])
})

test('the first 자모 on a cell at rest is composed whole', async () => {
  const table = await openTable()
  await cell(3, 1).click()
  await ime.compose('ㅎ', '하', '한')
  await expect.element(cellInput()).toHaveValue('한')
  await ime.accept('한')
  await ime.compose('ㄱ', '그', '글')
  await ime.accept('글')
  await press('Enter')
  expect(edits(table)).toEqual(['3:owner=한글'])
  expect(activePlace()).toBe('4-1')
})

test('Ctrl+C copies digits without separators', async () => {
  const table = await openTable()
  await cell(5, 3).click()
  await press('Control+KeyC')
  expect(await navigator.clipboard.readText()).toBe('55000')
  await press('ArrowDown', 'Control+KeyV')
  await expect.poll(() => edits(table)).toEqual(['6:fees=55000'])
})
