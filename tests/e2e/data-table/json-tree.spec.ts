import type { Page } from '@playwright/test'
import { expect, test } from './harness-server.ts'

async function open(page: Page, harnessUrl: string) {
  await page.goto(`${harnessUrl}gallery.html#json`)
  const tree = page.getByRole('tree', { name: '응답 예' })
  await tree.waitFor()
  return {
    tree,
    line: (name: RegExp) => tree.getByRole('treeitem', { name }),
    focused: page.locator('[role=treeitem]:focus'),
    press: (key: string) => page.keyboard.press(key),
  }
}

test('a JSON value is walked, opened and closed by keyboard alone', async ({ page, harnessUrl }) => {
  const { tree, line, focused, press } = await open(page, harnessUrl)
  await expect(tree.getByRole('treeitem')).toHaveText([
    'status: ok',
    'data: 항목 3개',
    'items: 목록 2개',
    'pagination: 항목 2개',
    'warnings: 목록 0개',
  ])
  await line(/^status/).focus()
  await press('ArrowDown')
  await expect(focused).toHaveText('data: 항목 3개')
  await expect(focused).toHaveAttribute('aria-expanded', 'true')
  await press('ArrowRight')
  await press('ArrowRight')
  await expect(focused).toHaveText('items: 목록 2개')
  await expect(tree.getByRole('treeitem')).toHaveCount(7)
  await press('End')
  await expect(focused).toHaveText('warnings: 목록 0개')
  await press('ArrowLeft')
  await expect(focused).toHaveText('data: 항목 3개')
  await press('ArrowLeft')
  await expect(tree.getByRole('treeitem')).toHaveCount(2)
  await press('Enter')
  await expect(tree.getByRole('treeitem')).toHaveCount(7)
  await press('Home')
  await expect(focused).toHaveText('status: ok')
  // One stop for Tab, wherever the tree was left.
  await press('ArrowDown')
  await press('Shift+Tab')
  await press('Tab')
  await expect(focused).toHaveText('data: 항목 3개')
})

test('a JSON value is opened with the pointer, and long texts stay inside it', async ({ page, harnessUrl }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { tree, line } = await open(page, harnessUrl)
  await line(/^items/).click()
  await line(/^1:/).click()
  await expect(line(/^name: 띄어쓰기/)).toBeVisible()
  expect(await tree.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
})

test('a long list comes in parts', async ({ page, harnessUrl }) => {
  await open(page, harnessUrl)
  const long = page.getByRole('tree', { name: '긴 응답' })
  await expect(long.getByRole('treeitem')).toHaveCount(101)
  await long.getByText('30개 더 보기').click()
  await expect(long.getByRole('treeitem')).toHaveCount(130)
})

test('a JSON value is read as it is written, and copied so', async ({ page, context, harnessUrl }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { tree } = await open(page, harnessUrl)
  const part = page.locator('div', { has: tree }).last()
  await part.getByRole('button', { name: '복사' }).click()
  await expect(page.getByText('복사했습니다.')).toBeVisible()
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied).toMatchObject({ status: 'ok', data: { warnings: [] } })
  await part.getByRole('button', { name: '원문' }).click()
  await expect(page.getByLabel('응답 예 원문')).toContainText('"isDone": false')
  await expect(tree).toBeHidden()
})
