import { expectNoBarrier } from './support/barriers.ts'
import { openCaseBook } from './support/case-book.ts'
import { makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('컬럼 관리 of the book: a hidden column is read by unfolding a row, stays hidden after a reload, and Ctrl+Z shows it again', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '컬럼숨김', 3)
  await openCaseBook(page, office.url, '?search=컬럼숨김')
  const fees = page.getByRole('columnheader', { name: '보수료', exact: true })
  await expect(fees).toBeVisible()

  await page.getByRole('button', { name: '컬럼 관리' }).click()
  const dialog = page.getByRole('dialog', { name: '컬럼 관리' })
  await expect(dialog.getByRole('tab')).toHaveText(['전체', '기본정보', '비용', '일자'])
  await expect(dialog.getByRole('checkbox', { name: '사업구간' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: '보수료' }).uncheck()
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: '설정 저장' }).click()
  await expect(fees).toHaveCount(0)

  await page.getByRole('button', { name: '1행 펼치기', exact: true }).click()
  await expect(page.locator('[data-unfolded="0"]')).toContainText('보수료')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: '부가세', exact: true })).toBeVisible()
  await expect(fees).toHaveCount(0)

  await page.locator('[role=gridcell][data-row="0"][data-col="2"]').click()
  await page.keyboard.press('Control+Z')
  await expect(fees).toBeVisible()
  await page.keyboard.press('Control+Y')
  await expect(fees).toHaveCount(0)
})
