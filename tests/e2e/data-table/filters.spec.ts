import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, ownPage, test } from './harness-server.ts'
import { activePlace, cell, hangulKeyboard } from './table-steps.ts'

async function open(page: Page, harnessUrl: string): Promise<void> {
  await page.goto(`${harnessUrl}filters.html`)
  await cell(page, 0, 1).waitFor()
}

const bar = (page: Page) => page.getByRole('navigation', { name: '페이지' })
const tags = (page: Page) => page.getByRole('list', { name: '활성 필터' }).getByRole('listitem')
const total = (page: Page) => bar(page).getByRole('status')
const searches = (page: Page) => page.evaluate(() => window.filterHarness.queries.map(({ search }) => search))
const messages = (page: Page) => page.evaluate(() => window.filterHarness.messages.map(({ text }) => text))

test('the two modes say so, stand at the same rows, and the device remembers which', async ({ page, harnessUrl }) => {
  await open(page, harnessUrl)
  await expect(bar(page).getByText(/^총 1,000개 중 \d+개 표시$/)).toBeVisible()
  await expect(bar(page).getByText('아래로 스크롤하여 더 보기')).toBeVisible()
  await cell(page, 0, 1).click()
  await page.keyboard.press('Control+End')
  await expect(bar(page).getByText('총 1,000개 중 1,000개 표시')).toBeVisible()
  await expect(bar(page).getByText('모든 데이터를 불러왔습니다')).toBeVisible()
  // Back to the first columns: the table draws those in view.
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await bar(page)
    .getByRole('button', { name: /^48 ?페이지$/ })
    .click()
  await expect(bar(page).getByText('48 / 50 페이지')).toBeVisible()

  await bar(page).getByRole('button', { name: '무한스크롤' }).click()
  await expect(cell(page, 0, 1)).toHaveText('소유자 941')
  await expect(page.locator('[role=gridcell][data-row="20"]')).toHaveCount(0)
  await expect(total(page)).toHaveText('총 1,000건')
  await expect(bar(page).getByText('48 / 50 페이지')).toBeVisible()
  await page.reload()
  await expect(bar(page).getByRole('button', { name: '무한스크롤' })).toHaveAttribute('aria-pressed', 'false')
  await bar(page)
    .getByRole('button', { name: /^3 ?페이지$/ })
    .click()
  await expect(cell(page, 0, 1)).toHaveText('소유자 41')

  await bar(page).getByRole('button', { name: '무한스크롤' }).click()
  await expect(cell(page, 40, 1)).toBeInViewport()
  await expect(bar(page).getByText('3 / 50 페이지')).toBeVisible()
  expect(await messages(page)).toEqual(['무한스크롤 모드가 활성화되었습니다.'])
  await bar(page).getByRole('button', { name: '무한스크롤' }).click()
  expect((await messages(page)).at(-1)).toBe('페이지네이션 모드가 활성화되었습니다.')
})

test('in paged mode the keys stay within the page, another order starts at page 1, and a wrong page is refused', async ({
  page,
  harnessUrl,
}) => {
  await open(page, harnessUrl)
  await bar(page).getByRole('button', { name: '무한스크롤' }).click()
  await bar(page).getByRole('button', { name: '다음 페이지' }).click()
  await cell(page, 3, 1).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('PageDown')
  expect(await activePlace(page)).toMatch(/^19-/)
  await expect(bar(page).getByText('2 / 50 페이지')).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  const jump = bar(page).getByLabel('페이지 이동')
  for (const typed of ['셋', '51']) {
    await jump.fill(typed)
    await jump.press('Enter')
  }
  expect((await messages(page)).slice(-2)).toEqual([
    '올바른 페이지 번호를 입력하세요.',
    '1부터 50 사이의 페이지 번호를 입력하세요.',
  ])
  await jump.fill('7')
  await jump.press('Enter')
  await expect(cell(page, 0, 1)).toHaveText('소유자 121')
  await page.getByRole('columnheader', { name: /보수료/ }).click()
  await expect(bar(page).getByText('1 / 50 페이지')).toBeVisible()
  await expect(bar(page).getByRole('combobox', { name: '페이지당' }).getByRole('option')).toHaveText(
    ['10', '20', '50', '100', '200', '500', '1,000', '2,000', '5,000', '10,000'].map((size) => `${size}건`),
  )
})

test('typing is handed on when it rests, and never inside a syllable', ownPage, async ({ page, harnessUrl }) => {
  await open(page, harnessUrl)
  const box = page.getByRole('searchbox', { name: '검색' })
  // The page's time stands still while it is typed: a machine that stalls between two keys would make a rest of its own.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await box.pressSequentially('소유자 99')
  expect(await searches(page)).toEqual([''])
  await page.clock.resume()
  await expect(total(page)).not.toHaveText('총 1,000건')
  expect(await searches(page)).toEqual(['', '소유자 99'])
  await box.fill('')
  await expect(total(page)).toHaveText('총 1,000건')
  await box.click()
  const hangul = await hangulKeyboard(page)
  await hangul.compose('ㅅ', '소')
  await page.waitForTimeout(700)
  expect((await searches(page)).at(-1)).toBe('')
  await hangul.accept('소')
  await expect.poll(async () => (await searches(page)).at(-1)).toBe('소')
  await box.fill('소유자 7')
  await page.getByRole('button', { name: '검색', exact: true }).click()
  expect((await searches(page)).at(-1)).toBe('소유자 7')
})

test('filters stand as tags, are edited by a click, and leave one by one or all', async ({ page, harnessUrl }) => {
  await open(page, harnessUrl)
  await expect(page.getByText('열쇠 없는 필터')).toHaveCount(0)
  await page.getByRole('search').getByRole('button', { name: '상태' }).click()
  const values = page.getByRole('list', { name: '상태 값' })
  await expect(values.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('searchbox', { name: '상태 값 찾기' }).fill('ㅈㅅ')
  await values.getByRole('checkbox').check()
  await expect(tags(page)).toHaveText([/^상태 = 조사중/])
  await expect(total(page)).toHaveText('총 250건')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '전체 초기화' })).toHaveCount(0)

  await page.getByLabel('보수료 최소').fill('100,000')
  await page.getByLabel('보수료 최소').press('Enter')
  await expect(tags(page)).toHaveText([/^상태 = 조사중/, /^보수료 ≥ 100,000/])
  await tags(page).first().getByRole('button', { name: '상태 = 조사중', exact: true }).click()
  await page.getByRole('checkbox', { name: /완료/ }).check()
  await expect(tags(page).first()).toHaveText(/조사중, 완료/)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: '검색' }).press('Backspace')
  await expect(tags(page)).toHaveCount(1)
  await page.getByRole('button', { name: '필터 추가' }).click()
  await page.getByRole('searchbox', { name: '컬럼 찾기' }).fill('ㄷㄱㅁㅈ')
  await page.getByRole('list', { name: '컬럼', exact: true }).getByRole('button', { name: '등기목적' }).click()
  await page.getByRole('checkbox', { name: /비어 있음/ }).check()
  await page.keyboard.press('Escape')
  await expect(tags(page).last()).toHaveText(/^등기목적 비어 있음/)
  await page.getByRole('button', { name: '전체 초기화' }).click()
  await expect(tags(page)).toHaveCount(0)
  await expect(total(page)).toHaveText('총 1,000건')
})

test('a filter is kept under a name, applied, renamed, deleted and taken back', async ({ page, harnessUrl }) => {
  await open(page, harnessUrl)
  await page.getByRole('searchbox', { name: '검색' }).fill('소유자 12')
  await page.getByRole('button', { name: '저장된 보기' }).click()
  await page.getByLabel('현재 보기의 이름').fill('열둘')
  await page.getByLabel('현재 보기의 이름').press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '초기화', exact: true }).click()
  await page.reload()
  await page.getByRole('button', { name: '저장된 보기' }).click()
  const saved = page.getByRole('list', { name: '저장된 보기' })
  await saved.getByRole('button', { name: '열둘 이름 변경' }).click()
  await page.getByLabel('열둘 새 이름').fill('십이')
  await page.getByLabel('열둘 새 이름').press('Enter')
  await saved.getByRole('button', { name: '십이 삭제' }).click()
  await expect(saved.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: '되돌리기' }).click()
  await saved.getByRole('button', { name: '십이', exact: true }).click()
  await expect(page.getByRole('searchbox', { name: '검색' })).toHaveValue('소유자 12')
  await expect.poll(async () => (await searches(page)).at(-1)).toBe('소유자 12')
})

for (const [width, places] of [
  [1440, 7],
  [1024, 6],
  [390, 5],
] as const) {
  test(`${places} page places at ${width} px, and nothing for axe to say`, async ({ page, harnessUrl }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page, harnessUrl)
    const numbers = bar(page).getByRole('button', { name: /^[\d,]+ ?페이지$/ })
    await expect(numbers).toHaveCount(places - 1)
    await expect(bar(page).getByRole('button', { name: '첫 페이지' })).toBeVisible({ visible: width >= 640 })
    if (width < 640) {
      await expect(page.getByLabel('보수료 최소')).toBeHidden()
      await page.getByRole('button', { name: '필터', exact: true }).click()
    }
    await page.getByLabel('보수료 최소').fill('1000')
    await page.getByLabel('보수료 최소').press('Enter')
    await page.getByRole('search').getByRole('button', { name: '상태' }).click()
    await page.getByRole('checkbox', { name: /완료/ }).check()
    await expectNoBarrier(page)
  })
}
