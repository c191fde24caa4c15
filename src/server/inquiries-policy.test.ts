import { newId } from '#server/new-id.ts'
import { testStaffArea, type StaffCall } from '../../tests/support/staff-calls.ts'

/** Every call of the inbox, with what it is sent and what a person of the office gets for it (decision 5). Nobody of the office makes or deletes an inquiry. */
const nowhere = newId()
const base = '/api/staff/inquiries/'
const calls: readonly StaffCall[] = [
  ['GET', base, null, 200],
  ['GET', `${base}assignees/`, null, 200],
  ['POST', base, { id: nowhere, state: 'new' }, 403],
  ['PUT', base, { id: nowhere, state: 'done' }, 404],
  ['DELETE', base, { id: nowhere }, 404],
  ['POST', `${base}destroy/`, { id: nowhere }, { staff: 403, superuser: 404 }],
  ['GET', '/api/sync/inquiries/rows', null, 200],
  ['GET', `/api/sync/inquiries/history?id=${nowhere}`, null, 200],
]

testStaffArea({ calls, paths: /^\/api\/staff\/inquiries/ })
