import { expect, test } from 'vitest'
import {
  closeMonthPath,
  registerCorrectionsPath,
  registerDuePath,
  registerDueSchema,
  registerMonthsPath,
  registerPrintPath,
  registerPrintSchema,
  registerReportExcelPath,
  registerReportPath,
  registerReportPdfPath,
  registerReportSchema,
  registerSentPath,
  reopenMonthPath,
} from '#contract/register/register.ts'
import { readWorkbook } from '#server/documents/xlsx/read-workbook.ts'
import { newId } from '#server/new-id.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { testStaffArea } from '#tests/support/people/staff-calls.ts'

const superusersOnly = (status: number) => ({ staff: 403, superuser: status }) as const
const correction = { id: newId(), entry_id: newId(), field: 'fee', value: 1, reason: '오기' }
const year = new Date().getUTCFullYear()

const area = testStaffArea({
  paths: /^\/api\/register\/(?!entries)/,
  calls: [
    ['GET', `${registerMonthsPath}?year=2026`, null, 200],
    ['GET', `${registerCorrectionsPath}?year=2026`, null, 200],
    ['GET', `${registerReportPath}?year=2026`, null, 200],
    ['GET', `${registerReportExcelPath}?year=2026`, null, 200],
    ['GET', `${registerReportPdfPath}?year=2026`, null, 200],
    ['GET', registerDuePath, null, 200],
    ['GET', `${registerPrintPath}?year=2026&month=1`, null, 200],
    ['POST', closeMonthPath, { year: 9998, month: 1 }, superusersOnly(422)],
    ['POST', reopenMonthPath, { year: 2026, month: 1, reason: '확인' }, superusersOnly(422)],
    ['POST', registerCorrectionsPath, correction, superusersOnly(404)],
    ['PUT', registerSentPath, { year: 2020, sent_on: '2021-01-10' }, superusersOnly(200)],
  ],
})

test('the report of a year has the same sums on screen, in the workbook, in the PDF and in print', async () => {
  const staff = await area.server().signIn('staff')
  const first = { owner: '김가온', purpose: '소유권이전', fees: 1_234_000, verified_by: 'passport' }
  await makeRecord(staff, 'real-estate', { ...first, client_birth: '1970-01-02', client_others: 2 })
  await makeRecord(staff, 'deposit-cases', { fees: 1000 })
  // Near New Year the two could be of different years.
  const report = registerReportSchema.parse((await staff.inject({ url: `${registerReportPath}?year=${year}` })).json())
  expect(report).toMatchObject({ count: 2, fees: 1_235_000, ledger: { count: 2, fees: 1_235_000 }, sent: null })
  const workbook = (await staff.inject({ url: `${registerReportExcelPath}?year=${year}` })).rawPayload
  const limits = { maxBytes: 1e7, maxRows: 100, maxColumns: 10, maxCellLength: 1000 }
  const sheet = await readWorkbook({ name: 'report.xlsx', bytes: new Uint8Array(workbook) }, limits)
  expect(JSON.stringify(sheet)).toContain('["합계",2,1235000]')
  const pdf = (await staff.inject({ url: `${registerReportPdfPath}?year=${year}` })).rawPayload
  expect((await readPdf(pdf)).text).toContain('1,235,000')
  const print = registerPrintSchema.parse((await staff.inject({ url: `${registerPrintPath}?year=${year}` })).json())
  expect(print.entries[0]).toMatchObject({
    serial: 1,
    clients: '김가온 (1970. 1. 2.) 외 2명',
    verification: '여권',
    fee: 1_234_000,
  })
  expect(print.months.at(-1)).toMatchObject({ total_count: 2, total_fees: 1_235_000 })
})

test('a report is marked as sent and as not sent', async () => {
  const superuser = await area.server().signIn('superuser')
  const mark = async (sent_on: string | null) =>
    (await superuser.inject({ method: 'PUT', url: registerSentPath, payload: { year: 2024, sent_on } })).json()
  expect(await mark('2025-01-15')).toMatchObject({ sent: { sent_on: '2025-01-15', user_name: expect.any(String) } })
  expect(await mark('2025-01-14')).toMatchObject({ sent: { sent_on: '2025-01-14' } })
  expect(await mark(null)).toMatchObject({ sent: null })
  expect(registerDueSchema.parse((await superuser.inject({ url: registerDuePath })).json())).toBeDefined()
})
