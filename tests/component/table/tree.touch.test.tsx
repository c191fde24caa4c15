import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { box } from './table-steps.ts'
import { openTree } from './tree-harness.tsx'

test('on touch screens the button that opens a row in place is 44 px wide and as high as the row', async () => {
  const tree = await openTree()
  const button = page.getByRole('button', { name: '1행 펼치기' })
  const { width, height } = box(button)
  expect(width).toBeGreaterThanOrEqual(44)
  expect(height).toBeGreaterThanOrEqual(43)
  await button.click()
  await expect.element(page.getByText('기록 a2')).toBeVisible()
  expect(tree.opened).toEqual([])
})
