import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openGallery } from '../gallery/open-gallery.tsx'
import { openFilters } from './filter-harness.tsx'
import { tap, wait } from './finger.ts'
import { cell } from './table-steps.ts'

const closeFilters = () => page.getByRole('button', { name: '필터 닫기' })
const filterButton = () => page.getByRole('button', { name: '필터', exact: true })

async function openFiltersOnPhone() {
  await page.viewport(390, 844)
  const harness = await openFilters()
  // Only presses within the page's root count as outside.
  document.querySelector('main')?.parentElement?.setAttribute('id', 'root')
  await filterButton().click()
  await expect.element(closeFilters()).toBeVisible()
  return harness
}

test('a phone closes the filters with a button, which returns the focus', async () => {
  await openFiltersOnPhone()
  await tap(closeFilters())
  await expect.element(closeFilters()).not.toBeInTheDocument()
  await expect.element(filterButton()).toHaveFocus()
})

test('the first tap outside the filters of a phone only closes them', async () => {
  const { queries } = await openFiltersOnPhone()
  const target = cell(9, 1)
  await tap(target)
  await expect.element(closeFilters()).not.toBeInTheDocument()
  await wait(100)
  await expect.element(target).toHaveAttribute('aria-selected', 'false')
  await tap(target)
  await expect.element(target).toHaveAttribute('aria-selected', 'true')
  expect(queries.at(-1)?.filters).toEqual([])
})

test.each([
  { opener: '펼침', role: 'dialog' },
  { opener: '메뉴', role: 'menu' },
] as const)('the first tap outside a $role only closes it', async ({ opener, role }) => {
  await openGallery('floating')
  await page.getByRole('button', { name: opener, exact: true }).click()
  await expect.element(page.getByRole(role)).toBeVisible()
  const beneath = page.getByRole('button', { name: '좁은 창' })
  const opened = page.getByRole('dialog', { name: '카드사용내역 수정' })
  await tap(beneath)
  await expect.element(page.getByRole(role)).not.toBeInTheDocument()
  await wait(200)
  await expect.element(opened).not.toBeInTheDocument()
  await tap(beneath)
  await expect.element(opened).toBeVisible()
  // An open dialog would keep the page of the next test from scrolling.
  await opened.getByRole('button', { name: '취소' }).click()
  await expect.element(opened).not.toBeInTheDocument()
})

test('a panel has a close button for fingers', async () => {
  await openGallery('floating')
  await page.getByRole('button', { name: '펼침', exact: true }).click()
  await tap(page.getByRole('dialog').getByRole('button', { name: '닫기' }))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
