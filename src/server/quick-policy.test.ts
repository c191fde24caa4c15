import { newId } from '#server/new-id.ts'
import { testStaffArea, type StaffCall } from '../../tests/support/staff-calls.ts'

/** Every call of quick delivery, with what it is sent and what a person of the office gets for it (decision 5). */
const nowhere = newId()
const calls: readonly StaffCall[] = [
  ['GET', '/api/quick/', null, 200],
  ['GET', '/api/quick/list', null, 200],
  ['POST', '/api/quick/', {}, 422],
  ['PUT', '/api/quick/', { id: nowhere }, 404],
  ['DELETE', '/api/quick/', { id: nowhere }, 404],
  ['PUT', `/api/quick/${nowhere}/`, {}, 404],
  ['DELETE', `/api/quick/${nowhere}/`, null, 404],
  ['GET', '/api/quick/balance/', null, 200],
  ['POST', '/api/quick/balance/', { amount: 0 }, 400],
  ['POST', '/api/quick/create', {}, 400],
  ['PUT', `/api/quick/${nowhere}/update`, {}, 404],
  ['DELETE', `/api/quick/${nowhere}/delete`, null, 404],
  ['POST', '/api/quick/bulk_delete', { ids: [nowhere] }, 404],
  ['POST', '/api/quick/bulk_update', { selectedItems: [nowhere], data: {} }, 404],
  ['GET', '/api/quick/filter_options', null, 200],
  ['GET', '/api/quick/export_excel', null, 200],
  ['POST', '/api/quick/import_excel', {}, 415],
  ['GET', `/api/quick/download_template/${nowhere}`, null, 200],
  ['GET', '/api/sync/quick-deliveries/rows', null, 200],
]

testStaffArea({ calls, paths: /^\/api\/quick\// })
