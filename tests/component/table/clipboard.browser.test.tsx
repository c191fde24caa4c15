import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { OptionCreator } from '#app/ui/data-table/data-table-props.ts'
import { openTable } from './table-harness.tsx'
import { cell, cellInput, drag, insertText, isCellInputFocused, listEdits, press } from './table-steps.ts'

const fillHandle = page.getByCss('[data-fill-handle]')
const preview = page.getByRole('dialog', { name: '붙여넣기 미리보기' })

test('copies a range in the format of a spreadsheet and keeps digits of text', async () => {
  await openTable()
  await cell(0, 1).click()
  await cell(1, 3).click({ modifiers: ['Shift'] })
  const { text, html } = copySelection()
  expect(text).toBe('소유자 1\t2026-01-01\t0\r\n소유자 2\t2026-02-02\t11000\r\n')
  expect(html).toContain(String.raw`mso-number-format:"\@"`)
})

test('pastes a block as one action, parsed by each column’s kind, and selects the pasted cells', async () => {
  const table = await openTable()
  await cell(2, 1).click()
  paste('김가람\t2026. 11. 20.\t₩1,000\r\n"이나래\n외 1인"\t11/21/2026\t2,000\r\n')
  await expect.poll(() => table.acts.length).toBe(1)
  expect(listEdits(table)).toEqual([
    '2:owner=김가람',
    '2:regi_date=2026-11-20',
    '2:fees=1000',
    '3:owner=이나래\n외 1인',
    '3:regi_date=2026-11-21',
    '3:fees=2000',
  ])
  await expect.poll(() => page.getByCss('[role=gridcell][aria-selected=true]').length).toBe(6)
  expect(isCellInputFocused()).toBe(true)
})

test('fills a range with one pasted cell, and shows invalid values before anything is written', async () => {
  const table = await openTable()
  await cell(2, 3).click()
  await cell(4, 3).click({ modifiers: ['Shift'] })
  paste('5000')
  await expect.poll(() => listEdits(table)).toEqual(['2:fees=5000', '3:fees=5000', '4:fees=5000'])
  expect(table.acts).toHaveLength(1)
  await cell(6, 2).click()
  paste('2026-11-20\t없음\r\n')
  await expect.element(preview).toMatchTextContent('금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.')
  expect(table.acts).toHaveLength(1)
  await preview.getByRole('button', { name: '올바른 값만 붙여넣기' }).click()
  await expect.poll(() => listEdits(table)).toContain('6:regi_date=2026-11-20')
  await expect.poll(isCellInputFocused).toBe(true)
})

test('creates records from rows beyond the end only after the preview and where the screen allows it', async () => {
  const table = await openTable({ rows: 3, newRows: true, noEntry: true })
  await cell(2, 0).click()
  paste('솔빛마을 1단지\t김하나\r\n가람동 도로확장\t김두리\r\n')
  await expect.element(preview).toMatchTextContent('새 기록 1건')
  await preview.getByRole('button', { name: '붙여넣기' }).click()
  await expect
    .poll(() => table.acts.at(-1)?.newRows)
    .toEqual([{ group_id: '00000000-0000-7000-9000-000000000002', owner: '김두리' }])
})

test('rows pasted into the entry line take the carried or typed values it shows', async () => {
  const table = await openTable({ rows: 30, newRows: true })
  await cell(-1, 0).click()
  await insertText('가람')
  await press('Tab')
  paste('김하나\t2026-03-02\r\n김두리\t2026-03-40\r\n')
  await expect.element(preview).toMatchTextContent('새 기록 1건')
  await expect.element(preview).toMatchTextContent('거절되어 만들지 않는 기록 1건')
  await expect.element(preview).not.toMatchTextContent('마지막 행을 벗어나')
  await preview.getByRole('button', { name: '올바른 값만 붙여넣기' }).click()
  await expect
    .poll(() => table.acts.at(-1)?.newRows)
    .toEqual([{ group_id: '00000000-0000-7000-9000-000000000002', owner: '김하나', regi_date: '2026-03-02' }])
})

test('creates a missing group from the preview of pasted rows, even under a corrected name', async () => {
  const groupId = '00000000-0000-7000-9000-000000000009'
  const makeGroup = vi.fn<OptionCreator['make']>(async () => ({ value: groupId, label: '새터 3구역' }))
  const table = await openTable({ rows: 3, newRows: true, makeGroup })
  await cell(-1, 0).click()
  paste('새터 3구역 \t김하나\r\n새터3구역\t김두리\r\n가람동 도로확장\t김세리\r\n')
  await expect.element(preview).toMatchTextContent('등록되지 않은 사업구간 1개')
  await expect.element(preview).toMatchTextContent('거절되어 만들지 않는 기록 2건')
  await preview.getByRole('button', { name: /^새 사업구간 '새터 ?3구역' 만들기$/ }).click()
  await expect.element(preview).not.toMatchTextContent('등록되지 않은')
  await expect.element(preview.getByRole('button', { name: '취소' })).toHaveFocus()
  await preview.getByRole('button', { name: '붙여넣기' }).click()
  await expect
    .poll(() => table.acts.at(-1)?.newRows?.map((draft) => `${String(draft['owner'])} ${String(draft['group_id'])}`))
    .toEqual([`김하나 ${groupId}`, `김두리 ${groupId}`, '김세리 00000000-0000-7000-9000-000000000002'])
  expect(makeGroup).toHaveBeenCalledOnce()
})

test('empties cut cells when they are pasted, in the same action', async () => {
  const table = await openTable()
  await cell(1, 1).click()
  const { text } = copySelection('cut')
  expect(listEdits(table)).toEqual([])
  await cell(4, 1).click()
  paste(text)
  await expect.poll(() => table.acts.length).toBe(1)
  expect(listEdits(table)).toEqual(['1:owner=null', '4:owner=소유자 2'])
})

test('Ctrl+D, Ctrl+R, Ctrl+Enter and Delete write the whole selection as one action each', async () => {
  const table = await openTable()
  await cell(1, 1).click()
  await cell(3, 1).click({ modifiers: ['Shift'] })
  await press('Control+D')
  await expect.poll(() => listEdits(table)).toEqual(['2:owner=소유자 2', '3:owner=소유자 2'])
  await commands.typeText('AB')
  await press('Control+Enter')
  await expect.poll(() => table.acts.length).toBe(2)
  expect(listEdits(table).slice(2)).toEqual(['1:owner=AB', '2:owner=AB', '3:owner=AB'])
  await press('Delete')
  await expect.poll(() => table.acts.length).toBe(3)
  await cell(5, 10).click()
  await press('Shift+ArrowRight', 'Control+R')
  await expect.poll(() => listEdits(table).at(-1)).toBe('5:extra_1=0-5')
})

test('continues the selection as a series when its corner is dragged', async () => {
  const table = await openTable()
  await cell(1, 1).click()
  await commands.typeText('2026가단101')
  await press('Enter')
  await cell(1, 1).click()
  await drag(fillHandle, cell(3, 1))
  await expect
    .poll(() => listEdits(table))
    .toEqual(['1:owner=2026가단101', '2:owner=2026가단102', '3:owner=2026가단103'])
})

test('only copies with Ctrl on the handle; numbers continue where two of them show a step', async () => {
  const table = await openTable()
  await cell(1, 1).click()
  await fillHandle.hover()
  await commands.mouseButton('down')
  await cell(2, 1).hover()
  await commands.holdKey('down', 'Control')
  await commands.mouseButton('up')
  await commands.holdKey('up', 'Control')
  await expect.poll(() => listEdits(table)).toEqual(['2:owner=소유자 2'])
  await cell(7, 3).click()
  await press('Shift+ArrowDown')
  await drag(fillHandle, cell(10, 3))
  await expect.poll(() => listEdits(table)).toEqual(['2:owner=소유자 2', '9:fees=99000'])
})

test('offers a filter by the value only where there can be one', async () => {
  await openTable({ filterBy: true })
  await cell(3, 3).click({ button: 'right' })
  await expect.element(page.getByRole('menuitem', { name: /머리글과 함께 복사/ })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: /이 값으로 필터/ })).not.toBeInTheDocument()
})

test('opens the cell menu by right click and by Shift+F10, and returns the focus', async () => {
  const table = await openTable({ filterBy: true })
  const menu = page.getByRole('menu', { name: '셀 메뉴' })
  await cell(3, 1).click({ button: 'right' })
  await menu.getByRole('menuitem', { name: /이 값으로 필터/ }).click()
  expect(table.filtered).toEqual(['00000000-0000-7000-8000-000000000003:owner'])
  await expect.element(cellInput()).toHaveFocus()
  await press('Shift+F10')
  await expect.element(menu).toBeVisible()
  await press('Escape')
  await expect.poll(() => menu.length).toBe(0)
  await expect.element(cellInput()).toHaveFocus()
})

test('copies from the menu to the clipboard, and Ctrl+C and Ctrl+V work both ways', async () => {
  const table = await openTable()
  await cell(1, 1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /머리글과 함께 복사/ }).click()
  await expect.poll(() => navigator.clipboard.readText()).toBe('소유자\r\n소유자 2\r\n')
  await cell(2, 1).click()
  await press('Control+C')
  await cell(7, 1).click()
  await press('Control+V')
  await expect.poll(() => listEdits(table)).toEqual(['7:owner=소유자 3'])
})

/**
 * What a copy or cut puts on the clipboard, from the event that the browser sends to the cell
 * input.
 */
function copySelection(type: 'copy' | 'cut' = 'copy'): { text: string; html: string } {
  const clipboardData = new DataTransfer()
  sendToCellInput(type, clipboardData)
  return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') }
}

function paste(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  sendToCellInput('paste', clipboardData)
}

function sendToCellInput(type: 'copy' | 'cut' | 'paste', clipboardData: DataTransfer): void {
  const event = new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true })
  cellInput().element().dispatchEvent(event)
}
