import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  defaultNotificationSettings,
  notificationDevicePath,
  notificationsPath,
  notificationStatusSchema,
  testNotificationPath,
} from '#contract/notifications/notifications.ts'
import { devicesPath } from '#contract/session/session.ts'
import { toInstant } from '#domain/dates/office-moment.ts'
import { addOfficeKey, openOfficeKeys } from '#server/keys/office-keys.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { type FakeBrowser, type PushService, startPushService } from '#tests/support/fakes/fake-push.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { notifyOnce, ownPushNetworks, subscribe } from '#tests/support/servers/notifying-server.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { readPushKeys } from './push-keys.ts'
import { maxAttempts } from './send-push.ts'

const settings = { ...defaultNotificationSettings, off: ['reminders'] }
let service: PushService
let server: TestApp
let now = new Date(toInstant('2026-12-01', '09:00'))
beforeAll(async () => {
  service = await startPushService()
  server = await buildTestApp({ config: ownPushNetworks, now: () => now })
})
afterAll(async () => {
  await server.close()
  await service.close()
})

let staff: SignedIn
let browser: FakeBrowser
beforeEach(async () => {
  now = new Date(toInstant('2026-12-01', '09:00'))
  await server.db.deleteFrom('push_subscription').execute()
  await server.db.deleteFrom('notification_mark').execute()
  await server.db.deleteFrom('notification_setting').execute()
  await server.db.deleteFrom('reminders').execute()
  staff = await server.signIn('staff')
  browser = await subscribe(staff, service)
})

const readStatus = async (person: SignedIn) =>
  notificationStatusSchema.parse((await person.inject({ url: notificationsPath })).json())
const sendTest = async (person: SignedIn) =>
  (await person.inject({ method: 'POST', url: testNotificationPath })).statusCode

async function countDevices(): Promise<number> {
  return (await server.db.selectFrom('push_subscription').select('id').execute()).length
}

/** Lets the clock pass, and the server look again. */
async function passMinutes(minutes: number): Promise<void> {
  now = new Date(now.getTime() + minutes * 60_000)
  await notifyOnce(server)
}

test('a test notification arrives, signed with the key that browsers get', async () => {
  expect(await sendTest(staff)).toBe(200)
  const [push] = browser.received
  const status = await readStatus(staff)
  expect(push).toMatchObject({ content: { title: '시험 알림', tag: 'test' }, publicKey: status.public_key })
  expect(push?.claims.sub).toMatch(/^(mailto:|https:)/)
  expect(status).toMatchObject({ has_device: true, settings: defaultNotificationSettings })
})

test('keeps the settings of each person', async () => {
  await staff.inject({ method: 'PUT', url: notificationsPath, payload: settings })
  expect((await readStatus(staff)).settings).toEqual(settings)
  expect((await readStatus(await server.signIn('superuser'))).settings).toEqual(defaultNotificationSettings)
})

test.each([{ morning_at: '24:00' }, { quiet_from: '8:00' }, { quiet_until: '' }])(
  'refuses the time %j',
  async (time) => {
    const response = await staff.inject({ method: 'PUT', url: notificationsPath, payload: { ...settings, ...time } })
    expect(response.statusCode).toBe(400)
  },
)

test('notifications of a device end with its sign-out, and with its session wherever that is ended', async () => {
  await server.app.inject({ method: 'POST', url: '/oauth/logout', payload: { refresh_token: staff.refreshToken } })
  expect(await countDevices()).toBe(0)
  const [here, elsewhere] = [await server.signIn('staff'), await server.signIn('staff')]
  await subscribe(here, service)
  await subscribe(elsewhere, service)
  await here.inject({ method: 'DELETE', url: `${devicesPath}?which=others` })
  expect(await countDevices()).toBe(1)
  await server.db.updateTable('app_user').set({ is_active: false }).where('id', '=', staff.user.id).execute()
  await makeRecord(await server.signIn('superuser'), 'reminders', { note: '확인', due_on: '2026-12-01' })
  const before = service.countRequests()
  await notifyOnce(server)
  expect(service.countRequests()).toBe(before)
  await server.db.updateTable('app_user').set({ is_active: true }).where('id', '=', staff.user.id).execute()
})

test('a browser that another person signs in to notifies only that person', async () => {
  const superuser = await server.signIn('superuser')
  await superuser.inject({ method: 'PUT', url: notificationDevicePath, payload: browser.subscription })
  expect(await countDevices()).toBe(1)
  expect(await sendTest(staff)).toBe(404)
  expect(await sendTest(superuser)).toBe(200)
})

test.each([404, 410])('a subscription that the push service no longer knows (%i) is removed', async (status) => {
  await makeRecord(staff, 'reminders', { note: '확인', due_on: '2026-12-01' })
  service.respondNext({ status })
  await notifyOnce(server)
  expect(await countDevices()).toBe(0)
  await subscribe(staff, service)
  service.respondNext({ status })
  expect(await sendTest(staff)).toBe(404)
  expect(await countDevices()).toBe(0)
})

test('a failing push service is tried again later, and then given up', async () => {
  await makeRecord(staff, 'reminders', { note: '확인', due_on: '2026-12-01' })
  const before = service.countRequests()
  service.respondNext({ status: 500 }, { status: 429, headers: { 'retry-after': '600' } })
  await notifyOnce(server)
  await notifyOnce(server)
  expect(service.countRequests() - before).toBe(1)
  await passMinutes(1)
  await passMinutes(9)
  expect(service.countRequests() - before).toBe(2)
  await passMinutes(1)
  expect(browser.received.map(({ content }) => content.body)).toEqual(['다시 보기 1건'])

  await makeRecord(await server.signIn('staff'), 'reminders', { note: '확인', due_on: '2026-12-01' })
  const second = service.countRequests()
  service.respondNext(...Array.from({ length: maxAttempts }, () => ({ status: 503 })))
  for (let pass = 0; pass < 10; pass += 1) await passMinutes(10)
  expect(service.countRequests() - second).toBe(maxAttempts)
  expect(await server.db.selectFrom('push_message').select('id').execute()).toEqual([])
})

test('what could not be sent before quiet hours is dropped', async () => {
  now = new Date(toInstant('2026-12-01', '19:59'))
  staff = await server.signIn('staff')
  await makeRecord(staff, 'reminders', { note: '확인', due_on: '2026-12-01' })
  service.respondNext({ status: 500 })
  await notifyOnce(server)
  await passMinutes(2)
  expect(browser.received).toEqual([])
  expect(await server.db.selectFrom('push_message').select('id').execute()).toEqual([])
})

test('does not follow the redirect of a push service', async () => {
  const target = service.createBrowser()
  service.respondNext({ status: 307, headers: { location: target.subscription.endpoint } })
  expect(await sendTest(staff)).toBe(422)
  expect(target.received).toEqual([])
})

test('processes that start together agree on one key, which is stored encrypted', async () => {
  await server.db.deleteFrom('push_key').execute()
  const all = await Promise.all([1, 2, 3, 4].map(() => readPushKeys(server.deps)))
  expect(new Set(all.map(({ privateKey }) => privateKey)).size).toBe(1)
  const { cipher } = await server.db.selectFrom('push_key').select('cipher').executeTakeFirstOrThrow()
  expect(cipher.includes(Buffer.from(all[0]?.privateKey ?? '', 'base64url'))).toBe(false)
})

test('without the key file it was encrypted with, the key is replaced only when no device needs it', async () => {
  const path = `${createTempFolder()}/numbers.key`
  const { db } = server
  const lost = { db, officeKeys: openOfficeKeys(path) }
  addOfficeKey(path)
  const { publicKey } = await readPushKeys(server.deps)
  await expect(readPushKeys(lost)).rejects.toThrow('번호 키 파일')
  await db.deleteFrom('push_subscription').execute()
  expect((await readPushKeys(lost)).publicKey).not.toBe(publicKey)
  await db.deleteFrom('push_key').execute()
})
