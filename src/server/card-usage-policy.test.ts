import { newId } from '#server/new-id.ts'
import { testStaffArea, type StaffCall } from '../../tests/support/staff-calls.ts'

/** Every call of card usage and car ledger, with what it is sent and what a person of the office gets for it. */
const nowhere = newId()
const base = '/api/mysql/card'
const calls: readonly StaffCall[] = [
  ['GET', `${base}/list`, null, 200],
  ['GET', `${base}/export_excel`, null, 200],
  ['POST', `${base}/import_excel`, {}, 415],
  ['GET', `${base}/download_template/${nowhere}`, null, 200],
  ['POST', `${base}/`, {}, 400],
  ['PUT', `${base}/`, { id: nowhere }, 404],
  ['DELETE', `${base}/`, { id: nowhere }, 404],
  ['PUT', `${base}/${nowhere}`, {}, 404],
  ['DELETE', `${base}/${nowhere}`, null, 404],
  ['PUT', `/api/mysql/car/${nowhere}`, {}, 404],
  ['DELETE', `/api/mysql/car/${nowhere}`, null, 404],
  ['POST', `${base}/create`, {}, 400],
  ['PUT', `${base}/${nowhere}/update`, {}, 404],
  ['DELETE', `${base}/${nowhere}/delete`, null, 404],
  ['POST', `${base}/bulk_delete`, { ids: [nowhere] }, 404],
  ['POST', `${base}/bulk_update`, { selectedItems: [nowhere], data: {} }, 404],
  ['GET', `${base}/filter_options`, null, 200],
  ['GET', `/api/sync/card-usage/history?id=${nowhere}`, null, 200],
]

testStaffArea({ calls, paths: /^\/api\/mysql\/(card|car)\// })
