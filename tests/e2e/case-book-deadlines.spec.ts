import { addDays, officeDay } from '#domain/office-date.ts'
import { openCaseBook } from './support/case-book.ts'
import { expectDeadlineLine } from './support/deadline-line.ts'
import { makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('a 등기예정일 that is near or past stands above the case book until the registration is filed', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const today = officeDay(Date.now())
  const path = '/api/mysql/realestate/list/'
  const [past, far] = await makeCases(colleague, '예정일', 2)
  await colleague.send('PUT', path, { id: past?.id, regi_date: addDays(today, -400), created_at: null })
  await colleague.send('PUT', path, { id: far?.id, regi_date: addDays(today, 40), created_at: null })
  await openCaseBook(page, office.url)
  await expectDeadlineLine(page, {
    banner: '등기예정일 안내',
    panel: /^사건부 상세: 예정일1/,
    urgent: /400일 지남.*예정일1/,
    hidden: '예정일2',
  })
  await colleague.send('PUT', path, { id: past?.id, created_at: today })
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByRole('region', { name: '등기예정일 안내' }).getByText('예정일1')).toHaveCount(0)
})
