import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notificationsPath } from '#contract/notifications/notifications.ts'
import { toInstant } from '#domain/dates/office-moment.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { type FakeBrowser, type PushService, startPushService } from '#tests/support/fakes/fake-push.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { notifyOnce, ownPushNetworks, subscribe } from '#tests/support/servers/notifying-server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'

let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())

// A Tuesday, a Friday before a weekend, a holiday on a Friday.
const [tuesday, wednesday, friday, monday, christmas] = [
  '2026-12-01',
  '2026-12-02',
  '2026-12-04',
  '2026-12-07',
  '2026-12-25',
]

let now: Date
let database: TestDatabase
let server: TestApp
let staff: SignedIn
let browser: FakeBrowser

function setClock(day: string, time: string) {
  now = new Date(toInstant(day, time))
}

async function openServer(): Promise<TestApp> {
  return await buildTestApp({ database, config: ownPushNetworks, now: () => now })
}

beforeEach(async () => {
  setClock(tuesday, '08:00')
  database = await createTestDatabase()
  await loadDemoUsers(database.db)
  server = await openServer()
  staff = await server.signIn('staff')
  browser = await subscribe(staff, service)
})
afterEach(async () => {
  await server.close()
  await database.drop()
})

async function notifyAt(day: string, time: string): Promise<void> {
  setClock(day, time)
  await notifyOnce(server)
}

const listTexts = () => browser.received.map(({ content: { title, body } }) => `${title}: ${body}`)

/** Signs in again, because the clock may have moved past the end of a token. */
async function addReminder(due_on: string, person: string | null = null): Promise<void> {
  await makeRecord(await server.signIn('staff'), 'reminders', { note: '한바다 보정 확인', due_on, person })
}

test('sends the summary of the morning and what is due by the next working day, without any name', async () => {
  await makeRecord(staff, 'real-estate', { owner: '한바다', regi_date: tuesday })
  await makeRecord(staff, 'real-estate', { owner: '허나래', regi_date: '2026-11-02' })
  await makeRecord(staff, 'real-estate', { owner: '문새벽', regi_date: wednesday })
  await makeRecord(staff, 'real-estate', { owner: '끝난 사람', regi_date: tuesday, created_at: tuesday })
  await addReminder(tuesday)
  await notifyAt(tuesday, '08:29')
  expect(browser.received).toEqual([])
  await notifyAt(tuesday, '08:30')
  expect(listTexts().toSorted()).toEqual([
    '등기예정일 1건: 12월 2일(수)까지입니다.',
    '오늘 할 일: 등기예정일 2건(지난 것 1건) · 다시 보기 1건',
  ])
  expect(browser.received.map(({ text }) => text).join()).not.toMatch(/한바다|허나래|문새벽|보정/)
  expect(browser.received.map(({ ttlSeconds }) => ttlSeconds)).toEqual([11.5 * 3600, 11.5 * 3600])
})

test('announces later what gets a deadline of today or tomorrow, once, and nothing in quiet hours', async () => {
  await notifyAt(tuesday, '09:00')
  expect(browser.received).toEqual([])
  await addReminder(tuesday)
  await notifyAt(tuesday, '10:00')
  await notifyAt(tuesday, '10:01')
  expect(listTexts()).toEqual(['다시 보기 1건: 오늘까지입니다.'])
  await addReminder(wednesday)
  await notifyAt(tuesday, '21:00')
  await notifyAt(wednesday, '03:00')
  expect(browser.received).toHaveLength(1)
  await notifyAt(wednesday, '08:31')
  expect(listTexts().slice(1)).toEqual(['오늘 할 일: 다시 보기 2건(지난 것 1건)'])
})

test('is silent on weekends and holidays, and announces Monday on Friday', async () => {
  await addReminder(monday)
  await notifyAt('2026-12-05', '10:00')
  await notifyAt('2026-12-06', '10:00')
  await notifyAt(christmas, '10:00')
  expect(browser.received).toEqual([])
  await notifyAt(friday, '10:00')
  expect(listTexts()).toEqual(['다시 보기 1건: 12월 7일(월)까지입니다.'])
})

test('two processes at once send each notification once', async () => {
  await addReminder(tuesday)
  await addReminder(wednesday)
  const other = await openServer()
  setClock(tuesday, '09:00')
  await Promise.all([notifyOnce(server), notifyOnce(other), notifyOnce(server), notifyOnce(other)])
  expect(listTexts().toSorted()).toEqual(['다시 보기 1건: 12월 2일(수)까지입니다.', '오늘 할 일: 다시 보기 1건'])
  await other.close()
})

test('does not tell people what a colleague looks after', async () => {
  await addReminder(tuesday, '이나래 과장')
  await addReminder(tuesday, staff.user.nickname)
  await addReminder(tuesday, '사무소 밖 사람')
  await notifyAt(tuesday, '09:00')
  expect(listTexts()).toEqual(['오늘 할 일: 다시 보기 2건'])
})

test('a stopped record is not counted', async () => {
  const { id } = await makeRecord(staff, 'real-estate', { regi_date: tuesday })
  const superuser = await server.signIn('superuser')
  const send = async (method: 'POST' | 'DELETE', url: string, payload: object) =>
    (await superuser.inject({ method, url, payload })).statusCode
  await stopRecords(send, [{ collection: 'real-estate', id: String(id) }])
  await notifyAt(tuesday, '09:00')
  expect(browser.received).toEqual([])
})

test('follows the settings of the person', async () => {
  const settings = { morning_at: '10:00', quiet_from: '00:00', quiet_until: '00:00', off: ['summary', 'real-estate'] }
  const response = await staff.inject({ method: 'PUT', url: notificationsPath, payload: settings })
  expect(response.statusCode).toBe(200)
  await addReminder(tuesday)
  await makeRecord(staff, 'real-estate', { regi_date: tuesday })
  await notifyAt(tuesday, '09:59')
  expect(browser.received).toEqual([])
  await notifyAt(tuesday, '22:00')
  expect(listTexts()).toEqual(['다시 보기 1건: 오늘까지입니다.'])
})

test('who is no longer staff or whose session expired gets nothing', async () => {
  await addReminder(tuesday)
  await addReminder('2027-01-04')
  await server.db.updateTable('app_user').set({ is_staff: false }).where('id', '=', staff.user.id).execute()
  await notifyAt(tuesday, '09:00')
  await server.db.updateTable('app_user').set({ is_staff: true }).where('id', '=', staff.user.id).execute()
  await notifyAt('2027-01-04', '09:00')
  expect(browser.received).toEqual([])
})

test('a listening server does so by itself', async () => {
  await addReminder(tuesday)
  setClock(tuesday, '09:00')
  await server.listen()
  await expect.poll(listTexts).toEqual(['오늘 할 일: 다시 보기 1건'])
})
