import { expect, test } from 'vitest'
import {
  addressStatusPath,
  addressTasks,
  checkOfficialDocumentPath,
  surveyPdfPaths,
} from '#contract/addresses/address-tasks.ts'
import { buildPaperContentPath, buildPaperStatePath, buildPaperThumbPath } from '#contract/papers/papers.ts'
import { trimListPath } from '#contract/records/generic-resource.ts'
import { extractFilePath } from '#contract/registry/extract.ts'
import { newId } from '#server/new-id.ts'
import { servedBooks } from '#server/served-books.ts'
import { type StaffCall, testStaffArea } from '#tests/support/people/staff-calls.ts'
import type { ServedBook } from './served-book.ts'

/**
 * Every call of every book and of the businesses, with its request and the status that staff get.
 */
const nowhere = newId()

function listCalls({ book, sheet }: ServedBook): StaffCall[] {
  const { name } = book
  const base = trimListPath(book)
  const hasWriteCheck = book.checkWrite !== undefined
  const bulk = `${base}export_excel_bulk`
  // The server completes an empty ride, so that the refusal comes from the ride's rules. An entry
  // of the register has no field that a body could lack.
  const emptyStatus = name === 'quick-deliveries' || name === 'register-entries' ? 422 : 400
  return [
    ['GET', book.path, null, 200],
    ['GET', `${base}list`, null, 200],
    ['POST', book.path, {}, emptyStatus],
    ['PUT', book.path, { id: nowhere }, 404],
    ['DELETE', book.path, { id: nowhere }, 404],
    ['POST', `${base}create`, {}, emptyStatus],
    ['PUT', `${base}${nowhere}/update`, {}, 404],
    ['DELETE', `${base}${nowhere}/delete`, null, 404],
    ['POST', `${base}bulk_delete`, { ids: [nowhere] }, 404],
    ['POST', `${base}bulk_update`, { selectedItems: [nowhere], data: {} }, 404],
    ['GET', `${base}filter_options`, null, 200],
    ...(book.leavesNoCopy ? [] : ([['GET', `${base}export_excel`, null, 200]] satisfies StaffCall[])),
    ...(sheet?.taskName === undefined
      ? []
      : ([
          ['POST', bulk, {}, 200],
          ['GET', bulk, null, 400],
          ['DELETE', bulk, {}, 400],
          ['GET', `${bulk}/file`, null, 400],
        ] satisfies StaffCall[])),
    ...(hasWriteCheck
      ? []
      : ([
          ['POST', `${base}import_excel`, {}, 415],
          ['GET', `${base}download_template/${nowhere}`, null, 200],
        ] satisfies StaffCall[])),
    ['GET', `/api/sync/${name}/rows`, null, 200],
    ['GET', `/api/sync/${name}/checksums`, null, 200],
    ['GET', `/api/sync/${name}/history?id=${nowhere}`, null, 200],
  ]
}

const businessCalls: readonly StaffCall[] = [
  ['GET', '/api/mysql/realestate/unique_fields/', null, 200],
  ['GET', '/api/mysql/realestate/sealing_key', null, 200],
  ['POST', '/api/mysql/realestate/reveal_number', {}, 400],
  ['POST', '/api/mysql/realestate/find_by_number', {}, 400],
  ['POST', '/api/mysql/realestate/download_application', {}, 400],
  ['POST', '/api/mysql/realestate/check_application', {}, 400],
  ['POST', '/api/mysql/realestate/download_application_bulk', {}, 400],
  ['GET', '/api/mysql/realestate/download_application_bulk', null, 400],
  ['DELETE', '/api/mysql/realestate/download_application_bulk', {}, 400],
  ['GET', '/api/mysql/realestate/download_application_bulk/file', null, 400],
  ['GET', '/api/mysql/realestate/summary_by_section/', null, 200],
  ['POST', '/api/mysql/realestate/application', {}, 400],
  ['PUT', '/api/mysql/deposition/bulk_update/', {}, 400],
  ['GET', '/api/mysql/deposition/unique_fields/', null, 200],
  ['GET', '/api/mysql/deposition/summary_by_section/', null, 200],
  ['GET', '/api/mysql/deposition/export_report_excel/?business_section=x', null, 404],
  ['GET', '/api/mysql/realestate/export_report_excel/?business_section=x', null, 404],
  ['GET', '/api/mysql/deposition/export_report_pdf/?business_section=x', null, 404],
  ['GET', '/api/mysql/realestate/export_report_pdf/?business_section=x', null, 404],
  ['GET', '/api/mysql/deposition/summary_by_year/', null, 400],
  ['GET', '/api/mysql/realestate/summary_by_year/', null, 400],
  ['POST', '/api/mysql/deposition/report/', {}, 400],
  ['POST', '/api/document/', {}, 400],
  ['GET', '/api/mysql/deposition/report/', null, 200],
  ['GET', '/api/mysql/deposition/report/templates/', null, 200],
  [
    'POST',
    '/api/mysql/deposition/report/templates/',
    { id: newId(), name: '서식', title: '제목', content: '본문' },
    201,
  ],
  [
    'PUT',
    '/api/mysql/deposition/report/templates/',
    { id: newId(), version: 1, name: '서식', title: '제목', content: '본문' },
    404,
  ],
  ['DELETE', '/api/mysql/deposition/report/templates/', { id: newId(), version: 1 }, 404],
  ['POST', '/api/mysql/deposition/report/preview/', { title: '제목', content: '본문', deposition: newId() }, 422],
  ['GET', `/api/mysql/deposition/report/${nowhere}/pdf`, null, 404],
  ['PUT', `/api/mysql/card/${nowhere}`, {}, 404],
  ['DELETE', `/api/mysql/card/${nowhere}`, null, 404],
  ['PUT', `/api/mysql/car/${nowhere}`, {}, 404],
  ['DELETE', `/api/mysql/car/${nowhere}`, null, 404],
  ['PUT', `/api/quick/${nowhere}/`, {}, 404],
  ['DELETE', `/api/quick/${nowhere}/`, null, 404],
  ['GET', '/api/quick/balance/', null, 200],
  ['POST', '/api/quick/balance/', { amount: 0 }, 400],
  ['GET', '/api/staff/leave/allowance/', null, 200],
  ['PUT', '/api/staff/leave/allowance/', { user_id: nowhere, granted: 3 }, { staff: 403, superuser: 404 }],
  ['GET', '/api/staff/rates', null, 200],
  ['POST', '/api/staff/rates', {}, { staff: 403, superuser: 400 }],
  ['PUT', '/api/staff/rates', {}, { staff: 403, superuser: 400 }],
  ['DELETE', '/api/staff/rates', {}, { staff: 403, superuser: 400 }],
  ['POST', '/api/staff/list/', {}, { staff: 403, superuser: 400 }],
  ['GET', '/api/staff/linked-accounts/', null, { staff: 403, superuser: 200 }],
  ['PUT', '/api/staff/linked-accounts/', {}, { staff: 403, superuser: 400 }],
  ['DELETE', '/api/staff/linked-accounts/', {}, { staff: 403, superuser: 400 }],
  ['GET', '/api/staff/invitations/', null, { staff: 403, superuser: 200 }],
  ['POST', '/api/staff/invitations/', {}, { staff: 403, superuser: 400 }],
  ['DELETE', '/api/staff/invitations/', {}, { staff: 403, superuser: 400 }],
  // Nobody in the office may create an inquiry.
  ['POST', '/api/staff/inquiries/', { id: nowhere, state: 'new' }, 403],
  ['GET', '/api/staff/inquiries/assignees/', null, 200],
  ['POST', '/api/staff/inquiries/destroy/', { id: nowhere }, { staff: 403, superuser: 404 }],
  ['PUT', buildPaperContentPath(nowhere), {}, 400],
  ['PATCH', `${buildPaperContentPath(nowhere)}?from=0`, {}, 415],
  ['GET', buildPaperContentPath(nowhere), null, 404],
  ['GET', buildPaperStatePath(nowhere), null, 404],
  ['GET', buildPaperThumbPath(nowhere), null, 404],
]

/** Tasks over many addresses; those that make a file also serve it. */
const taskCalls = [
  ...Object.values(addressTasks).map(({ path, result }) => ({ path, hasFile: result !== 'records' })),
  ...Object.values(surveyPdfPaths).map((path) => ({ path, hasFile: true })),
]

const addressCalls: readonly StaffCall[] = [
  ['PUT', addressStatusPath, {}, 400],
  ['POST', checkOfficialDocumentPath, {}, 400],
  ['GET', `${extractFilePath}?id=${nowhere}`, null, 404],
  ...taskCalls.flatMap(({ path, hasFile }): StaffCall[] => [
    ['POST', path, {}, 400],
    ['GET', path, null, 400],
    ['DELETE', path, {}, 400],
    ...(hasFile ? ([['GET', `${path}/file`, null, 400]] satisfies StaffCall[]) : []),
  ]),
]

const { server } = testStaffArea({
  calls: [...servedBooks.flatMap(listCalls), ...businessCalls, ...addressCalls],
  // User records belong to superusers (admin/people).
  paths: /^\/api\/(mysql(?!\/user)|deposition|quick|staff)\//,
  open: ['GET /api/deposition/company/picture/{}'],
})

test('only the picture of a company is open to anybody who has its address', async () => {
  const response = await server().app.inject({
    method: 'GET',
    url: `/api/deposition/company/picture/${'0'.repeat(64)}`,
  })
  expect(response.statusCode).toBe(404)
})
