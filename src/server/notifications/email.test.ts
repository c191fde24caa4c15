import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  emailConfirmationPath,
  notificationEmailPath,
  notificationsPath,
  notificationStatusSchema,
} from '#contract/notifications/notifications.ts'
import { toInstant } from '#domain/dates/office-moment.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { type MailServer, startMailServer } from '#tests/support/fakes/fake-smtp.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { notifyOnce } from '#tests/support/servers/notifying-server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { readTransportOptions } from './send-email.ts'
import { maxAttempts } from './send-push.ts'

const address = 'gaon@example.com'
const today = '2026-12-01'

let mails: MailServer
beforeAll(async () => {
  mails = await startMailServer()
})
afterAll(() => mails.close())

let now: Date
let database: TestDatabase
let server: TestApp
let staff: SignedIn
/** Mails and recipients of earlier tests. */
let before: { mails: number; recipients: number }

beforeEach(async () => {
  now = new Date(toInstant(today, '08:00'))
  before = { mails: mails.received.length, recipients: mails.countRecipients() }
  database = await createTestDatabase()
  await loadDemoUsers(database.db)
  server = await openServer()
  staff = await server.signIn('staff')
})
afterEach(async () => {
  await server.close()
  await database.drop()
})

async function openServer(): Promise<TestApp> {
  const mail = { url: mails.url, from: 'office@example.com', appUrl: 'https://office.example' }
  return await buildTestApp({ database, config: { mail, rateLimitPerMinute: 60_000 }, now: () => now })
}

const listMails = () => mails.received.slice(before.mails)
const countRecipients = () => mails.countRecipients() - before.recipients

async function requestCode(to = address): Promise<string> {
  const response = await staff.inject({ method: 'PUT', url: notificationEmailPath, payload: { address: to } })
  if (response.statusCode !== 200) throw new Error(response.body)
  return /\d{6}/.exec(mails.received.at(-1)?.text ?? '')?.[0] ?? ''
}

const confirm = async (code: string) =>
  (await staff.inject({ method: 'POST', url: emailConfirmationPath, payload: { code } })).statusCode
const readEmail = async () =>
  notificationStatusSchema.parse((await staff.inject({ url: notificationsPath })).json()).email
const readMessages = () => server.db.selectFrom('push_message').select('id').execute()

async function turnOn(): Promise<void> {
  expect(await confirm(await requestCode())).toBe(200)
  before = { mails: mails.received.length, recipients: mails.countRecipients() }
}

async function addReminder(): Promise<void> {
  await makeRecord(await server.signIn('staff'), 'reminders', { note: '한바다 보정 확인', due_on: today })
}

async function notifyAt(time: string): Promise<void> {
  now = new Date(toInstant(today, time))
  await notifyOnce(server)
  // The clock may have moved past the end of the token.
  staff = await server.signIn('staff')
}

test('sends the summary once to a confirmed address, with kinds and numbers only', async () => {
  await turnOn()
  await addReminder()
  await notifyAt('08:29')
  expect(listMails()).toEqual([])
  await notifyAt('08:30')
  await notifyAt('08:40')
  const [mail] = listMails()
  expect(listMails()).toHaveLength(1)
  expect(mail).toMatchObject({ from: 'office@example.com', to: [address], subject: '오늘 할 일 - 다시 보기 1건' })
  expect(mail?.text).toContain('열기: https://office.example/staff\r\n')
  expect(mail?.text).toContain('https://office.example/account/notifications')
  expect(mail?.headers).toContain('List-Unsubscribe: <https://office.example/account/notifications>')
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/한바다|보정/)
  expect(`${mail?.subject} ${mail?.text}`).not.toContain(staff.user.nickname)
})

test('two processes at once send one summary', async () => {
  await turnOn()
  await addReminder()
  const other = await openServer()
  now = new Date(toInstant(today, '09:00'))
  await Promise.all([notifyOnce(server), notifyOnce(other), notifyOnce(server), notifyOnce(other)])
  expect(listMails()).toHaveLength(1)
  await other.close()
})

test('sends nothing but the code before the address is confirmed, and nothing after it is removed', async () => {
  await notifyAt('08:50')
  const code = await requestCode()
  expect(await readEmail()).toEqual({ address, is_confirmed: false, fault: null })
  await addReminder()
  await notifyAt('09:00')
  expect(listMails().map(({ subject }) => subject)).toEqual(['알림 이메일 확인 코드'])
  expect(await confirm(code)).toBe(200)
  expect(await readEmail()).toEqual({ address, is_confirmed: true, fault: null })
  await staff.inject({ method: 'DELETE', url: notificationEmailPath })
  expect(await readEmail()).toEqual({ address: '', is_confirmed: false, fault: null })
  await notifyAt('09:02')
  expect(listMails()).toHaveLength(1)
})

test('follows the quiet hours and the kinds of the person', async () => {
  await turnOn()
  await addReminder()
  const settings = { morning_at: '08:30', quiet_from: '20:00', quiet_until: '08:00', off: ['summary'] }
  await staff.inject({ method: 'PUT', url: notificationsPath, payload: settings })
  await notifyAt('09:00')
  await notifyAt('21:00')
  expect(listMails()).toEqual([])
})

describe('a code', () => {
  const other = (code: string) => (code === '000000' ? '000001' : '000000')

  test('is stored as a hash, and is good for five tries and one use', async () => {
    const code = await requestCode()
    const row = await server.db.selectFrom('notification_email').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(code)
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await confirm(other(code))).toBe(422)
    expect(await confirm(code)).toBe(422)
    const next = await requestCode()
    expect(await confirm(next)).toBe(200)
    expect(await confirm(next)).toBe(422)
  })

  test('counts tries at the same time', async () => {
    const code = await requestCode()
    await Promise.all(Array.from({ length: 8 }, () => confirm(other(code))))
    expect(await confirm(code)).toBe(422)
  })

  test('expires after 15 minutes', async () => {
    const code = await requestCode()
    now = new Date(now.getTime() + 15 * 60_000)
    expect(await confirm(code)).toBe(422)
  })

  test('does not replace the address when the mail server refuses it or is away', async () => {
    await turnOn()
    mails.replyNext('550 5.1.1 no such user', '451 try again later')
    const put = async () =>
      (await staff.inject({ method: 'PUT', url: notificationEmailPath, payload: { address: 'x@example.com' } }))
        .statusCode
    expect([await put(), await put()]).toEqual([422, 503])
    expect(await readEmail()).toEqual({ address, is_confirmed: true, fault: null })
  })
})

test('tries again after a temporary refusal, and then gives up', async () => {
  await turnOn()
  await addReminder()
  mails.replyNext('451 4.7.1 try again later')
  await notifyAt('09:00')
  await notifyAt('09:00')
  expect([countRecipients(), listMails().length]).toEqual([1, 0])
  await notifyAt('09:01')
  expect([countRecipients(), listMails().length]).toEqual([2, 1])

  await server.db.deleteFrom('notification_mark').execute()
  mails.replyNext(...Array.from({ length: maxAttempts }, () => '451 4.7.1 try again later'))
  for (let pass = 0; pass < 8; pass += 1) await notifyAt(`1${pass}:00`)
  expect(countRecipients()).toBe(2 + maxAttempts)
  expect(await readMessages()).toEqual([])
  expect((await readEmail())?.fault).toBeNull()
})

test('a final refusal stops the address and says why', async () => {
  await turnOn()
  await addReminder()
  mails.replyNext('550 5.1.1 no such user')
  await notifyAt('09:00')
  expect(await readMessages()).toEqual([])
  await server.db.deleteFrom('notification_mark').execute()
  await notifyAt('09:10')
  expect([countRecipients(), listMails().length]).toEqual([1, 0])
  expect((await readEmail())?.fault).toBe('550 5.1.1 no such user')
  await turnOn()
  await notifyAt('09:20')
  expect(listMails()).toHaveLength(1)
})

test('keeps no address of people who are no longer staff', async () => {
  await turnOn()
  await server.db.updateTable('app_user').set({ is_active: false }).where('id', '=', staff.user.id).execute()
  expect(await server.db.selectFrom('notification_email').select('address').execute()).toEqual([])
})

test.each([
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com, b@example.com',
  '"가온" <a@example.com>',
  'a@example.com>\r\nDATA',
  `${'a'.repeat(250)}@example.com`,
  '',
])('refuses what is more than one address: %#', async (wrong) => {
  const response = await staff.inject({ method: 'PUT', url: notificationEmailPath, payload: { address: wrong } })
  expect(response.statusCode).toBe(400)
  expect(countRecipients()).toBe(0)
})

test('limits how many codes a person requests', async () => {
  const mail = { url: mails.url, from: 'office@example.com', appUrl: 'https://office.example' }
  const strict = await buildTestApp({ database, config: { mail, rateLimitPerMinute: 6000 }, now: () => now })
  const person = await strict.signIn('superuser')
  const put = async () =>
    (await person.inject({ method: 'PUT', url: notificationEmailPath, payload: { address } })).statusCode
  expect([await put(), await put(), await put()]).toEqual([200, 200, 429])
  await strict.close()
})

test('a wrong password of the office stops no address', async () => {
  await turnOn()
  await addReminder()
  const url = mails.url.replace(/:[^:@]+@/, ':wrong@')
  const config = { mail: { url, from: 'office@example.com', appUrl: 'https://office.example' } }
  const misconfigured = await buildTestApp({ database, config, now: () => now })
  now = new Date(toInstant(today, '09:00'))
  await notifyOnce(misconfigured)
  expect(await readMessages()).toHaveLength(1)
  await misconfigured.close()
  await notifyAt('09:01')
  expect(listMails()).toHaveLength(1)
})

test('without a mail server nothing is offered', async () => {
  const silent = await buildTestApp({ database, now: () => now })
  const person = await silent.signIn('staff')
  const status = notificationStatusSchema.parse((await person.inject({ url: notificationsPath })).json())
  expect(status.email).toBeNull()
  await silent.close()
})

test.each([
  ['smtp://mail.example', { port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
  ['smtps://mail.example', { port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
  ['smtp://127.0.0.1:25', { port: 25, secure: false, requireTLS: false, ignoreTLS: true }],
])('connects to %s with TLS unless it is this machine', (url, options) => {
  expect(readTransportOptions(url)).toMatchObject(options)
})

test('reads user and password of the URL, which may contain any character', () => {
  expect(readTransportOptions('smtps://office%40mail.example:p%40ss@mail.example')).toMatchObject({
    host: 'mail.example',
    auth: { user: 'office@mail.example', pass: 'p@ss' },
  })
})
