import type { Page } from '@playwright/test'
import { bookRows, expectOwners, openCaseBook, rowOf } from './support/case-book.ts'
import { goOffline, untilAllStored } from './support/go-offline.ts'
import { makeCases } from './support/own-cases.ts'
import { bare, printed, withoutDialog } from './support/printing.ts'
import { sheetOf } from './support/sheet-of.ts'
import { expect, test } from './support/test.ts'
import { pressExport } from './support/take-out.ts'

test.use({ isDeviceKept: true })

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })

/** Chooses from the menu of a column. */
async function choose(page: Page, column: string, entry: string): Promise<void> {
  await header(page, column).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry }).click()
}

/** px of a row with a mouse. */
const rowHeight = 36

/** The number of the topmost row in sight, from 1. */
async function topRow(page: Page): Promise<number> {
  const top = await page.evaluate(() => document.querySelector('[data-table-scroller]')?.scrollTop ?? 0)
  return Math.round(top / rowHeight) + 1
}

async function scrollToRow(page: Page, row: number): Promise<void> {
  await page
    .locator('[data-table-scroller]')
    .evaluate((scroller, top) => scroller.scrollTo(0, top), (row - 1) * rowHeight)
}

/** Back, once the address has taken in where one is. */
async function goBackToGroups(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/group=/)
  await page.goBack()
  await expect(page).toHaveURL(/group=/)
}

test('the book stands by several columns: the address, a reload and the Excel file follow', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '여러순서', 3)
  await openCaseBook(page, office.url, '?search=여러순서&sort=purpose')
  await header(page, '소유자').click({ modifiers: ['Shift'] })
  await header(page, '소유자').click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/sort=purpose(,|%2C)-owner/)
  await page.reload()
  await expect(header(page, '소유자')).toHaveAttribute('aria-description', '정렬 2순위, 내림차순')
  await expect(bookRows(page).first()).toContainText('여러순서3')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  const lines = await sheetOf(file)
  const owners = lines.flat().filter((cell) => String(cell).startsWith('여러순서'))
  expect(owners).toEqual(['여러순서3', '여러순서2', '여러순서1'])
})

test('an endless list comes back to its row: after a reload, from another screen, from a narrower question, by a link', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '줄자리', 150)
  await openCaseBook(page, office.url, '?search=줄자리&sort=owner')
  await expect(page.getByText('총 150개 중')).toBeVisible({ timeout: 60_000 })
  await scrollToRow(page, 90)
  await expect(page).toHaveURL(/row=90/)
  await page.reload()
  await expect(rowOf(page, '줄자리90')).toBeVisible()
  await expect.poll(() => topRow(page)).toBe(90)
  // The arrows go on from there.
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => topRow(page)).toBe(90)

  await page.getByRole('link', { name: '퀵', exact: true }).first().click()
  await expect(page).toHaveURL(/quick/)
  await page.goBack()
  await expect(page).toHaveURL(/row=90/)
  await expect.poll(() => topRow(page)).toBe(90)

  await page.getByRole('searchbox', { name: '검색' }).fill('줄자리1')
  await expect(page).not.toHaveURL(/row=/)
  await expect.poll(() => topRow(page)).toBe(1)
  await page.goBack()
  await expect(page.getByText('총 150개 중')).toBeVisible()
  await expect.poll(() => topRow(page)).toBe(90)
  await expect(page).toHaveURL(/row=90/)

  // One history entry for all of the scrolling.
  const entries = await page.evaluate(() => history.length)
  await scrollToRow(page, 40)
  await expect(page).toHaveURL(/row=40/)
  await scrollToRow(page, 60)
  await expect(page).toHaveURL(/row=60/)
  expect(await page.evaluate(() => history.length)).toBe(entries)

  // Whoever reads in pages opens the link at the page of that row.
  await page.getByRole('navigation', { name: '페이지' }).getByRole('button', { name: '무한스크롤' }).click()
  await expect(page).not.toHaveURL(/row=/)
  await page.goto(`${office.url}/services/real-estate?tab=table&search=줄자리&sort=owner&row=90`)
  await expect(page.getByRole('navigation', { name: '페이지' })).toContainText('5 / 8 페이지')
  await expect(rowOf(page, '줄자리90')).toBeVisible()
})

test('a view is kept under a name with filters, order and columns, and opening one is undone where columns are', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '보기저장', 2)
  await openCaseBook(page, office.url, '?search=보기저장')
  const name = page.getByLabel('현재 보기의 이름')
  const views = page.getByRole('list', { name: '저장된 보기' })
  await header(page, '소유자').click()
  await choose(page, '등기목적', '숨기기')
  await expect(header(page, '등기목적')).toHaveCount(0)
  await page.getByRole('button', { name: '저장된 보기' }).click()
  await name.fill('내 보기')
  await page.getByRole('button', { name: '현재 보기 저장' }).click()
  await page.keyboard.press('Escape')

  await choose(page, '소유자', '기본 순서')
  await page.keyboard.press('Control+z')
  await expect(header(page, '등기목적')).toBeVisible()
  await page.getByRole('button', { name: '필터 초기화' }).click()
  await expect(page).not.toHaveURL(/search|sort/)

  await page.getByRole('button', { name: '저장된 보기' }).click()
  await views.getByRole('button', { name: '내 보기', exact: true }).click()
  await expect(page).toHaveURL(/sort=owner/)
  await expectOwners(page, ['보기저장1', '보기저장2'])
  await expect(header(page, '등기목적')).toHaveCount(0)
  await bookRows(page).first().getByRole('gridcell').nth(1).click()
  await page.keyboard.press('Control+z')
  await expect(header(page, '등기목적')).toBeVisible()
  await expect(page).toHaveURL(/sort=owner/)
})

test('the book by groups: sums without a network, a group opens as its records, the way back and the paper @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '묶음건', 4)
  await withoutDialog(page)
  await openCaseBook(page, office.url, '?search=묶음건')
  await untilAllStored(page)
  await goOffline(page, office)
  await choose(page, '등기접수일', '월별로 묶어 보기')
  const groups = page.getByRole('grid', { name: '사건부 묶음' })
  await expect(groups.getByRole('row').filter({ hasText: '2026년 11월' })).toContainText('4400,000')
  await expect(page).toHaveURL(/group=created_at(:|%3A)month/)
  await expect(page.getByLabel('합계')).toContainText('묶음1개합계4건보수료400,000원')

  const paper = await printed(page, () => page.getByRole('button', { name: '인쇄', exact: true }).click())
  expect(bare(paper.pages[0]?.text ?? '')).toContain(bare('총 1개 묶음'))
  expect(bare(paper.pages[0]?.text ?? '')).toContain(bare('2026년 11월 4 400,000'))

  await page.getByLabel('묶는 기준').selectOption('owner')
  await expect(groups.getByRole('row')).toHaveCount(5)
  await header(page, '건수').click()
  await expect(page).toHaveURL(/group_sort=count/)
  // Fields of what a case refers to, too.
  await page.getByLabel('묶는 기준').selectOption({ label: '지역' })
  await expect(groups.getByRole('row')).toHaveCount(2)
  // What is empty is a group, and opens.
  await page.getByLabel('묶는 기준').selectOption({ label: '등기예정일 연도별' })
  await groups.getByText('(비어 있음)').click()
  await expectOwners(page, ['묶음건1', '묶음건2', '묶음건3', '묶음건4'])
  await expect(page.getByRole('list', { name: '활성 필터' })).toContainText('등기예정일')
  await goBackToGroups(page)
  await page.getByLabel('묶는 기준').selectOption('owner')
  await groups.getByText('묶음건3').click()
  await expectOwners(page, ['묶음건3'])
  await expect(page.getByRole('list', { name: '활성 필터' })).toContainText('묶음건3')
  await goBackToGroups(page)
  await expect(groups.getByRole('row')).toHaveCount(5)

  // By keys: Enter opens as well.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectOwners(page, ['묶음건2'])
  await goBackToGroups(page)
  await page.getByRole('button', { name: '묶음 풀기' }).click()
  await expectOwners(page, ['묶음건1', '묶음건2', '묶음건3', '묶음건4'])
})
