import { cellOf, openCaseBook, rowOf } from './support/case-book.ts'
import { goOffline } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('a day chosen in the calendar offline is sent when the network is back @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '달력오프', 1)
  await openCaseBook(page, office.url, '?search=달력오프')
  await goOffline(page, office)
  const cell = cellOf(rowOf(page, '달력오프1'), '등기예정일')
  await cell.click()
  await page.keyboard.type('20261130')
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('dialog', { name: /달력$/ }).locator('[data-day="2026-12-02"]').click()
  await expect(cell).toHaveText(/2026\.12\.02/)
  office.network.setReachable(true)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const days = async () => (await casesOf(colleague, '달력오프')).map(({ regi_date: day }) => day)
  await expect.poll(days).toEqual(['2026-12-02'])
})
