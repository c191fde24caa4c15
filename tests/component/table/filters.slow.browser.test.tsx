import { expect, onTestFinished, test, vi } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import { takeThird } from '../../support/runner/test-depth.ts'
import { expectAccessible } from '../accessibility.ts'
import { type FilterHarness, openFilters } from './filter-harness.tsx'
import { cell, getActiveCell, ime, press, readTexts } from './table-steps.ts'

const bar = () => page.getByRole('navigation', { name: '페이지' })
const tags = () => page.getByRole('list', { name: '활성 필터' }).getByRole('listitem')
const total = () => bar().getByRole('status')
const searchBox = () => page.getByRole('searchbox', { name: '검색' })
const listSearches = ({ queries }: FilterHarness) => queries.map(({ search }) => search)
const listMessages = ({ messages: all }: FilterHarness) => all.map(({ text }) => text)

async function pressIn(field: Locator, key: string) {
  const element = await field.findElement()
  element.focus()
  await press(key)
}

async function fillAndEnter(field: Locator, text: string) {
  await field.fill(text)
  await press('Enter')
}

test('shows the same rows as a list and as pages, and remembers the choice on the device', async () => {
  await openFilters()
  await expect.element(bar().getByText(/^총 1,000개 중 \d+개 표시$/)).toBeVisible()
  await expect.element(bar().getByText('아래로 스크롤하여 더 보기')).toBeVisible()
  await cell(0, 1).click()
  await press('Control+End')
  await expect.element(bar().getByText('총 1,000개 중 1,000개 표시')).toBeVisible()
  await expect.element(bar().getByText('모든 데이터를 불러왔습니다')).toBeVisible()
  // Back to the first columns, because the table renders only those in view.
  await press('Home', 'ArrowRight')
  await bar()
    .getByRole('button', { name: /^48 ?페이지$/ })
    .click()
  await expect.element(bar().getByText('48 / 50 페이지')).toBeVisible()

  await bar().getByRole('button', { name: '무한스크롤' }).click()
  await expect.element(cell(0, 1)).toHaveTextContent('소유자 941')
  await expect.element(page.getByCss('[role=gridcell][data-row="20"]')).not.toBeInTheDocument()
  await expect.element(total()).toHaveTextContent('총 1,000건')
  await expect.element(bar().getByText('48 / 50 페이지')).toBeVisible()

  const reopened = await openFilters()
  await expect.element(bar().getByRole('button', { name: '무한스크롤' })).toHaveAttribute('aria-pressed', 'false')
  await bar()
    .getByRole('button', { name: /^3 ?페이지$/ })
    .click()
  await expect.element(cell(0, 1)).toHaveTextContent('소유자 41')
  await bar().getByRole('button', { name: '무한스크롤' }).click()
  await expect.element(cell(40, 1)).toBeInViewport()
  await expect.element(bar().getByText('3 / 50 페이지')).toBeVisible()
  expect(listMessages(reopened)).toEqual(['무한스크롤 모드가 활성화되었습니다.'])
  await bar().getByRole('button', { name: '무한스크롤' }).click()
  expect(listMessages(reopened).at(-1)).toBe('페이지네이션 모드가 활성화되었습니다.')
})

test('keys stay within the page, and another sort starts at page 1', async () => {
  const filters = await openFilters()
  await bar().getByRole('button', { name: '무한스크롤' }).click()
  await bar().getByRole('button', { name: '다음 페이지' }).click()
  await cell(3, 1).click()
  await press('Control+End', 'ArrowDown', 'PageDown')
  await expect.poll(getActiveCell).toMatch(/^19-/)
  await expect.element(bar().getByText('2 / 50 페이지')).toBeVisible()
  await press('Home', 'ArrowRight')
  const jump = bar().getByLabelText('페이지 이동')
  for (const typed of ['셋', '51']) await fillAndEnter(jump, typed)
  expect(listMessages(filters).slice(-2)).toEqual([
    '올바른 페이지 번호를 입력하세요.',
    '1부터 50 사이의 페이지 번호를 입력하세요.',
  ])
  await fillAndEnter(jump, '7')
  await expect.element(cell(0, 1)).toHaveTextContent('소유자 121')
  await page.getByRole('columnheader', { name: /보수료/ }).click()
  await expect.element(bar().getByText('1 / 50 페이지')).toBeVisible()
  expect(readTexts(bar().getByRole('combobox', { name: '페이지당' }).getByRole('option'))).toEqual(
    ['10', '20', '50', '100', '200', '500', '1,000', '2,000', '5,000', '10,000'].map((size) => `${size}건`),
  )
})

test('runs a typed search after a pause, never inside a syllable, and at once by 검색', async () => {
  const filters = await openFilters()
  // Timers run only on demand, because on a slow machine the gap between two keys would count as a
  // pause.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  searchBox().element().focus()
  await commands.typeText('소유자 99')
  vi.advanceTimersByTime(filterBarDelayMs - 1)
  expect(listSearches(filters)).toEqual([''])
  vi.advanceTimersByTime(1)
  await expect.poll(() => listSearches(filters)).toEqual(['', '소유자 99'])
  await expect.element(total()).not.toHaveTextContent('총 1,000건')
  await searchBox().fill('')
  vi.advanceTimersByTime(filterBarDelayMs)
  await expect.element(total()).toHaveTextContent('총 1,000건')
  await searchBox().click()
  await ime.compose('ㅅ', '소')
  vi.advanceTimersByTime(2 * filterBarDelayMs + 1)
  expect(listSearches(filters).at(-1)).toBe('')
  await ime.accept('소')
  vi.advanceTimersByTime(filterBarDelayMs)
  await expect.poll(() => listSearches(filters).at(-1)).toBe('소')
  await searchBox().fill('소유자 7')
  await page.getByRole('button', { name: '검색' }).click()
  expect(listSearches(filters).at(-1)).toBe('소유자 7')
})

test('lists filters as tags, edits them by a click, and removes them one by one or all at once', async () => {
  await openFilters()
  await expect.element(page.getByText('열쇠 없는 필터')).not.toBeInTheDocument()
  await page.getByRole('search').getByRole('button', { name: '상태' }).click()
  const values = page.getByRole('list', { name: '상태 값' })
  await expect.element(values.getByRole('listitem')).toHaveLength(4)
  await page.getByRole('searchbox', { name: '상태 값 찾기' }).fill('ㅈㅅ')
  await values.getByRole('checkbox').click()
  await expect.poll(() => readTexts(tags())).toEqual([expect.stringMatching(/^상태 = 조사중/)])
  await expect.element(total()).toHaveTextContent('총 250건')
  await press('Escape')
  await expect.element(page.getByRole('button', { name: '전체 초기화' })).not.toBeInTheDocument()

  await fillAndEnter(page.getByLabelText('보수료 최소'), '100,000')
  await expect
    .poll(() => readTexts(tags()))
    .toEqual([expect.stringMatching(/^상태 = 조사중/), expect.stringMatching(/^보수료 ≥ 100,000/)])
  await tags().first().getByRole('button', { name: '상태 = 조사중' }).click()
  await page.getByRole('checkbox', { name: /완료/ }).click()
  await expect.element(tags().first()).toMatchTextContent(/조사중, 완료/)
  await press('Escape')
  await pressIn(searchBox(), 'Backspace')
  await expect.element(tags()).toHaveLength(1)
  await page.getByRole('button', { name: '필터 추가' }).click()
  await page.getByRole('combobox', { name: '컬럼 찾기' }).fill('ㄷㄱㅁㅈ')
  await press('Tab')
  await page.getByRole('searchbox', { name: '등기목적 값 찾기' }).fill('비어')
  await press('Enter')
  await expect.element(page.getByRole('checkbox', { name: /비어 있음/ })).toBeChecked()
  await press('Escape')
  await expect.element(tags().last()).toMatchTextContent(/^등기목적 비어 있음/)
  await page.getByRole('button', { name: '전체 초기화' }).click()
  await expect.element(tags()).toHaveLength(0)
  await expect.element(searchBox()).toHaveFocus()
  await expect.element(total()).toHaveTextContent('총 1,000건')
})

test('a text filter offers the values of records before others', async () => {
  await openFilters({ rows: 10 })
  await page.getByRole('combobox', { name: '소유자' }).click()
  await expect
    .poll(() => readTexts(page.getByRole('listbox', { name: '소유자 제안' }).getByRole('option')))
    .toEqual(['소유자 7', '소유자 8', '가나다'])
})

test('Escape in the bar removes neither a filter nor the search', async () => {
  await openFilters()
  await fillAndEnter(searchBox(), '소유자')
  const owner = page.getByCss('search [role=combobox]')
  await owner.fill('소유자 99')
  await expect.element(tags()).toHaveLength(1)
  await press('Escape', 'Escape', 'Escape')
  await pressIn(searchBox(), 'Escape')
  await expect.element(searchBox()).toHaveValue('소유자')
  await expect.element(owner).toHaveValue('소유자 99')
  await expect.element(tags()).toHaveLength(1)
})

test('applies, renames, deletes and restores a saved view, and the device remembers it', async () => {
  await openFilters()
  await searchBox().fill('소유자 12')
  await page.getByRole('button', { name: '저장된 보기' }).click()
  await fillAndEnter(page.getByLabelText('현재 보기의 이름'), '열둘')
  await press('Escape')
  await page.getByRole('button', { name: '초기화' }).click()

  const filters = await openFilters()
  await page.getByRole('button', { name: '저장된 보기' }).click()
  const saved = page.getByRole('list', { name: '저장된 보기' })
  await saved.getByRole('button', { name: '열둘 이름 변경' }).click()
  await fillAndEnter(page.getByLabelText('열둘 새 이름'), '십이')
  await saved.getByRole('button', { name: '십이 삭제' }).click()
  await expect.element(saved.getByRole('listitem')).toHaveLength(0)
  await page.getByRole('button', { name: '되돌리기' }).click()
  await saved.getByRole('button', { name: '십이', exact: true }).click()
  await expect.element(searchBox()).toHaveValue('소유자 12')
  await expect.poll(() => listSearches(filters).at(-1)).toBe('소유자 12')
})

for (const [width, places] of takeThird([
  [1440, 7],
  [1024, 6],
  [390, 5],
] as const)) {
  test(`the page bar has ${places} places at ${width} px, and axe finds nothing`, async () => {
    // A low window, so that axe has few rows to check.
    await page.viewport(width, 560)
    onTestFinished(() => page.viewport(1440, 900))
    await openFilters()
    const numbers = () => readTexts(bar().getByRole('button')).filter((text) => /^\d+페이지$/.test(text))
    await expect.poll(numbers).toHaveLength(places - 1)
    const toFirst = bar().getByRole('button', { name: '첫 페이지', includeHidden: true }).element()
    expect(toFirst.checkVisibility()).toBe(width >= 640)
    const minimum = page.getByLabelText('보수료 최소')
    expect(minimum.query()?.checkVisibility() ?? false).toBe(width >= 640)
    if (width < 640) await page.getByRole('button', { name: '필터' }).click()
    await fillAndEnter(minimum, '1000')
    await page.getByRole('search').getByRole('button', { name: '상태' }).click()
    await page.getByRole('checkbox', { name: /완료/ }).click()
    await expectAccessible()
  })
}
