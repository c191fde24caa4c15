import { expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { testStaffArea, type StaffCall } from '../../tests/support/staff-calls.ts'

/** Every call of the deposit area, with what it is sent and what a person of the office gets for it. */
const nowhere = newId()
const calls: readonly StaffCall[] = [
  ...['company', 'department', 'manager', 'project', 'title'].flatMap(
    (noun) =>
      [
        ['GET', `/api/deposition/${noun}/`, null, 200],
        ['GET', `/api/deposition/${noun}/list`, null, 200],
        ['POST', `/api/deposition/${noun}/`, {}, 400],
        ['PUT', `/api/deposition/${noun}/`, { id: nowhere }, 404],
        ['DELETE', `/api/deposition/${noun}/`, { id: nowhere }, 404],
        ['GET', `/api/deposition/${noun}/filter_options`, null, 200],
        ['POST', `/api/deposition/${noun}/create`, {}, 400],
        ['PUT', `/api/deposition/${noun}/${nowhere}/update`, {}, 404],
        ['DELETE', `/api/deposition/${noun}/${nowhere}/delete`, null, 404],
        ['POST', `/api/deposition/${noun}/bulk_delete`, { ids: [nowhere] }, 404],
        ['POST', `/api/deposition/${noun}/bulk_update`, { selectedItems: [nowhere], data: {} }, 404],
        ['GET', `/api/deposition/${noun}/export_excel`, null, 200],
        ['POST', `/api/deposition/${noun}/import_excel`, {}, 415],
        ['GET', `/api/deposition/${noun}/download_template/${nowhere}`, null, 200],
      ] satisfies StaffCall[],
  ),
  ['GET', '/api/mysql/deposition/list/', null, 200],
  ['POST', '/api/mysql/deposition/list/', {}, 400],
  ['PUT', '/api/mysql/deposition/list/', { id: nowhere }, 404],
  ['DELETE', '/api/mysql/deposition/list/', { id: nowhere }, 404],
  ['PUT', '/api/mysql/deposition/bulk_update/', {}, 400],
  ['GET', '/api/mysql/deposition/unique_fields/', null, 200],
  ['GET', '/api/mysql/deposition/summary_by_section/', null, 200],
  ['GET', '/api/mysql/deposition/export_excel', null, 200],
  ['GET', '/api/mysql/deposition/export_report_excel/?business_section=x', null, 200],
  ['POST', '/api/mysql/deposition/export_excel_bulk', {}, 200],
  ['GET', '/api/mysql/deposition/export_excel_bulk', null, 400],
  ['DELETE', '/api/mysql/deposition/export_excel_bulk', {}, 400],
  ['GET', '/api/mysql/deposition/export_excel_bulk/file', null, 400],
  ['POST', '/api/mysql/deposition/import_excel/', {}, 415],
  ['POST', '/api/mysql/deposition/report/', {}, 400],
  ['GET', '/api/mysql/deposition/report/', null, 200],
  ['GET', `/api/mysql/deposition/report/${nowhere}/pdf`, null, 404],
  ['GET', `/api/sync/companies/history?id=${nowhere}`, null, 200],
]

const { server } = testStaffArea({
  calls,
  paths: /^\/api\/(mysql\/)?deposition\//,
  open: ['GET /api/deposition/company/picture/{}'],
})

test('the picture of a company is the one thing that anybody sees who has its address', async () => {
  const answer = await server().app.inject({ method: 'GET', url: `/api/deposition/company/picture/${'0'.repeat(64)}` })
  expect(answer.statusCode).toBe(404)
})
