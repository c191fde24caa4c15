import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { openCaseBook } from '../support/case-book.ts'
import { expectDeadlineLine } from '../support/deadline-line.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true, viewport: { width: 1440, height: 900 } })

test('names an overdue case in the banner until it is received', async ({ office, colleague, staffPage: page }) => {
  const today = toOfficeDay(Date.now())
  const [distant, overdue] = await makeCases(colleague, '예정일', 2)
  const path = '/api/mysql/realestate/list/'
  await colleague.send('PUT', path, { id: distant?.id, created_at: null, regi_date: addDays(today, 40) })
  await colleague.send('PUT', path, { id: overdue?.id, created_at: null, regi_date: addDays(today, -400) })
  await openCaseBook(page, office.url, '?search=예정일')

  const banner = '등기예정일 안내'
  const urgent = /400일 지남.*예정일2/
  await expectDeadlineLine(page, { banner, panel: /^사건부 상세: 예정일2/, urgent, hidden: '예정일1' })
  await colleague.send('PUT', path, { id: overdue?.id, created_at: today })
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByRole('region', { name: banner }).getByText('예정일2')).toHaveCount(0)
})
