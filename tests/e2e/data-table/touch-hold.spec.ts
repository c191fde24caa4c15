import { fingerOn, middleOf } from './finger.ts'
import { expect, ownPage, test } from './harness-server.ts'
import { activePlace, cell, cellInput, edits, selectedCells } from './table-steps.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } })

test('a finger that stays on a cell opens its menu there, once, and lifted it chooses nothing', async ({
  openTable,
}) => {
  const page = await openTable('filter-by')
  const finger = await fingerOn(page)
  const at = await middleOf(cell(page, 4, 1))
  await finger.stay(at)
  const menu = page.getByRole('menu', { name: '셀 메뉴' })
  await expect(menu).toBeVisible()
  expect(await activePlace(page)).toBe('4-1')
  await finger.up()
  await page.waitForTimeout(400)
  await expect(page.getByRole('menu')).toHaveCount(1)
  await expect(menu).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString() ?? '')).toBe('')
  const box = await menu.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1024)
  const heights = await menu.getByRole('menuitem').evaluateAll((items) => items.map((item) => item.clientHeight))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await menu.getByRole('menuitem', { name: /^지우기/ }).tap()
  expect(await edits(page)).toEqual(['4:owner=null'])
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('at the last corner of the window the menu stays inside it', async ({ openTable }) => {
  const page = await openTable()
  const finger = await fingerOn(page)
  const box = await page.locator('[data-table-scroller]').boundingBox()
  if (!box) throw new Error('No table is seen')
  // Left of the buttons of the row.
  await finger.stay({ x: box.x + box.width - 160, y: box.y + box.height - 12 })
  const menu = page.getByRole('menu', { name: '셀 메뉴' })
  await expect(menu).toBeInViewport({ ratio: 1 })
  await finger.up()
})

test('a finger that moves scrolls and opens nothing; neither does a tap', async ({ openTable }) => {
  const page = await openTable()
  const finger = await fingerOn(page)
  const at = await middleOf(cell(page, 6, 1))
  await finger.down(at)
  await finger.moveTo({ x: at.x, y: at.y - 160 })
  await page.waitForTimeout(600)
  await finger.up()
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(await page.locator('[data-table-scroller]').evaluate((element) => element.scrollTop)).toBeGreaterThan(80)
  await cell(page, 8, 1).tap()
  await page.waitForTimeout(600)
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('held inside a range the range stays; held in an open editor the editor stays', async ({ openTable }) => {
  const page = await openTable()
  const finger = await fingerOn(page)
  await cell(page, 2, 1).tap()
  await page.keyboard.press('Shift+ArrowDown')
  await finger.stay(await middleOf(cell(page, 3, 1)))
  await expect(page.getByRole('menu', { name: '셀 메뉴' })).toBeVisible()
  await finger.up()
  expect(await selectedCells(page)).toEqual(['2-1', '3-1'])
  await page.keyboard.press('Escape')
  await cell(page, 5, 1).tap()
  await cell(page, 5, 1).tap()
  await finger.stay(await middleOf(cellInput(page)))
  await finger.up()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(cellInput(page)).toHaveAttribute('data-mode', 'caret')
})

test('a mouse beside the finger: its right button opens, a press that stays does not, a drag selects', async ({
  openTable,
}) => {
  const page = await openTable()
  await cell(page, 1, 1).tap()
  const from = await middleOf(cell(page, 2, 1))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.waitForTimeout(700)
  await expect(page.getByRole('menu')).toHaveCount(0)
  const to = await middleOf(cell(page, 4, 1))
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  expect(await selectedCells(page)).toEqual(['2-1', '3-1', '4-1'])
  await expect(page.locator('[data-range-handle]')).toHaveCount(0)
  await cell(page, 3, 1).click({ button: 'right' })
  await expect(page.getByRole('menu', { name: '셀 메뉴' })).toBeVisible()
})

test.describe('pasting from the menu', { annotation: ownPage.annotation }, () => {
  test('with a finger the browser is asked for its clipboard; where it refuses the person hears what to do', async ({
    openTable,
  }) => {
    const page = await openTable()
    const finger = await fingerOn(page)
    const paste = async () => {
      await finger.stay(await middleOf(cell(page, 3, 1)))
      await finger.up()
      await page.getByRole('menuitem', { name: /^붙여넣기/ }).tap()
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => navigator.clipboard.writeText('가나다'))
    await paste()
    await expect.poll(() => edits(page)).toEqual(['3:owner=가나다'])
    await page.evaluate(() => {
      navigator.clipboard.read = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    })
    await paste()
    await expect
      .poll(() => page.evaluate(() => window.harness.messages.at(-1)?.text ?? ''))
      .toContain('길게 눌러 붙여넣어 주세요')
  })
})
