import type { Page } from '@playwright/test'
import { cellOf, expectOwners, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

const bar = (page: Page) => page.getByRole('navigation', { name: '페이지' })
const tags = (page: Page) => page.getByRole('list', { name: '활성 필터' }).getByRole('listitem')

test('the book in pages: page and size stand in the address, the mode on the device', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '쪽넘김', 25)
  await openCaseBook(page, office.url, '?search=쪽넘김')
  await expect(bar(page).getByText('총 25건')).toBeVisible()
  await bar(page).getByRole('button', { name: '무한스크롤' }).click()
  await expect(page.getByText('페이지네이션 모드가 활성화되었습니다.')).toBeVisible()
  await bar(page).getByLabel('페이지당').selectOption('10')
  await bar(page).getByRole('button', { name: '3 페이지' }).click()
  await expect(page).toHaveURL(/page=3/)
  await expect(page).toHaveURL(/page_size=10/)
  const owners = page.locator('[role=gridcell]').getByText(/^쪽넘김\d+$/)
  await expect(owners).toHaveCount(5)
  await page.reload()
  await expect(bar(page)).toContainText('3 / 3 페이지')
  await expect(owners).toHaveCount(5)
  await page
    .getByRole('columnheader', { name: /소유자\(위임인\)|소유자/ })
    .first()
    .click()
  await expect(bar(page)).toContainText('1 / 3 페이지')
  await expect(owners).toHaveCount(10)
  await bar(page).getByRole('button', { name: '무한스크롤' }).click()
  await expect(page.getByText('무한스크롤 모드가 활성화되었습니다.')).toBeVisible()
  await expect(bar(page).getByText(/^총 25개 중 \d+개 표시$/)).toBeVisible()
})

test('an undo turns to the page of what it changes', async ({ office, colleague, staffPage: page }) => {
  await makeCases(colleague, '되돌릴쪽', 25)
  await openCaseBook(page, office.url, '?search=되돌릴쪽&sort=owner')
  await bar(page).getByRole('button', { name: '무한스크롤' }).click()
  await bar(page).getByLabel('페이지당').selectOption('10')
  await typeIntoCell(page, cellOf(rowOf(page, '되돌릴쪽1'), '소유자'), '되돌릴쪽고침')
  await expect(rowOf(page, '되돌릴쪽고침')).toBeVisible()
  await bar(page).getByRole('button', { name: '3 페이지' }).click()
  await expect(rowOf(page, '되돌릴쪽고침')).toHaveCount(0)
  await page.locator('[role=gridcell][data-row="2"]').nth(2).click()
  await page.keyboard.press('Control+z')
  await expect(rowOf(page, '되돌릴쪽1')).toBeVisible()
  await expect(bar(page)).toContainText('1 / 3 페이지')
})

test('a filter on any column is a tag, stands in the address and comes back by the link', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '꼬리표', 3)
  await openCaseBook(page, office.url, '?search=꼬리표')
  await page.getByRole('button', { name: '필터 추가' }).click()
  await page.getByRole('combobox', { name: '컬럼 찾기' }).fill('소유자')
  await page.getByRole('option', { name: '소유자', exact: true }).click()
  const values = page.getByRole('list', { name: '소유자 값' })
  await expect(values.getByRole('listitem')).toHaveCount(3)
  await values.getByRole('checkbox', { name: /꼬리표2/ }).check()
  await page.keyboard.press('Escape')
  await expect(tags(page)).toHaveText([/^소유자 = 꼬리표2/])
  await expectOwners(page, ['꼬리표2'])
  await expect(page).toHaveURL(/filters=/)
  await page.reload()
  await expectOwners(page, ['꼬리표2'])
  await page.getByRole('button', { name: '소유자 = 꼬리표2 필터 지우기' }).click()
  await expectOwners(page, ['꼬리표1', '꼬리표2', '꼬리표3'])
})

test('이 값으로 필터 in the menu of a cell finds the rows with that value', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '같은값', 3)
  await openCaseBook(page, office.url, '?search=같은값')
  await cellOf(rowOf(page, '같은값2'), '소유자').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '이 값으로 필터' }).click()
  await expect(tags(page)).toHaveText([/^소유자 = 같은값2/])
  await expectOwners(page, ['같은값2'])
})
