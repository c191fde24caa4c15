import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#mirror/runtime/new-id.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { enqueueEdit, makeUpdateEdit } from '#tests/support/outbox/outbox-fixtures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { openOutbox } from '../open-outbox.ts'
import { saveSession } from '../session.ts'
import { reportTraces } from './report-traces.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
}, 60_000)
afterAll(() => server.close())

test('the server stores reported traces, and the device deletes them', async () => {
  const browser = makeFakeBrowser({ clock: 'real' })
  const tab = browser.openTab({ fetch, baseUrl: await server.listen() })
  const outbox = await openOutbox({ ...tab.runtime, newId }, staff.user.id)
  await saveSession(outbox, {
    access_token: staff.accessToken,
    refresh_token: staff.refreshToken,
    expires_in: 3600,
    user_info: staff.user,
  })
  const { id } = await makeCase(staff, await makeGroup(staff))
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(id, { owner: ['가상인', '나상인'] }))
  expect(await reportTraces(outbox, { canReport: () => true, signal: new AbortController().signal })).toBe(1)
  expect(await outbox.db.traces.count()).toBe(0)
  const rows = await server.db.selectFrom('op_trace').selectAll().execute()
  expect(rows).toMatchObject([{ op_id: opId, user_id: staff.user.id, what: 'enqueued', into_op_id: null }])
  expect(rows[0]?.device_id).toBe((await outbox.db.meta.get('device'))?.value)
})
