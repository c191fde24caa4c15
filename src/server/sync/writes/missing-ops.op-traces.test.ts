import { afterAll, beforeAll, expect, test } from 'vitest'
import { opGapsSchema, type Trace, traceReportResponseSchema } from '#contract/sync/op-trace.ts'
import { newId } from '#server/new-id.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { startGapReport } from './missing-ops.ts'

const hourMs = 3_600_000
let clock = Date.parse('2026-11-21T00:00:00Z')
let server: TestApp
let staff: SignedIn
let superuser: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp({ now: () => new Date(clock) })
  await signIn()
  groupId = await makeGroup(staff)
})
afterAll(() => server.close())

async function signIn(): Promise<void> {
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
}

/** Signs in again, because yesterday's sessions have ended. */
async function waitHours(hours: number): Promise<void> {
  clock += hours * hourMs
  await signIn()
}

function trace(op_id: string, what: Trace['what'], into?: string): Trace {
  return { op_id, what, at: '1970-01-01T09:00:00+09:00', ...(into && { into }) }
}

async function notify(deviceId: string, traces: readonly Trace[], person = staff): Promise<number> {
  const response = await person.inject({
    method: 'POST',
    url: '/api/sync/traces',
    payload: { device_id: deviceId, traces },
  })
  expect(response.statusCode).toBe(200)
  return traceReportResponseSchema.parse(response.json()).kept
}

async function readGaps(deviceId: string) {
  const response = await superuser.inject({ method: 'GET', url: '/api/sync/gaps' })
  expect(response.statusCode).toBe(200)
  return opGapsSchema.parse(response.json()).gaps.filter((gap) => gap.device_id === deviceId)
}

test('an edit that never arrived is reported after a day, until it arrives', async () => {
  const [device, opId] = [newId(), newId()]
  await notify(device, [trace(opId, 'enqueued'), trace(opId, 'sent')])
  await waitHours(23)
  expect(await readGaps(device)).toEqual([])
  await waitHours(2)
  expect(await readGaps(device)).toEqual([
    {
      device_id: device,
      user_id: staff.user.id,
      user_name: staff.user.nickname,
      count: 1,
      since: '2026-11-21T00:00:00Z',
      op_ids: [opId],
    },
  ])
  const id = newId()
  const late = await staff.inject({
    method: 'POST',
    url: '/api/mysql/realestate/list/',
    headers: { 'idempotency-key': opId },
    payload: { id, group_id: groupId, owner: '가상인' },
  })
  expect(late.statusCode).toBeLessThan(300)
  expect(await readGaps(device)).toEqual([])
})

test('an edit that was merged, undone, dropped or renewed on the device is not reported', async () => {
  const device = newId()
  const [merged, undone, dropped, renewed] = [newId(), newId(), newId(), newId()]
  const missed = newId()
  await notify(
    device,
    [merged, undone, dropped, renewed, missed].map((opId) => trace(opId, 'enqueued')),
  )
  await notify(device, [
    trace(merged, 'merged', missed),
    trace(undone, 'vanished'),
    trace(dropped, 'discarded'),
    trace(renewed, 'rebased', missed),
    trace(missed, 'acked'),
  ])
  await waitHours(25)
  expect((await readGaps(device)).map(({ op_ids, count }) => ({ op_ids, count }))).toEqual([
    { op_ids: [missed], count: 1 },
  ])
})

test('a repeated trace is stored once', async () => {
  const [device, opId] = [newId(), newId()]
  expect(await notify(device, [trace(opId, 'enqueued'), trace(opId, 'enqueued'), trace(opId, 'sent')])).toBe(2)
  expect(await notify(device, [trace(opId, 'enqueued'), trace(opId, 'acked')])).toBe(1)
})

test('a trace of one person does not settle another person’s edit', async () => {
  const [device, opId] = [newId(), newId()]
  await notify(device, [trace(opId, 'enqueued')])
  await notify(device, [trace(opId, 'discarded')], superuser)
  await waitHours(25)
  expect(await readGaps(device)).toHaveLength(1)
})

test('staff devices report, only the superuser reads', async () => {
  const payload = { device_id: newId(), traces: [trace(newId(), 'enqueued')] }
  const reported = { method: 'POST', url: '/api/sync/traces', payload } as const
  const read = { method: 'GET', url: '/api/sync/gaps' } as const
  const member = await server.signIn('member')
  expect((await server.app.inject(reported)).statusCode).toBe(401)
  expect((await member.inject(reported)).statusCode).toBe(403)
  expect((await server.app.inject(read)).statusCode).toBe(401)
  expect((await member.inject(read)).statusCode).toBe(403)
  expect((await staff.inject(read)).statusCode).toBe(403)
  expect((await superuser.inject(read)).statusCode).toBe(200)
})

const good = { op_id: newId(), what: 'enqueued', at: '2026-11-21T09:00:00+09:00' }
test.each([
  ['no device', { traces: [good] }],
  ['an invalid device id', { device_id: '7', traces: [good] }],
  ['no traces', { device_id: newId(), traces: [] }],
  ['more than 500', { device_id: newId(), traces: Array.from({ length: 501 }, () => good) }],
  ['an unknown kind', { device_id: newId(), traces: [{ ...good, what: 'lost' }] }],
  ['an invalid day without a time', { device_id: newId(), traces: [{ ...good, at: '2026-02-30' }] }],
  ['a field value in a trace', { device_id: newId(), traces: [{ ...good, owner: '가상인' }] }],
  ['an unknown field', { device_id: newId(), traces: [good], note: '' }],
])('refuses a report with %s as a whole', async (_, payload) => {
  const count = () => server.db.selectFrom('op_trace').selectAll().execute()
  const before = await count()
  const response = await staff.inject({ method: 'POST', url: '/api/sync/traces', payload })
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
  expect(await count()).toEqual(before)
})

test('only one of two processes on one database reports, until it ends', async () => {
  const device = newId()
  await notify(device, [trace(newId(), 'enqueued')])
  await waitHours(25)
  const lines: unknown[] = []
  const makeLog = (name: string) => ({ ...server.app.log, warn: (line: object) => lines.push([name, line]) })
  const report = (name: string) => startGapReport(makeLog(name), server.deps, async () => await readGaps(device))
  const stopFirst = report('first')
  await expect.poll(() => lines).toHaveLength(1)
  const stopSecond = report('second')
  await stopSecond()
  expect(lines).toEqual([['first', expect.objectContaining({ device_id: device, count: 1 })]])
  await stopFirst()
  const stopThird = report('third')
  await expect.poll(() => lines).toHaveLength(2)
  await stopThird()
  expect(lines[1]).toMatchObject(['third', { device_id: device }])
})
