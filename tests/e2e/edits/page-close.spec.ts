import { findCaseRow, findCell, openCaseBook } from '../support/case-book.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('leaving the page saves the value in the open editor', async ({ office, colleague, staffPage: page }) => {
  await makeCases(colleague, '떠나기')
  await openCaseBook(page, office.url, '?search=떠나기')
  page.on('dialog', (dialog) => void dialog.accept())
  await findCell(findCaseRow(page, '떠나기1'), '등기목적').click()
  await page.keyboard.type('떠나며 쓴 목적')
  await page.reload()
  await expect(findCell(findCaseRow(page, '떠나기1'), '등기목적')).toContainText('떠나며 쓴 목적')
  await expect
    .poll(async () => (await listOwnCases(colleague, '떠나기'))[0]?.purpose, { timeout: 60_000 })
    .toBe('떠나며 쓴 목적')
})

test('closing the window right after Enter keeps the edit @core', async ({ office, colleague, staffPage: page }) => {
  const context = page.context()
  await makeCases(colleague, '닫기직후')
  await openCaseBook(page, office.url, '?search=닫기직후')
  const closing = await context.newPage()
  await openCaseBook(closing, office.url, '?search=닫기직후')
  await findCell(findCaseRow(closing, '닫기직후1'), '등기목적').click()
  await closing.keyboard.type('마지막 수정')
  await closing.keyboard.press('Enter')
  closing.on('dialog', (dialog) => void dialog.accept())
  await closing.close({ runBeforeUnload: true })
  await expect(findCell(findCaseRow(page, '닫기직후1'), '등기목적')).toContainText('마지막 수정')
})

test('leaving a half-filled entry line asks first', async ({ office, staffPage: page }) => {
  await openCaseBook(page, office.url)
  const dialogTypes: string[] = []
  page.on('dialog', (dialog) => {
    dialogTypes.push(dialog.type())
    void dialog.dismiss()
  })
  await page.locator('[role=gridcell][data-row="-1"][data-col="2"]').click()
  await page.keyboard.type('반쯤')
  await page.keyboard.press('Enter')
  await page.evaluate(() => location.reload())
  await expect.poll(() => dialogTypes).toEqual(['beforeunload'])
  await expect(page.locator('[role=gridcell][data-row="-1"][data-col="2"]')).toHaveText('반쯤')
})
