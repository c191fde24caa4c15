import { newId } from '#server/new-id.ts'
import { testStaffArea, type StaffCall } from '../../tests/support/staff-calls.ts'

/** Every call about leave, with what it is sent and what a person of the office gets for it. */
const nowhere = newId()
const base = '/api/staff/leave/'
const calls: readonly StaffCall[] = [
  ['GET', base, null, 200],
  ['GET', `${base}list`, null, 200],
  ['POST', base, {}, 400],
  ['PUT', base, { id: nowhere }, 404],
  ['DELETE', base, { id: nowhere }, 404],
  ['GET', `${base}filter_options`, null, 200],
  ['POST', `${base}create`, {}, 400],
  ['PUT', `${base}${nowhere}/update`, {}, 404],
  ['DELETE', `${base}${nowhere}/delete`, null, 404],
  ['POST', `${base}bulk_delete`, { ids: [nowhere] }, 404],
  ['POST', `${base}bulk_update`, { selectedItems: [nowhere], data: {} }, 404],
  ['GET', `${base}allowance/`, null, 200],
  ['PUT', `${base}allowance/`, { user_id: nowhere, granted: 3 }, { staff: 403, superuser: 404 }],
  ['GET', '/api/sync/leave-requests/rows', null, 200],
  ['GET', '/api/sync/leave-requests/checksums', null, 200],
  ['GET', `/api/sync/leave-requests/history?id=${nowhere}`, null, 200],
]

testStaffArea({ calls, paths: /^\/api\/staff\/leave/ })
