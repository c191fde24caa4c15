import { cellOf, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { untilAllStored } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('two people change different fields of one entry: both stand', async ({ office, colleague, staffPage: page }) => {
  const [made] = await makeCases(colleague, '나란히')
  await openCaseBook(page, office.url, '?search=나란히')
  await expect(rowOf(page, '나란히1')).toBeVisible()
  await untilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, cellOf(rowOf(page, '나란히1'), '보수료'), '200000')
  await expect(cellOf(rowOf(page, '나란히1'), '보수료')).toContainText('전송 대기')
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: made?.id, purpose: '근저당권설정' })
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(cellOf(rowOf(page, '나란히1'), '보수료')).toHaveText('200,000')
  await expect(cellOf(rowOf(page, '나란히1'), '등기목적')).toHaveText('근저당권설정')
  const [after] = await casesOf(colleague, '나란히')
  expect(after).toMatchObject({ fees: 200_000, fees_vat: 20_000, purpose: '근저당권설정' })
})

test('two people change the same field: the office is asked, and its answer stands', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '겹침')
  await openCaseBook(page, office.url, '?search=겹침')
  await expect(rowOf(page, '겹침1')).toBeVisible()
  await untilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, cellOf(rowOf(page, '겹침1'), '등기목적'), '내가 고친 목적')
  await expect(cellOf(rowOf(page, '겹침1'), '등기목적')).toContainText('전송 대기')
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: made?.id, purpose: '동료의 목적' })
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('확인 필요 1')).toBeVisible()
  expect((await casesOf(colleague, '겹침'))[0]).toMatchObject({ purpose: '동료의 목적' })

  const cell = cellOf(rowOf(page, '겹침1'), '등기목적')
  await cell.click()
  await expect(page.getByText('동료의 목적').first()).toBeVisible()
  await page.getByRole('button', { name: /내 값/ }).first().click()
  await expect(page.getByText('확인 필요 0')).toBeVisible()
  await expect.poll(async () => (await casesOf(colleague, '겹침'))[0]?.purpose).toBe('내가 고친 목적')
})
