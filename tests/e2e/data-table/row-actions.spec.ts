import type { Locator } from '@playwright/test'
import { expect, test } from './harness-server.ts'
import { cell } from './table-steps.ts'

const actions = 20
const owner = 1

test('the buttons of a row cover nothing before the pointer or the focus is there, and have room of their own at its end', async ({
  openTable,
}) => {
  const page = await openTable()
  const covered = cell(page, 3, actions)
  expect(await isCovering(covered)).toBe(false)
  await cell(page, 3, owner).hover()
  expect(await isCovering(covered)).toBe(true)
  expect(await isCovering(cell(page, 4, actions))).toBe(false)
  await cell(page, 4, owner).click()
  await cell(page, 8, owner).hover()
  expect(await isCovering(cell(page, 4, actions))).toBe(true)
  expect(await isCovering(covered)).toBe(false)

  await page.locator('[data-table-scroller]').evaluate((scroller) => scroller.scrollTo({ left: scroller.scrollWidth }))
  const [last, buttons] = await Promise.all([cell(page, 3, actions - 1).boundingBox(), covered.boundingBox()])
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((buttons?.x ?? 0) + 0.5)
  await expect(page.getByRole('columnheader', { name: '액션' })).toBeInViewport({ ratio: 1 })
})

test('상세 pressed with Ctrl or the middle button, and the icon after it, open the record in its window', async ({
  openTable,
}) => {
  const page = await openTable()
  const detail = page.getByRole('button', { name: '3행 상세', exact: true })
  await detail.click({ modifiers: ['Control'] })
  await detail.click({ button: 'middle' })
  await page.getByRole('button', { name: '3행 새 창으로 열기', exact: true }).click()
  await detail.click()
  const heard = await page.evaluate(() => [window.harness.popped, window.harness.opened])
  expect(heard.map((ids) => ids.map((id) => id.slice(-2)))).toEqual([['02', '02', '02'], ['02']])
})

test('the cell menu has everything that the buttons of the row have', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 2, owner).click()
  await page.keyboard.press('Shift+F10')
  for (const name of [/^상세/, /^새 창으로 열기/, /^삭제/])
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
})

/** Whether the cell of the buttons is seen: it has a ground of its own and its buttons stand on it. */
async function isCovering(actionCell: Locator): Promise<boolean> {
  return actionCell.evaluate((element) => {
    const hasGround = getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'
    const shown = [...element.querySelectorAll('button')].map((button) => Number(getComputedStyle(button).opacity))
    if (shown.some((opacity) => opacity > 0) !== hasGround) throw new Error('ground without buttons, or the reverse')
    return hasGround
  })
}
