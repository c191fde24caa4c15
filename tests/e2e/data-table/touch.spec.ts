import { hasWebKit } from './webkit.ts'
import { expect, test } from './harness-server.ts'
import { activePlace, cell, edits, cellInput } from './table-steps.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } })
test.beforeEach(async ({ browserName }) => {
  test.skip(browserName === 'webkit' && !(await hasWebKit()), 'no WebKit on this machine')
})

test('with a finger rows are 44 px, a tap chooses without a keyboard, a second tap edits', async ({ openTable }) => {
  const page = await openTable()
  expect(Math.round((await cell(page, 3, 1).boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(43)
  await cell(page, 3, 1).tap()
  expect(await activePlace(page)).toBe('3-1')
  await expect(cellInput(page)).toHaveAttribute('inputmode', 'none')
  await cell(page, 3, 1).tap()
  await expect(cellInput(page)).toHaveValue('소유자 4')
  await expect(cellInput(page)).toHaveAttribute('inputmode', 'text')
  await page.keyboard.type('A')
  await cell(page, 6, 3).tap()
  expect(await edits(page)).toEqual(['3:owner=소유자 4A'])
  await cell(page, 6, 3).tap()
  await expect(cellInput(page)).toHaveAttribute('inputmode', 'numeric')
})

test('a finger that stays on a column name opens its menu: any column is sorted by further, frozen and let go', async ({
  openTable,
}) => {
  const page = await openTable('layout')
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const pinned = page.locator('[role=columnheader][data-col].sticky')
  const choose = async (column: string, entry: string) => {
    const touch = { pointerType: 'touch', bubbles: true, isPrimary: true, clientX: 5, clientY: 5 }
    await header(column).dispatchEvent('pointerdown', touch)
    await page.getByRole('menuitem', { name: new RegExp(`^${entry}`) }).tap()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await header('소유자').tap()
  await choose('보수료', '정렬에 추가')
  await expect(header('보수료')).toHaveAttribute('aria-description', '정렬 2순위, 오름차순')
  const before = await pinned.count()
  await choose('보수료', '이 컬럼만 고정')
  await expect(pinned).toHaveCount(before + 1)
  await choose('보수료', '고정 해제')
  await expect(pinned).toHaveCount(before)
})
