import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectTexts, focus } from '../steps.ts'
import { press } from '../table/table-steps.ts'
import { openGallery } from './open-gallery.tsx'

afterEach(async () => {
  vi.useRealTimers()
  await page.viewport(1440, 900)
})

const tree = () => page.getByRole('tree', { name: '응답 예' })
const items = () => tree().getByRole('treeitem')
const item = (name: RegExp) => tree().getByRole('treeitem', { name })
const findFocused = () => page.getByCss('[role=treeitem]:focus')

test('moves through a JSON value, expands and collapses it with the keyboard alone', async () => {
  await openGallery('json')
  await expectTexts(
    items(),
    'status: ok',
    'data: 항목 3개',
    'items: 목록 2개',
    'pagination: 항목 2개',
    'warnings: 목록 0개',
  )
  await focus(item(/^status/))
  await press('ArrowDown')
  await expect.element(findFocused()).toHaveTextContent('data: 항목 3개')
  await expect.element(findFocused()).toHaveAttribute('aria-expanded', 'true')
  await press('ArrowRight', 'ArrowRight')
  await expect.element(findFocused()).toHaveTextContent('items: 목록 2개')
  await expect.poll(() => items().elements().length).toBe(7)
  await press('End')
  await expect.element(findFocused()).toHaveTextContent('warnings: 목록 0개')
  await press('ArrowLeft')
  await expect.element(findFocused()).toHaveTextContent('data: 항목 3개')
  await press('ArrowLeft')
  await expect.poll(() => items().elements().length).toBe(2)
  await press('Enter')
  await expect.poll(() => items().elements().length).toBe(7)
  await press('Home')
  await expect.element(findFocused()).toHaveTextContent('status: ok')
  // One Tab stop, wherever the tree was left.
  await press('ArrowDown', 'Shift+Tab', 'Tab')
  await expect.element(findFocused()).toHaveTextContent('data: 항목 3개')
})

test('expands a JSON value with the pointer and keeps long texts inside it', async () => {
  await page.viewport(390, 844)
  await openGallery('json')
  await item(/^items/).click()
  await item(/^1:/).click()
  await expect.element(item(/^name: 띄어쓰기/)).toBeVisible()
  const element = tree().element()
  expect(element.scrollWidth - element.clientWidth).toBeLessThanOrEqual(0)
})

test('loads a long list in parts', async () => {
  await openGallery('json')
  const long = page.getByRole('tree', { name: '긴 응답' })
  const length = () => long.getByRole('treeitem').elements().length
  await expect.poll(length).toBe(101)
  await long.getByText('30개 더 보기').click()
  await expect.poll(length).toBe(130)
})

test('copies and shows a JSON value as source text', async () => {
  await openGallery('json')
  // The toast stays until it has been seen.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const part = page.getByCss('div').filter({ has: tree() }).last()
  await part.getByRole('button', { name: '복사' }).click()
  await expect.element(page.getByRole('dialog', { name: '복사했습니다.' })).toBeVisible()
  const copied: unknown = JSON.parse(await navigator.clipboard.readText())
  expect(copied).toMatchObject({ status: 'ok', data: { warnings: [] } })
  await part.getByRole('button', { name: '원문' }).click()
  await expect.element(page.getByLabelText('응답 예 원문')).toMatchTextContent('"isDone": false')
  await expect.element(tree()).not.toBeInTheDocument()
})
