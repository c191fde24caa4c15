import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { openFilters } from './filter-harness.tsx'
import { press } from './table-steps.ts'

const toolbar = () => page.getByRole('toolbar', { name: '시험 기록 작업' })
const more = () => page.getByRole('button', { name: '더 많은 작업' })

const listWidths = () =>
  toolbar()
    .getByRole('button')
    .elements()
    .map((button) => button.getBoundingClientRect().width)

test('the buttons of a list have labels at 1440 px, and are icons with tooltips in less space', async () => {
  await openFilters()
  await expect.element(more()).not.toBeInTheDocument()
  const labels = () =>
    toolbar()
      .getByRole('button')
      .elements()
      .map((button) => (button as HTMLElement).textContent)
  const all = ['내보내기', '가져오기', '초기화', '필터 추가', '저장된 보기']
  expect(labels()).toEqual(all)
  expect(Math.min(...listWidths())).toBeGreaterThan(50)

  await page.viewport(1366, 768)
  await expect.poll(() => Math.max(...listWidths())).toBeLessThan(50)
  expect(labels()).toEqual(all)
  await expect.element(toolbar().getByRole('button', { name: '필터 추가' })).toHaveAttribute('title', '필터 추가')
})

test('hides labels that would wrap the toolbar, those of rare buttons first', async () => {
  await openFilters()
  const bar = (await toolbar().findElement()) as HTMLElement
  const listWords = () =>
    toolbar()
      .getByRole('button')
      .elements()
      .filter((button) => button.getBoundingClientRect().width > 50)
      .map((button) => button.textContent)
  const { offsetHeight } = bar
  const used = bar.querySelector('button:last-of-type')?.getBoundingClientRect().right ?? 0
  bar.style.width = `${used - bar.getBoundingClientRect().left - 8}px`
  await expect.poll(listWords).toEqual(['내보내기', '가져오기', '필터 추가'])
  expect(bar.offsetHeight).toBe(offsetHeight)
  bar.style.width = '260px'
  await expect.poll(listWords).toEqual([])
  expect(bar.offsetHeight).toBe(offsetHeight)
  bar.style.width = ''
  await expect.poll(() => listWords().length).toBe(5)
})

test('the buttons of a list move behind ⋯ in a low window', async () => {
  await openFilters()
  await page.viewport(1366, 500)
  await expect.element(toolbar()).not.toBeInTheDocument()
  await more().click()
  await expect.element(toolbar().getByRole('button', { name: '내보내기' })).toBeInViewport({ ratio: 1 })
  await press('Escape')
  await expect.element(toolbar()).not.toBeInTheDocument()
  await expect.element(more()).toHaveFocus()
})

test.each([
  [1366, 500],
  [390, 844],
])('필터 adds and resets filters and opens views where the controls fold away at %i × %i', async (width, height) => {
  await openFilters()
  await page.viewport(width, height)
  const tool = (name: string) => page.getByRole('button', { name, exact: true })
  await expect.element(tool('필터 추가')).not.toBeInTheDocument()
  await tool('필터').click()
  for (const name of ['초기화', '필터 추가', '저장된 보기']) await expect.element(tool(name)).toBeVisible()
  await tool('필터').click()
  await more().click()
  await expect.element(tool('내보내기')).toBeVisible()
  await expect.element(tool('필터 추가')).not.toBeInTheDocument()
})

test.each([
  { column: '보수료', first: '최소' },
  { column: '등기예정일', first: '시작일' },
  { column: '등기목적', first: '등기목적 값 찾기' },
  { column: '입금', first: '입금 값 찾기' },
])('필터 추가 moves the focus from the chosen column $column to its first field', async ({ column, first }) => {
  await openFilters()
  await toolbar().getByRole('button', { name: '필터 추가' }).click()
  await commands.typeText(column)
  await press('Enter')
  const filter = page.getByRole('dialog', { name: `${column} 필터` })
  await expect.element(filter.getByLabelText(first, { exact: true })).toHaveFocus()
})

test("a column's menu opens the filter of that column, unless it can't be filtered", async () => {
  const { queries } = await openFilters()
  await page.getByRole('columnheader', { name: '등기목적', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '이 컬럼으로 필터' }).click()
  const filter = page.getByRole('dialog', { name: '등기목적 필터' })
  await filter.getByRole('checkbox').first().click()
  await expect.poll(() => queries.at(-1)?.filters).toMatchObject([{ field: 'purpose' }])
  await press('Escape')
  await expect.element(filter).not.toBeInTheDocument()
})
