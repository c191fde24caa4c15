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
