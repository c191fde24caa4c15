import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { findCaseRow, findCell, openCaseBook } from '../support/case-book.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true, viewport: { width: 1440, height: 900 } })

test('shows all amounts and the progress of each case at 1440 px without scrolling', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const today = toOfficeDay(Date.now())
  const cases = await makeCases(colleague, '돈칸', 4)
  const days = [
    { created_at: null, regi_date: addDays(today, 40) },
    { created_at: null, regi_date: addDays(today, -1) },
    { created_at: today },
    { created_at: today, registrated_at: today },
  ]
  for (const [index, { id }] of cases.entries())
    await colleague.send('PUT', '/api/mysql/realestate/list/', { id, ...days[index] })
  await openCaseBook(page, office.url, '?search=돈칸')
  const right = await page.locator('[data-table-scroller]').evaluate((scroller) => {
    const { left } = scroller.getBoundingClientRect()
    return left + scroller.clientWidth
  })
  for (const label of ['보수료', '부가세', '제증명', '공과금', '증지·인지', '진행']) {
    const header = await page.getByRole('columnheader', { name: label, exact: true }).boundingBox()
    expect((header?.x ?? Number.NaN) + (header?.width ?? 0), label).toBeLessThanOrEqual(right)
  }
  for (const [index, state] of ['대기', '지연', '진행중', '완료'].entries()) {
    await expect(findCaseRow(page, `돈칸${index + 1}`).getByText(state, { exact: true })).toBeVisible()
  }
  await expect(findCell(findCaseRow(page, '돈칸3'), '등기접수일')).toHaveText(today.replaceAll('-', '.'))
})
