import type { Locator, Page } from '@playwright/test'
import { groupSummarySchema, type YearReport, yearReportSchema } from '#contract/deposit-cases/cost-summary.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { newId } from '#server/new-id.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { goOffline } from '../support/go-offline.ts'
import { readSheet } from '../support/sheet-of.ts'
import { expect, test } from '../support/test.ts'
import { makeUnits } from '../support/units.ts'

test.use({ reusesDevice: true })

const yearPath = '/api/mysql/realestate/summary_by_year/'

test('the report by group shows the sums of the server, online and offline @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const groupId = await makeUnits(colleague, '합산단지')
  const cases = [
    { fees: 100_000, fees_vat: 10_000, proof: 3000, created_at: '2026-11-02' },
    { fees: 200_000, fees_vat: 20_000, tax: 7000, created_at: '2026-11-20' },
  ]
  for (const fields of cases) {
    const body = { id: newId(), group_id: groupId, owner: '합산인', ...fields }
    expect((await colleague.send('POST', '/api/mysql/realestate/list/', body)).status).toBe(201)
  }
  await page.goto(`${office.url}/services/real-estate?tab=report`)
  const row = groupRow(page, '합산단지')
  await expect(row).toContainText('340,000')
  await expect(page.getByRole('figure', { name: '사업구간별 합계(원)' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('search').getByLabel('시작일').fill('20261110')
  await page.getByRole('search').getByLabel('시작일').press('Enter')
  await expect(row).toContainText('227,000')

  const summary = groupSummarySchema.parse(
    await colleague.get('/api/mysql/realestate/summary_by_section/?created_at_start=2026-11-10'),
  )
  const expectFigures = async () => {
    for (const { business_section: section, sum, count } of summary) {
      await expect(groupRow(page, section)).toContainText(formatNumber(sum))
      await expect(
        groupRow(page, section).getByRole('link', { name: new RegExp(` 건수 ${formatNumber(count)}:`) }),
      ).toBeVisible()
    }
  }
  await expectFigures()
  await expectPeople(page, yearReportSchema.parse(await colleague.get(`${yearPath}?year=2026&by=person`)))
  await goOffline(page, office)
  await page.reload()
  await expectFigures()

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '엑셀 내보내기' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^부동산 사업구간별 합계_\d{4}-\d\d-\d\d\.xlsx$/)
  const line = (await readSheet(file)).find(([section]) => section === '합산단지')
  expect(line).toEqual(['합산단지', 1, 200_000, 20_000, 0, 7000, 0, 227_000])

  await row.getByRole('link', { name: /건수/ }).click()
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await expect(page.getByText('총 1건')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /합산인/ }).first()).toBeVisible()
})

/** The visible table's row of a group; the chart's own table for screen readers is another. */
function groupRow(page: Page, group: string): Locator {
  const rows = page.getByRole('region', { name: /^사업구간별/ }).getByRole('row')
  return rows.filter({ has: page.getByRole('rowheader', { name: group, exact: true }) })
}

/** 담당자별 for 2026 next to 2025 shows the server's sums by the person in charge. */
async function expectPeople(page: Page, { rows }: YearReport): Promise<void> {
  await page.getByRole('tab', { name: '담당자별' }).click()
  await page.getByRole('combobox', { name: '연도' }).selectOption('2026')
  const table = page.getByRole('region', { name: '2026년 담당자별 리포트' })
  for (const { key, current, before } of rows.filter((row) => row.key !== '' && row.current.count > 0)) {
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: key, exact: true }) })
    await expect(row.getByRole('link', { name: new RegExp(` 접수 2026 ${current.count}:`) })).toBeVisible()
    for (const { fees } of [current, before]) await expect(row).toContainText(formatNumber(fees))
  }
  await expect(page.getByText(/^사건은 사업구간의 지금 담당자에게 한 번 셉니다/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: '사업구간별 합계' }).click()
}
