import type { Page } from '@playwright/test'
import { bookRows, expectOwners, findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const bar = (page: Page) => page.getByRole('navigation', { name: '페이지' })
const tags = (page: Page) => page.getByRole('list', { name: '활성 필터' }).getByRole('listitem')
const purpose = (page: Page) => page.getByRole('columnheader', { name: '등기목적', exact: true })

test('keeps the page in the URL and the row height on the device, and undo turns to its page', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '쪽넘김', 25)
  await openCaseBook(page, office.url, '?search=쪽넘김&sort=owner')
  await expect(bar(page).getByText('총 25건')).toBeVisible()
  await bar(page).getByRole('button', { name: '무한스크롤' }).click()
  await expect(page.getByText('페이지네이션 모드가 활성화되었습니다.')).toBeVisible()
  await bar(page).getByLabel('페이지당').selectOption('10')
  await typeIntoCell(page, findCell(findCaseRow(page, '쪽넘김1'), '소유자'), '쪽넘김고침')
  await expect(findCaseRow(page, '쪽넘김고침')).toBeVisible()
  await bar(page).getByRole('button', { name: '3 페이지' }).click()
  await expect(findCaseRow(page, '쪽넘김고침')).toHaveCount(0)
  await page.locator('[role=gridcell][data-row="2"]').nth(2).click()
  await page.keyboard.press('Control+z')
  await expect(findCaseRow(page, '쪽넘김1')).toBeVisible()
  await expect(bar(page)).toContainText('1 / 3 페이지')

  await bar(page).getByRole('button', { name: '3 페이지' }).click()
  await expect(page).toHaveURL(/page=3/)
  await expect(page).toHaveURL(/page_size=10/)
  const height = async () => (await page.locator('[role=gridcell][data-row="2"]').first().boundingBox())?.height
  expect(await height()).toBe(35)
  await page.getByRole('button', { name: /님 메뉴$/ }).click()
  await page.getByRole('menuitemradio', { name: '촘촘하게' }).click()
  await expect.poll(height).toBe(29)
  await page.reload()
  await expect(bar(page)).toContainText('3 / 3 페이지')
  await expect(page.locator('[role=gridcell]').getByText(/^쪽넘김\d+$/)).toHaveCount(5)
  expect(await height()).toBe(29)
})

test('shows a filter by cell value in the URL, and saves filters and columns as a view', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '보기저장', 3)
  await openCaseBook(page, office.url, '?search=보기저장')
  await findCell(findCaseRow(page, '보기저장2'), '소유자').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '이 값으로 필터' }).click()
  await expect(tags(page)).toHaveText([/^소유자 = 보기저장2/])
  await expectOwners(page, ['보기저장2'])
  await expect(page).toHaveURL(/filters=/)
  await purpose(page).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '숨기기' }).click()
  await expect(purpose(page)).toHaveCount(0)
  await page.getByRole('button', { name: '저장된 보기' }).click()
  await page.getByLabel('현재 보기의 이름').fill('내 보기')
  await page.getByRole('button', { name: '현재 보기 저장' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '필터 초기화' }).click()
  await expect(page).not.toHaveURL(/search|filters/)

  await page.reload()
  await expect(bookRows(page).nth(4)).toBeVisible()
  await expect(purpose(page)).toHaveCount(0)
  await bookRows(page).first().getByRole('gridcell').nth(1).click()
  await page.keyboard.press('Control+z')
  await expect(purpose(page)).toBeVisible()
  await page.getByRole('button', { name: '저장된 보기' }).click()
  const views = page.getByRole('list', { name: '저장된 보기' })
  await views.getByRole('button', { name: '내 보기', exact: true }).click()
  await expect(page).toHaveURL(/filters=/)
  await expectOwners(page, ['보기저장2'])
  await expect(purpose(page)).toHaveCount(0)

  // A case that no longer matches stays visible until the query is run again.
  await typeIntoCell(page, findOwnerCell(page, '보기저장2'), '나간사람')
  await expect(findCaseRow(page, '나간사람')).toBeVisible()
  await expect(page.getByText('대기 0')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '새로고침' }).click()
  await expectOwners(page, [])
})

function findOwnerCell(page: Page, owner: string) {
  return findCaseRow(page, owner).locator('[role=gridcell]').getByText(owner, { exact: true })
}
