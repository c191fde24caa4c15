import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { ConfirmProvider } from '#app/ui/overlays/confirm.tsx'
import { getBook } from '#contract/books/collections.ts'
import { importReportSchema } from '#contract/records/excel-import.ts'
import { ImportSheets, ImportView } from './import-dialog.tsx'
import { ImportMappingTable } from './import-mapping-table.tsx'
import { ImportReportView } from './import-report.tsx'

const dryRun = { mode: 'dry_run', columns: [], total: 3, good: 3, errors: [], imported: 0, act_id: null }

test('lists columns that are not imported before anything is written', async () => {
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
  await expect.element(page.getByText('연결된 컬럼: 소재지번(소재지 + 지번)')).toBeVisible()
  const untaken = page.getByRole('list', { name: '가져오지 않는 컬럼' })
  await expect.element(untaken).toHaveTextContent('특기사항: 값이 있는 행 2건 (예: 도로 접함, 분묘 있음)')
  await expect
    .element(page.getByRole('region', { name: '알림' }))
    .toHaveTextContent('7행: 병합된 셀의 값을 5행에서 가져왔습니다.')
})

test('says which sheet of a workbook was read and lets the user choose another', async () => {
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

const titled = {
  columns: [
    { header: '성명', field: null, label: null, samples: ['가람', '나래'] },
    { header: '보수료', field: 'fees', label: '보수료', samples: ['38만'] },
    { header: 'C열', field: null, label: null, samples: ['급함'] },
  ],
  targets: [
    { field: 'owner', label: '소유자', required: true },
    { field: 'fees', label: '보수료', required: false },
    { field: 'purpose', label: '등기목적', required: false },
  ],
}

test("shows each column's values, offers only unfilled fields, and names unfilled required ones", async () => {
  const onMap = vi.fn<(mapping: object) => void>()
  const report = importReportSchema.parse({ ...dryRun, ...titled })
  await render(<ImportMappingTable report={report} mapping={{ C열: 'purpose' }} onMap={onMap} />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('소유자가 있는 컬럼을 선택해 주세요.')
  const name = page.getByLabelText('성명')
  await expect.element(page.getByText('예: 가람 · 나래')).toBeVisible()
  const offered = [...name.element().querySelectorAll('option')].map((option) => option.textContent)
  expect(offered).toEqual(['가져오지 않음', '소유자 (필수)'])
  await name.selectOptions('소유자 (필수)')
  await page.getByRole('button', { name: '처음 연결로' }).click()
  expect(onMap.mock.calls).toEqual([[{ C열: 'purpose', 성명: 'owner' }], [{}]])
})

test('folds the mapping away when every column is known', async () => {
  const [, known] = titled.columns
  const report = importReportSchema.parse({ ...dryRun, columns: [known], targets: [titled.targets[1]] })
  await render(<ImportMappingTable report={report} mapping={{}} onMap={() => {}} />)
  await expect.element(page.getByText('컬럼 1개 중 1개를 가져옵니다.')).toBeVisible()
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await page.getByRole('button', { name: '확인하고 고치기' }).click()
  await expect.element(page.getByRole('combobox', { name: '보수료' })).toBeVisible()
})

test('shows good rows as they will be stored and lists interpreted values', async () => {
  const report = importReportSchema.parse({
    ...dryRun,
    columns: [titled.columns[1]],
    targets: [titled.targets[1]],
    encoding: 'CP949',
    interpreted_count: 2,
    preview: { columns: [{ field: 'fees', label: '보수료' }], rows: [{ row: 2, cells: ['380,000'] }] },
    interpreted: [
      { row: 2, field: 'fees', label: '보수료', written: '38만', stored: '380,000' },
      { row: 3, field: 'fees', label: '보수료', written: '-', stored: '' },
    ],
    respelled: [{ field: 'day', label: '등기접수일', count: 3, written: '2026.11.2', stored: '2026-11-02' }],
  })
  await render(<ImportReportView report={report} fileName="목록.txt" noun="사건" />)
  await expect
    .element(page.getByRole('region', { name: '미리보기' }).getByRole('row').nth(1))
    .toHaveTextContent('2380,000')
  const rows = page.getByRole('region', { name: '해석한 값' }).getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent('2보수료38만380,000')
  await expect.element(rows.nth(2)).toHaveTextContent('3보수료-(빈 값)')
  await expect.element(page.getByText(/등기접수일 3건 \(예: 2026.11.2 → 2026-11-02\)$/)).toBeVisible()
  await expect.element(page.getByText(/CP949\(한글 Windows\)로 읽었습니다/)).toBeVisible()
})

test('does not list an error per row for a field that no column fills', async () => {
  const errors = [{ row: 2, field: 'owner', value: '', message: '소유자: 필수 항목입니다.' }]
  const report = importReportSchema.parse({ ...dryRun, ...titled, errors })
  await render(<ImportReportView report={report} fileName="목록.xlsx" noun="사건" />)
  await expect.element(page.getByText('소유자: 필수 항목입니다.')).not.toBeInTheDocument()
})

async function openChecked(mapping: Record<string, string>) {
  const calls = { close: vi.fn<() => void>(), choices: vi.fn<(step: object, choices: object) => void>() }
  const sheets = [
    { name: '1월', is_read: true, has_titles: true },
    { name: '2월', is_read: false, has_titles: true },
  ]
  const step = {
    name: 'checked' as const,
    file: new File([], '목록.xlsx'),
    report: importReportSchema.parse({ ...dryRun, ...titled, sheets }),
    opIds: { good_rows: 'a', changed_rows: 'b' },
    sheet: undefined,
    imported: [],
    mapping,
    creates: [],
    isReloading: false,
  }
  await render(
    <ConfirmProvider>
      <ImportView
        step={step}
        book={getBook('real-estate')}
        intro=""
        onFile={() => undefined}
        onChoices={calls.choices}
        onWrite={() => undefined}
        onClose={calls.close}
      />
    </ConfirmProvider>,
  )
  await expect.element(page.getByRole('dialog', { name: '엑셀 가져오기' })).toBeVisible()
  return calls
}

const question = page.getByRole('group', { name: '입력한 내용을 버리시겠습니까?' })

test('asks before Escape loses links of columns that were made by hand', async () => {
  const calls = await openChecked({ C열: 'purpose' })
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
  expect(calls.close).not.toHaveBeenCalled()
  await question.getByRole('button', { name: '버리기' }).click()
  expect(calls.close).toHaveBeenCalledOnce()
})

test('asks before choosing another sheet loses links of columns that were made by hand', async () => {
  const calls = await openChecked({ C열: 'purpose' })
  await page.getByRole('combobox', { name: '시트' }).selectOptions('2월')
  await expect.element(question).toBeVisible()
  expect(calls.choices).not.toHaveBeenCalled()
  await question.getByRole('button', { name: '취소' }).click()
  await expect.element(page.getByRole('combobox', { name: '시트' })).toHaveValue('1월')
})

test('closes without a question while no link of a column was changed by hand', async () => {
  const calls = await openChecked({})
  await userEvent.keyboard('{Escape}')
  expect(calls.close).toHaveBeenCalledOnce()
})
