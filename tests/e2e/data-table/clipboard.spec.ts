import type { Page } from '@playwright/test'
import { expect, test } from './harness-server.ts'
import { cell, edits, isCellInputFocused, cellInput } from './table-steps.ts'

/** What a copy or cut puts on the clipboard. The event is sent to the cell input as the browser does, with a clipboard that can be looked at. */
async function copied(page: Page, type: 'copy' | 'cut' = 'copy'): Promise<{ text: string; html: string }> {
  return page.evaluate((name) => {
    const clipboardData = new DataTransfer()
    document
      .querySelector('[data-cell-input]')
      ?.dispatchEvent(new ClipboardEvent(name, { clipboardData, bubbles: true, cancelable: true }))
    return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') }
  }, type)
}

async function paste(page: Page, text: string, html = ''): Promise<void> {
  await page.evaluate(
    ([plain, rich]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', plain)
      if (rich) clipboardData.setData('text/html', rich)
      document
        .querySelector('[data-cell-input]')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [text, html] as const,
  )
}

async function actionCount(page: Page): Promise<number> {
  return page.evaluate(() => window.harness.acts.length)
}

test('a range is copied as a spreadsheet takes it, digits of text kept', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 0, 1).click()
  await cell(page, 1, 3).click({ modifiers: ['Shift'] })
  const { text, html } = await copied(page)
  expect(text).toBe('소유자 1\t2026-01-01\t0\r\n소유자 2\t2026-02-02\t11000\r\n')
  expect(html).toContain(String.raw`mso-number-format:"\@"`)
})

test('a block pasted is one act, typed by its columns; the cells pasted are selected', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 2, 1).click()
  await paste(page, '김가람\t2026. 11. 20.\t₩1,000\r\n"이나래\n외 1인"\t11/21/2026\t2,000\r\n')
  await expect.poll(() => actionCount(page)).toBe(1)
  expect(await edits(page)).toEqual([
    '2:owner=김가람',
    '2:regi_date=2026-11-20',
    '2:fees=1000',
    '3:owner=이나래\n외 1인',
    '3:regi_date=2026-11-21',
    '3:fees=2000',
  ])
  await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(6)
  expect(await isCellInputFocused(page)).toBe(true)
})

test('one cell pasted over a range fills it; cells that cannot take it are shown with the reason first', async ({
  openTable,
}) => {
  const page = await openTable()
  await cell(page, 2, 3).click()
  await cell(page, 4, 3).click({ modifiers: ['Shift'] })
  await paste(page, '5000')
  await expect.poll(() => actionCount(page)).toBe(1)
  await cell(page, 6, 2).click()
  await paste(page, '2026-11-20\t없음\r\n')
  const dialog = page.getByRole('dialog', { name: '붙여넣기 미리보기' })
  await expect(dialog).toContainText('금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.')
  expect(await actionCount(page)).toBe(1)
  await dialog.getByRole('button', { name: '올바른 값만 붙여넣기' }).click()
  await expect.poll(() => edits(page)).toContain('6:regi_date=2026-11-20')
  expect(await isCellInputFocused(page)).toBe(true)
})

test('rows beyond the end become records only after the preview, and only where the screen makes them', async ({
  openTable,
}) => {
  const page = await openTable('rows=3&new-rows&no-entry')
  await cell(page, 2, 0).click()
  await paste(page, '솔빛마을 1단지\t김하나\r\n가람동 도로확장\t김두리\r\n')
  const dialog = page.getByRole('dialog', { name: '붙여넣기 미리보기' })
  await expect(dialog).toContainText('새 기록 1건')
  await dialog.getByRole('button', { name: '붙여넣기', exact: true }).click()
  await expect
    .poll(() => page.evaluate(() => window.harness.acts.at(-1)?.newRows))
    .toEqual([{ group_id: '00000000-0000-7000-9000-000000000002', owner: '김두리' }])
})

test('what was cut is emptied by its paste, in the same act', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 1, 1).click()
  const { text } = await copied(page, 'cut')
  expect(await edits(page)).toEqual([])
  await cell(page, 4, 1).click()
  await paste(page, text)
  await expect.poll(() => actionCount(page)).toBe(1)
  expect(await edits(page)).toEqual(['1:owner=null', '4:owner=소유자 2'])
})

test('Ctrl+D, Ctrl+R, Ctrl+Enter and Delete write the whole selection as one act each', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 1, 1).click()
  await cell(page, 3, 1).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+D')
  await expect.poll(() => edits(page)).toEqual(['2:owner=소유자 2', '3:owner=소유자 2'])
  await page.keyboard.type('AB')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => actionCount(page)).toBe(2)
  expect((await edits(page)).slice(2)).toEqual(['1:owner=AB', '2:owner=AB', '3:owner=AB'])
  await page.keyboard.press('Delete')
  await expect.poll(() => actionCount(page)).toBe(3)
  await cell(page, 5, 10).click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+R')
  await expect.poll(async () => (await edits(page)).at(-1)).toBe('5:extra_1=0-5')
})

test('dragging the corner of the selection goes on with it as a series', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 1, 1).click()
  await page.keyboard.type('2026가단101')
  await page.keyboard.press('Enter')
  await cell(page, 1, 1).click()
  await page.locator('[data-fill-handle]').hover()
  await page.mouse.down()
  await cell(page, 3, 1).hover()
  await page.mouse.up()
  await expect.poll(() => edits(page)).toEqual(['1:owner=2026가단101', '2:owner=2026가단102', '3:owner=2026가단103'])
})

test('with Ctrl the handle only copies; numbers go on where two of them show a step', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 1, 1).click()
  await page.locator('[data-fill-handle]').hover()
  await page.mouse.down()
  await cell(page, 2, 1).hover()
  await page.keyboard.down('Control')
  await page.mouse.up()
  await page.keyboard.up('Control')
  await expect.poll(() => edits(page)).toEqual(['2:owner=소유자 2'])
  await cell(page, 7, 3).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.locator('[data-fill-handle]').hover()
  await page.mouse.down()
  await cell(page, 10, 3).hover()
  await page.mouse.up()
  await expect.poll(() => edits(page)).toEqual(['2:owner=소유자 2', '9:fees=99000'])
})

test('the menu of a cell opens by right click and by Shift+F10, and gives the focus back', async ({ openTable }) => {
  const page = await openTable('filter-by')
  await cell(page, 3, 1).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: '셀 메뉴' })
  await menu.getByRole('menuitem', { name: /이 값으로 필터/ }).click()
  expect(await page.evaluate(() => window.harness.filtered)).toEqual(['00000000-0000-7000-8000-000000000003:owner'])
  await expect(cellInput(page)).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(cellInput(page)).toBeFocused()
})

test('copying from the menu reaches the clipboard, and the keys of the browser go both ways', async ({
  openTable,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await openTable()
  await cell(page, 1, 1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /머리글과 함께 복사/ }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('소유자\r\n소유자 2\r\n')
  await cell(page, 2, 1).click()
  await page.keyboard.press('Control+C')
  await cell(page, 7, 1).click()
  await page.keyboard.press('Control+V')
  await expect.poll(() => edits(page)).toEqual(['7:owner=소유자 3'])
})
