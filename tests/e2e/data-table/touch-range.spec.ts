import type { Page } from '@playwright/test'
import { fingerOn, middleOf } from './finger.ts'
import { expect, test } from './harness-server.ts'
import { activePlace, cell, cellInput, edits, selectedCells } from './table-steps.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } })

const handle = (page: Page, side: 'start' | 'end') => page.locator(`[data-range-handle=${side}]`)
const scrollTop = (page: Page) => page.locator('[data-table-scroller]').evaluate((element) => element.scrollTop)

test('the active cell has two round handles; one of them draws the range out and the figures follow', async ({
  openTable,
}) => {
  const page = await openTable()
  const finger = await fingerOn(page)
  await cell(page, 3, 1).tap()
  const [start, end, box] = [
    await middleOf(handle(page, 'start')),
    await middleOf(handle(page, 'end')),
    await cell(page, 3, 1).boundingBox(),
  ]
  expect(Math.abs(start.x - (box?.x ?? 0)) + Math.abs(start.y - (box?.y ?? 0))).toBeLessThan(3)
  expect(Math.abs(end.x - (box?.x ?? 0) - (box?.width ?? 0))).toBeLessThan(2)
  const size = await handle(page, 'end').boundingBox()
  expect([size?.width, size?.height]).toEqual([44, 44])

  await finger.down(end)
  await finger.moveTo({ x: end.x, y: end.y + 2 * 44 })
  expect(await selectedCells(page)).toEqual(['3-1', '4-1', '5-1'])
  const status = page.getByRole('status').filter({ hasText: '개수' })
  await expect(status).toContainText('개수 3')
  await finger.moveTo({ x: end.x, y: end.y + 3 * 44 })
  await expect(status).toContainText('개수 4')
  await finger.up()
  expect(await activePlace(page)).toBe('3-1')
  expect(await scrollTop(page)).toBe(0)
  await cell(page, 8, 1).tap()
  expect(await selectedCells(page)).toEqual(['8-1'])
})

test('drawn over the other corner the range turns, and the corner that stays is the active cell', async ({
  openTable,
}) => {
  const page = await openTable()
  const finger = await fingerOn(page)
  await cell(page, 5, 1).tap()
  await page.keyboard.press('Shift+ArrowDown')
  const end = await middleOf(handle(page, 'end'))
  await finger.down(end)
  await finger.moveTo({ x: end.x, y: end.y - 4 * 44 })
  expect(await selectedCells(page)).toEqual(['2-1', '3-1', '4-1', '5-1'].slice(0, 4))
  await finger.up()
  // Now the other handle: what is drawn is the upper edge, the lower one stays.
  const start = await middleOf(handle(page, 'start'))
  await finger.down(start)
  await finger.moveTo({ x: start.x, y: start.y + 2 * 44 })
  expect(await selectedCells(page)).toEqual(['4-1', '5-1'])
  await finger.up()
  expect(await activePlace(page)).toBe('5-1')
})

test('held at the edge the list scrolls along, and the page does not', async ({ openTable }) => {
  const page = await openTable()
  const finger = await fingerOn(page)
  await cell(page, 3, 1).tap()
  const end = await middleOf(handle(page, 'end'))
  const room = await page.locator('[data-table-scroller]').boundingBox()
  await finger.down(end)
  await finger.moveTo({ x: end.x, y: (room?.y ?? 0) + (room?.height ?? 0) - 6 })
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(600)
  await finger.up()
  const stood = await scrollTop(page)
  await page.waitForTimeout(300)
  expect(await scrollTop(page)).toBe(stood)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('status').filter({ hasText: /개수 [2-9]\d/ })).toBeVisible()
})

test('a finger elsewhere scrolls and selects nothing; a tap on a handle means the cell beneath it', async ({
  openTable,
}) => {
  const page = await openTable()
  const finger = await fingerOn(page)
  await cell(page, 3, 1).tap()
  const at = await middleOf(cell(page, 7, 2))
  await finger.down(at)
  await finger.moveTo({ x: at.x, y: at.y - 120 })
  await finger.up()
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(60)
  expect(await selectedCells(page)).toEqual(['3-1'])
  await page.locator('[data-table-scroller]').evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForTimeout(300)
  const end = await middleOf(handle(page, 'end'))
  await page.touchscreen.tap(end.x + 14, end.y + 14)
  await expect.poll(() => activePlace(page)).toBe('4-2')
  const start = await middleOf(handle(page, 'start'))
  await page.touchscreen.tap(start.x + 10, start.y + 10)
  await expect(cellInput(page)).not.toHaveAttribute('data-mode', 'ready')
})

test('below the range stands what is done with it: filled down, and cleared', async ({ openTable }) => {
  const page = await openTable()
  const finger = await fingerOn(page)
  await cell(page, 1, 1).tap()
  const end = await middleOf(handle(page, 'end'))
  await finger.down(end)
  await finger.moveTo({ x: end.x, y: end.y + 44 })
  await finger.up()
  const bar = page.getByRole('toolbar', { name: '선택한 셀' })
  await expect(bar.getByRole('button')).toHaveText(['복사', '붙여넣기', '아래로 채우기', '지우기'])
  const heights = await bar.getByRole('button').evaluateAll((all) => all.map((each) => each.clientHeight))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await bar.getByRole('button', { name: '아래로 채우기' }).tap()
  expect(await edits(page)).toEqual(['2:owner=소유자 2'])
  await bar.getByRole('button', { name: '지우기' }).tap()
  await expect.poll(() => edits(page)).toEqual(['2:owner=소유자 2', '1:owner=null', '2:owner=null'])
})

test('column names and ticks are as high as a finger needs; handles under pinned columns are hidden', async ({
  openTable,
}) => {
  const page = await openTable('checks')
  const head = await page.getByRole('columnheader', { name: '소유자', exact: true }).boundingBox()
  expect(head?.height).toBeGreaterThanOrEqual(43)
  const tick = await page.getByRole('checkbox', { name: '1행 선택', exact: true }).boundingBox()
  expect(Math.min(tick?.width ?? 0, tick?.height ?? 0)).toBeGreaterThanOrEqual(43)
  await cell(page, 3, 3).tap()
  await expect(handle(page, 'start')).toBeVisible()
  await page.locator('[data-table-scroller]').evaluate((element) => element.scrollTo({ left: 600 }))
  await expect(handle(page, 'start')).toBeHidden()
})
