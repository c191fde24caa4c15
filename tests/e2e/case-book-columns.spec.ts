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
  await expect(dialog.getByRole('checkbox', { name: '사업구간' })).toBeEnabled()
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

test('rows stand close where a person wants them so, after a reload too; their buttons come with the pointer or the active cell', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '행간격', 3)
  await openCaseBook(page, office.url, '?search=행간격')
  const place = (row: number) => page.locator(`[role=gridcell][data-row="${row}"][data-col="2"]`)
  const height = async () => (await place(0).boundingBox())?.height
  const remove = page.getByRole('button', { name: '2행 삭제', exact: true })
  expect(await height()).toBe(35)
  await page.getByRole('button', { name: /님 메뉴$/ }).click()
  await page.getByRole('menuitemradio', { name: '촘촘하게' }).click()
  await expect.poll(height).toBe(29)
  await page.reload()
  await expect(place(0)).toBeVisible()
  expect(await height()).toBe(29)

  await page.mouse.move(0, 0)
  await expect(remove).toHaveCSS('opacity', '0')
  await place(1).hover()
  await expect(remove).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await expect(remove).toHaveCSS('opacity', '0')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(remove).toHaveCSS('opacity', '1')
})
