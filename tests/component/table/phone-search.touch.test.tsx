import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFilters } from './filter-harness.tsx'
import { measureBox, tap } from './finger.ts'

test('a longer search has a line of its own on a phone, above the open filters', async () => {
  await page.viewport(390, 844)
  await openFilters()
  const search = page.getByRole('searchbox', { name: '검색' })
  const filterButton = page.getByRole('button', { name: /^필터/ }).first()
  await expect.poll(() => measureBox(search).width).toBeLessThan(300)
  await search.fill('가온 솔빛 고속도로')
  await expect.poll(() => measureBox(search).width).toBeGreaterThan(320)
  expect(measureBox(filterButton).top).toBeGreaterThan(measureBox(search).bottom)
  await tap(filterButton)
  const panelTop = measureBox(page.getByRole('button', { name: '필터 닫기' })).top
  expect(panelTop).toBeGreaterThan(measureBox(filterButton).bottom)
})
