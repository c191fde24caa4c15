import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { importReportSchema } from '#contract/excel-import.ts'
import { ImportReportView } from './import-report.tsx'
import { ImportSheets } from './import-sheets.tsx'

const dryRun = { mode: 'dry_run', columns: [], total: 3, good: 3, errors: [], imported: 0, act_id: null }

test('what a file holds and the office would not get is listed before anything is imported', async () => {
  const report = importReportSchema.parse({
    ...dryRun,
    columns: [
      { header: '소재지', field: 'parcel', label: '소재지번' },
      { header: '지번', field: 'parcel', label: '소재지번' },
    ],
    untaken: [{ header: '특기사항', rows: 2, samples: ['도로 접함', '분묘 있음'] }],
    notes: [{ row: 7, message: '병합된 셀의 값을 5행에서 가져왔습니다.' }],
  })
  await render(<ImportReportView report={report} fileName="목록.xlsx" noun="주소" />)
  await expect.element(page.getByText('연결된 열: 소재지번(소재지 + 지번)')).toBeVisible()
  const untaken = page.getByRole('list', { name: '가져오지 않는 열' })
  await expect.element(untaken).toHaveTextContent('특기사항: 값이 있는 행 2건 (예: 도로 접함, 분묘 있음)')
  await expect
    .element(page.getByRole('region', { name: '알림' }))
    .toHaveTextContent('7행: 병합된 셀의 값을 5행에서 가져왔습니다.')
})

test('of a workbook with several sheets it is said which was read, and another can be chosen', async () => {
  const sheets = [
    { name: '표지', is_read: false, has_titles: false },
    { name: '1월', is_read: true, has_titles: true },
    { name: '2월', is_read: false, has_titles: true },
  ]
  const report = importReportSchema.parse({ ...dryRun, sheets })
  const onSheet = vi.fn<(name: string) => void>()
  await render(<ImportSheets report={report} imported={[]} onSheet={onSheet} />)
  await expect.element(page.getByText(/‘1월’ 시트만 읽었습니다. 제목이 같은 다른 시트\(2월\)/)).toBeVisible()
  await page.getByRole('combobox', { name: '시트' }).selectOptions('2월')
  expect(onSheet.mock.calls).toEqual([['2월']])
})
