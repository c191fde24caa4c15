import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changesPageSchema, checksumsSchema, rowsPageSchema } from '#contract/sync/sync.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

/**
 * Three requests of the superuser (waiting, decided, withdrawn) and one of a member of staff, who
 * must not learn of the others.
 */
let server: TestApp
let staff: SignedIn
let superuser: SignedIn
const own = newId()
const others = { waiting: newId(), decided: newId(), withdrawn: newId() }
const secret = '부모님 병원 동행'

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
  await requestLeave(staff, own, { reason: '가족 여행' })
  await requestLeave(superuser, others.waiting, { startDate: '2026-03-03', endDate: '2026-03-03', reason: secret })
  await requestLeave(superuser, others.decided, { startDate: '2026-03-04', endDate: '2026-03-04', reason: secret })
  await requestLeave(superuser, others.withdrawn, { startDate: '2026-03-05', endDate: '2026-03-05', reason: secret })
  await write(superuser, 'PUT', { id: others.decided, state: 'approved' })
  await write(superuser, 'DELETE', { id: others.withdrawn })
})
afterAll(() => server.close())

function write(person: SignedIn, method: 'POST' | 'PUT' | 'DELETE', payload: object) {
  return person.inject({ method, url: '/api/staff/leave/', payload })
}

async function requestLeave(person: SignedIn, id: string, fields: object) {
  const days = { type: 'annual', startDate: '2026-03-03', endDate: '2026-03-03' }
  const response = await write(person, 'POST', { id, ...days, ...fields })
  expect(response.statusCode).toBe(201)
}

function get(person: SignedIn, url: string) {
  return person.inject({ method: 'GET', url })
}

test.each([
  ['the first copy', '/api/sync/leave-requests/rows'],
  ['the changes', '/api/sync/changes'],
  ['the list', '/api/staff/leave/'],
  ['the list of one person', `/api/staff/leave/?requester=00000000-0000-7000-8000-000000000001`],
  ['the search', `/api/staff/leave/list?search=${encodeURIComponent('부모님')}`],
  ['the annual leave', '/api/staff/leave/allowance/?year=2026'],
  ...Object.values(others).map((id): [string, string] => ['a history', `/api/sync/leave-requests/history?id=${id}`]),
] satisfies [string, string][])('%s reveals nothing of other people to a member of staff', async (_name, url) => {
  const reported = (await get(staff, url)).body
  for (const trace of [...Object.values(others), secret, '한온결']) expect(reported).not.toContain(trace)
})

test('a member of staff has only their own request in the first copy, changes and checksums', async () => {
  const rows = rowsPageSchema.parse((await get(staff, '/api/sync/leave-requests/rows')).json())
  expect([rows.total, rows.columns.id]).toEqual([1, [own]])
  const { changes } = changesPageSchema.parse((await get(staff, '/api/sync/changes')).json())
  expect(changes.map(({ id }) => id)).toEqual([own])
  const { buckets } = checksumsSchema.parse((await get(staff, '/api/sync/leave-requests/checksums')).json())
  expect(buckets.map(({ count }) => count)).toEqual([1])
})

test('exports the own requests to a member of staff, and everybody’s to a superuser', async () => {
  expect(await readReasonsInSheet(staff)).toEqual(['가족 여행'])
  const visibleReasons = await readReasonsInSheet(superuser)
  expect([visibleReasons.length, new Set(visibleReasons)]).toEqual([3, new Set(['가족 여행', secret])])
})

async function readReasonsInSheet(person: SignedIn): Promise<unknown[]> {
  const { rawPayload } = await get(person, '/api/staff/leave/export_excel')
  const [sheet = {}] = Object.values(XLSX.read(rawPayload).Sheets)
  return XLSX.utils.sheet_to_json<Record<string, unknown>>(sheet).map((row) => row['사유'])
}

test('gives a superuser everybody’s requests, with the deletes of withdrawn ones', async () => {
  const rows = rowsPageSchema.parse((await get(superuser, '/api/sync/leave-requests/rows')).json())
  expect(new Set(rows.columns.id)).toEqual(new Set([own, others.waiting, others.decided]))
  const { changes } = changesPageSchema.parse((await get(superuser, '/api/sync/changes')).json())
  expect(changes.find(({ id }) => id === others.withdrawn)?.row).toBeNull()
  expect(changes).toHaveLength(4)
})

test('sends the delete of a withdrawn request to its owner', async () => {
  const id = newId()
  await requestLeave(staff, id, { startDate: '2026-04-01', endDate: '2026-04-01', reason: '휴식' })
  const { cursor } = changesPageSchema.parse((await get(staff, '/api/sync/changes')).json())
  await write(staff, 'DELETE', { id })
  const page = changesPageSchema.parse((await get(staff, `/api/sync/changes?after=${cursor}`)).json())
  expect(page.changes).toMatchObject([{ id, row: null }])
})

test.each(Object.entries(others))(
  'refuses a write to somebody else’s request (%s) as if it did not exist',
  async (_state, id) => {
    const opId = newId()
    for (const headers of [{}, { 'idempotency-key': opId, 'if-match': '"1"' }]) {
      const changeRequest = {
        method: 'PUT',
        url: '/api/staff/leave/',
        payload: { id, reason: '엿보기' },
        headers,
      } as const
      const changed = await staff.inject(changeRequest)
      expect([changed.statusCode, changed.json().code, changed.json().current]).toEqual([404, 'not_found', undefined])
    }
    const removed = await write(staff, 'DELETE', { id })
    expect([removed.statusCode, removed.json().code]).toEqual([404, 'not_found'])
    const created = await write(staff, 'POST', {
      id,
      type: 'annual',
      startDate: '2026-05-04',
      endDate: '2026-05-04',
      reason: '엿보기',
    })
    expect([created.statusCode, created.json()]).toEqual([
      409,
      { code: 'conflict', message: '같은 번호의 자료가 이미 있습니다.' },
    ])
  },
)

test('lets only its owner restore a deleted request', async () => {
  const id = newId()
  const fields = { startDate: '2026-04-02', endDate: '2026-04-02', reason: '휴식' }
  await requestLeave(staff, id, fields)
  await write(staff, 'DELETE', { id })
  const taken = await write(superuser, 'POST', { id, type: 'annual', ...fields })
  expect(taken.statusCode).toBe(409)
  await requestLeave(staff, id, fields)
})

test('readers limited to their own requests have another epoch, so a role change copies all again', async () => {
  const readEpoch = async (person: SignedIn, url: string) => (await get(person, url)).json().epoch
  for (const url of ['/api/sync/changes', '/api/sync/companies/rows', '/api/sync/leave-requests/checksums']) {
    expect(await readEpoch(staff, url)).not.toBe(await readEpoch(superuser, url))
  }
  const before = await readEpoch(staff, '/api/sync/changes')
  await server.db.updateTable('app_user').set({ is_superuser: true }).where('id', '=', staff.user.id).execute()
  expect(await readEpoch(staff, '/api/sync/changes')).toBe(await readEpoch(superuser, '/api/sync/changes'))
  const { columns } = rowsPageSchema.parse((await get(staff, '/api/sync/leave-requests/rows')).json())
  expect(columns.id).toEqual(expect.arrayContaining([others.waiting, others.decided]))
  await server.db.updateTable('app_user').set({ is_superuser: false }).where('id', '=', staff.user.id).execute()
  expect((await get(staff, '/api/sync/changes')).statusCode).toBe(401)
  staff = await server.signIn('staff')
  expect(await readEpoch(staff, '/api/sync/changes')).toBe(before)
})
