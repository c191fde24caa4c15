import type { Page } from '@playwright/test'
import { expectOwners, findCaseRow, findCell, openCaseBook } from '../support/case-book.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { makeCases } from '../support/own-cases.ts'
import { printList, removeSpaces, withoutDialog } from '../support/printing.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

/** Height of a row with a mouse, in px. */
const rowHeight = 36

/** Number of the topmost visible row, from 1. */
async function readTopRow(page: Page): Promise<number> {
  const top = await page.evaluate(() => document.querySelector('[data-table-scroller]')?.scrollTop ?? 0)
  return Math.round(top / rowHeight) + 1
}

async function scrollToRow(page: Page, row: number): Promise<void> {
  await page
    .locator('[data-table-scroller]')
    .evaluate((scroller, top) => scroller.scrollTo(0, top), (row - 1) * rowHeight)
}

/** Goes back once the URL contains the current position. */
async function goBackToGroups(page: Page): Promise<void> {
  await page.goBack()
  await expect(page).toHaveURL(/group=/)
}

test('an infinite list returns to its row after a reload, from another screen and by a link', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '줄자리', 80)
  await openCaseBook(page, office.url, '?search=줄자리&sort=owner')
  await expect(page.getByText('총 80개 중')).toBeVisible({ timeout: 60_000 })
  await scrollToRow(page, 45)
  await expect(page).toHaveURL(/row=45/)
  await page.reload()
  await expect(findCaseRow(page, '줄자리45')).toBeVisible()
  await expect.poll(() => readTopRow(page)).toBe(45)
  // The arrows continue from there.
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readTopRow(page)).toBe(45)

  await page.getByRole('link', { name: '퀵', exact: true }).first().click()
  await expect(page).toHaveURL(/quick/)
  await page.goBack()
  await expect(page).toHaveURL(/row=45/)
  await expect.poll(() => readTopRow(page)).toBe(45)
  await page.getByRole('searchbox', { name: '검색' }).fill('줄자리1')
  await expect(page).not.toHaveURL(/row=/)
  await expect.poll(() => readTopRow(page)).toBe(1)
  await page.goBack()
  await expect(page.getByText('총 80개 중')).toBeVisible()
  await expect.poll(() => readTopRow(page)).toBe(45)

  // All scrolling makes a single history entry.
  const entries = await page.evaluate(() => history.length)
  await scrollToRow(page, 30)
  await expect(page).toHaveURL(/row=30/)
  expect(await page.evaluate(() => history.length)).toBe(entries)

  // At these widths the bar under the list wraps to another line, which changes the list's height.
  for (const width of [1366, 1363, 1131, 1440]) {
    await page.setViewportSize({ width, height: 768 })
    await scrollToRow(page, 1)
    await findCell(findCaseRow(page, '줄자리1'), '등기목적').click()
    await page.keyboard.press('Control+End')
    await expect(page.getByText('총 80개 중 80개 표시'), `${width} px`).toBeVisible()
  }

  // Somebody who uses pages opens the link at the page of that row.
  await page.getByRole('navigation', { name: '페이지' }).getByRole('button', { name: '무한스크롤' }).click()
  await expect(page).not.toHaveURL(/row=/)
  await page.goto(`${office.url}/services/real-estate?tab=table&search=줄자리&sort=owner&row=45`)
  await expect(page.getByRole('navigation', { name: '페이지' })).toContainText('3 / 4 페이지')
  await expect(findCaseRow(page, '줄자리45')).toBeVisible()
})

test('groups the book with sums, and prints the groups and opens one as a list, also offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '묶음건', 4)
  await withoutDialog(page)
  await openCaseBook(page, office.url, '?search=묶음건')
  await waitUntilCopied(page)
  await page.getByRole('columnheader', { name: '등기접수일', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '월별로 묶어 보기' }).click()
  const groups = page.getByRole('treegrid', { name: '사건부 묶음' })
  await expect(groups.getByRole('row').filter({ hasText: '2026년 11월' })).toContainText('4400,000')
  await expect(page).toHaveURL(/group=created_at(:|%3A)month/)
  await expect(page.getByLabel('합계')).toContainText('묶음1개합계4건보수료400,000원')
  const paper = await printList(page, () => page.getByRole('button', { name: '인쇄', exact: true }).click())
  expect(removeSpaces(paper.pages[0]?.text ?? '')).toContain(removeSpaces('총 1개 묶음'))
  expect(removeSpaces(paper.pages[0]?.text ?? '')).toContain(removeSpaces('2026년 11월 4 400,000'))

  // The view's code is loaded by now; offline, everything is counted on the device.
  office.network.setReachable(false)
  // Empty values form a group that can be opened.
  await page.getByLabel('묶는 기준').selectOption({ label: '등기예정일 연도별' })
  await groups.getByText('(비어 있음)').click()
  await expectOwners(page, ['묶음건1', '묶음건2', '묶음건3', '묶음건4'])
  await expect(page.getByRole('list', { name: '활성 필터' })).toContainText('등기예정일')
  await goBackToGroups(page)
  await page.getByLabel('묶는 기준').selectOption('owner')
  await expect(groups.getByRole('row')).toHaveCount(5)
  await groups.getByText('묶음건3').click()
  await expectOwners(page, ['묶음건3'])
  await expect(page.getByRole('list', { name: '활성 필터' })).toContainText('묶음건3')
  await goBackToGroups(page)
  await expect(groups.getByRole('row')).toHaveCount(5)

  // By keyboard: the arrows continue from the group that was opened, and Enter opens as well.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expectOwners(page, ['묶음건2'])
  await goBackToGroups(page)
  await page.getByRole('button', { name: '묶음 풀기' }).click()
  await expectOwners(page, ['묶음건1', '묶음건2', '묶음건3', '묶음건4'])
})

test('expands a group in place offline, opens a case there, and collapses all when 묶는 기준 changes', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '펼친건', 21)
  await openCaseBook(page, office.url, '?search=펼친건')
  await waitUntilCopied(page)
  await page.getByRole('button', { name: '묶어 보기' }).click()
  const groups = page.getByRole('treegrid', { name: '사건부 묶음' })
  const by = page.getByLabel('묶는 기준')
  await by.selectOption({ label: '등기목적' })
  await expect(groups.getByRole('row')).toHaveCount(2)

  office.network.setReachable(false)
  const group = groups.getByRole('row').filter({ hasText: '소유권이전' })
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: '1행 펼치기' }).click()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  const record = groups.getByRole('row').filter({ hasText: '펼친건21' })
  await expect(record).toHaveAttribute('aria-level', '2')
  await expect(record).toContainText('100,000')

  const panel = page.getByRole('region', { name: '사건부 상세' })
  await record.getByText('펼친건21').click()
  await expect(panel).toContainText('펼친건21')
  await panel.getByRole('button', { name: '닫기' }).click()
  await expect(page.locator('[data-cell-input]')).toBeFocused()
  await expect(record.getByRole('gridcell', { name: '펼친건21' })).toHaveAttribute('aria-selected', 'true')
  await by.selectOption('owner')
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/group=owner/)
  await expect(by).toHaveValue('owner')
  // Another grouping begins with all closed.
  await expect(groups.getByRole('row', { expanded: true })).toHaveCount(0)

  await page.goBack()
  await expect(by.locator('option:checked')).toHaveText('등기목적')
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await page.locator('[data-table-scroller]').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  await groups.getByText('… 21건 모두 보기').click()
  await expect(page).not.toHaveURL(/group=/)
  await expect(page.getByRole('list', { name: '활성 필터' })).toContainText('소유권이전')
})
