import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, test } from './harness-server.ts'
import { cell, edits, hangulKeyboard, cellInput } from './table-steps.ts'

const focusedCell = (page: Page) =>
  page.evaluate(() => document.activeElement?.id.replace(/^.*?-(-?\d+-\d+)$/, '$1') ?? '')
const said = (page: Page) => page.locator('[data-said]')
const stops = (page: Page) => page.locator('[role=grid] [tabindex="0"]')

/** Into the mode, from a cell. */
async function switchOn(page: Page, row: number, column: number): Promise<void> {
  await cell(page, row, column).click()
  await page.keyboard.press('Shift+F4')
  await expect.poll(() => focusedCell(page)).toBe(`${row}-${column}`)
}

test('Shift+F4 says so, puts the focus on the cells with one tab stop, and the device remembers it', async ({
  openTable,
}) => {
  const page = await openTable()
  await switchOn(page, 5, 1)
  await expect(said(page)).toContainText('화면 낭독기 모드를 켰습니다.')
  await expect(stops(page)).toHaveCount(1)
  await expect(cellInput(page)).toHaveAttribute('aria-hidden', 'true')
  await page.reload()
  await cell(page, 0, 1).waitFor()
  await expect(stops(page)).toHaveCount(1)
  await page.getByRole('button', { name: '표 앞의 단추' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedCell(page)).toMatch(/^-1-0$/)
  await page.keyboard.press('Shift+F4')
  await expect(said(page)).toContainText('화면 낭독기 모드를 껐습니다.')
  await expect(cellInput(page)).toBeFocused()
  await expect(stops(page)).toHaveCount(0)
})

test('the focus goes with the arrows, into the header, the entry line and the actions, and is never on the body', async ({
  openTable,
}) => {
  const page = await openTable()
  await switchOn(page, 2, 1)
  for (const [key, place] of [
    ['ArrowDown', '3-1'],
    ['ArrowRight', '3-2'],
    ['End', '3-20'],
    ['Control+Home', '0-0'],
    ['ArrowUp', '-1-0'],
    ['ArrowUp', '-2-0'],
    ['Tab', '-2-1'],
    ['Control+End', '999-20'],
    ['Control+Home', '0-0'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focusedCell(page), key).toBe(place)
  }
})

test('rows stand in the page by the hundred, with every column, and the next hundred is announced', async ({
  openTable,
}) => {
  const page = await openTable('rows=1000&columns=40')
  await switchOn(page, 5, 1)
  await expect(page.locator('[role=rowgroup] [role=row][aria-rowindex="101"]')).toHaveCount(1)
  await expect(page.locator('[role=gridcell][data-row="5"]')).toHaveCount(41)
  await page.keyboard.press('Control+End')
  await expect.poll(() => focusedCell(page)).toBe('999-40')
  await expect(said(page)).toContainText('901행부터 1,000행까지')
  await expect(page.locator('[role=gridcell][data-row="900"]')).toHaveCount(41)
  await expect(page.locator('[role=grid]')).toHaveAttribute('aria-rowcount', '1002')
})

test('an edit opens with Enter, goes on in Hangul, is said when kept, and the focus is on the next cell', async ({
  openTable,
}) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await switchOn(page, 5, 1)
  await page.keyboard.press('a')
  await expect(said(page)).toContainText('수정하려면 Enter 또는 F2를 누르세요.')
  await expect(cellInput(page)).toHaveAttribute('data-mode', 'ready')
  await page.keyboard.press('Enter')
  await expect(cellInput(page)).toBeFocused()
  await expect(cellInput(page)).not.toHaveAttribute('aria-hidden', 'true')
  await page.keyboard.press('Control+A')
  await ime.compose('ㅎ', '하', '한')
  await ime.press229('Enter', 'Enter')
  expect(await edits(page)).toEqual([])
  await ime.accept('한')
  await page.keyboard.press('Enter')
  expect(await edits(page)).toEqual(['5:owner=한'])
  await expect(said(page)).toContainText('소유자: 한, 입력했습니다.')
  expect(await focusedCell(page)).toBe('6-1')
})

test('a choice, a clearing and a refusal are said', async ({ openTable }) => {
  const page = await openTable()
  await switchOn(page, 5, 5)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(said(page)).toContainText('상태: 완료, 입력했습니다.')
  await page.keyboard.press('Delete')
  await expect(said(page)).toContainText('상태: 비웠습니다.')
  await openTable('refuse')
  await cell(page, 3, 1).click()
  await page.keyboard.press('Delete')
  await expect(said(page)).toContainText('저장하지 못했습니다. 이 기기에 저장하지 못했습니다.')
})

test('another order and another page are said', async ({ page, harnessUrl }) => {
  await page.goto(`${harnessUrl}filters.html`)
  await switchOn(page, 0, 1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(said(page)).toContainText('소유자 오름차순으로 정렬했습니다. 1,000건')
  await page.getByRole('button', { name: '무한스크롤' }).click()
  await page.getByRole('button', { name: '다음 페이지' }).click()
  await expect(said(page)).toContainText('2페이지, 20건')
})

test('copy and paste work on the cells, and the sheet of keys gives the focus back to its cell', async ({
  openTable,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await openTable()
  await switchOn(page, 5, 1)
  await page.keyboard.press('Control+KeyC')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+KeyV')
  expect(await edits(page)).toEqual(['6:owner=소유자 6'])
  await page.keyboard.press('F1')
  await page.getByRole('dialog', { name: '단축키' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedCell(page)).toBe('6-1')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '머리글과 함께 복사' }).click()
  await expect.poll(() => focusedCell(page)).toBe('6-1')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in screen-reader mode and on the sheet of keys (${scheme})`, async ({ openTable, page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: scheme })
    await openTable('rows=30&states&checks&layout')
    await switchOn(page, 4, 1)
    await expectNoBarrier(page)
    await page.keyboard.press('F2')
    await expectNoBarrier(page)
    await page.keyboard.press('F1')
    await page.getByRole('dialog', { name: '단축키' }).waitFor()
    await expectNoBarrier(page)
  })
}
