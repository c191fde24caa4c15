import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFilters } from './filter-harness.tsx'
import { press } from './table-steps.ts'

const toolbar = () => page.getByRole('toolbar', { name: '시험 기록 작업' })
const more = () => page.getByRole('button', { name: '더 많은 작업' })

test('the buttons of a list have labels at 1440 px and move behind ⋯ in less space', async () => {
  await openFilters()
  await expect.element(more()).not.toBeInTheDocument()
  const labels = toolbar()
    .getByRole('button')
    .elements()
    .map((button) => (button as HTMLElement).innerText)
  expect(labels).toEqual(['내보내기', '가져오기', '초기화', '필터 추가', '저장된 보기'])

  await page.viewport(1366, 768)
  await expect.element(toolbar()).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: '소유자' })).toBeVisible()
  await more().click()
  await expect.element(toolbar().getByRole('button', { name: '저장된 보기' })).toBeInViewport({ ratio: 1 })
  await press('Escape')
  await expect.element(toolbar()).not.toBeInTheDocument()
  await expect.element(more()).toHaveFocus()
})
