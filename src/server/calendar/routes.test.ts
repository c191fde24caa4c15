import { Buffer } from 'node:buffer'
import { sql } from 'kysely'
import nodeIcal, { type ParameterValue } from 'node-ical'
import { convertIcsCalendar } from 'ts-ics'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { calendarFeedPath, createdFeedSchema, feedStateSchema } from '#contract/calendar/calendar-feed.ts'
import { peoplePath } from '#contract/people/people.ts'
import { calendarKinds } from '#domain/calendar/calendar-entries.ts'
import { maxEventsPerKind } from '#domain/calendar/feed-events.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { loadDemoData } from '#server/commands/demo-data.ts'
import type { Config } from '#server/config/config.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { smallOffice } from '#tests/support/books/small-office.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { getTestOfficeKeys } from '#tests/support/servers/office-keys.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'

const today = '2026-11-24'
const now = new Date(`${today}T01:00:00Z`)
const lines: string[] = []
const database = await createTestDatabase()
await loadDemoData(database.ownerDb, { now, counts: smallOffice }, getTestOfficeKeys())
const server = await buildTestApp({
  database,
  now: () => now,
  config: { logLevel: 'debug' },
  logTo: { write: (line) => void lines.push(line) },
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

let staff: SignedIn
let superuser: SignedIn
beforeAll(async () => {
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
})
beforeEach(async () => {
  await server.ownerDb.deleteFrom('rate_count').execute()
})

const plain = { shows_names: false, is_own_only: false }
const withNames = { shows_names: true, is_own_only: false }

/** Makes a new address, which ends the person's previous one; returns its path. */
async function makeAddress(person: SignedIn, choices = plain): Promise<string> {
  const response = await person.inject({ method: 'POST', url: calendarFeedPath, payload: choices })
  return new URL(createdFeedSchema.parse(response.json()).address).pathname
}

const get = (url: string, headers = {}) => server.app.inject({ url, headers })

async function readEvents(url: string): Promise<ParsedEvent[]> {
  const response = await get(url)
  expect(response.statusCode).toBe(200)
  return parseBoth(response.body)
}

interface ParsedEvent {
  readonly uid: string
  readonly summary: string
  readonly description: string
  readonly firstDay: string
  /** Exclusive. */
  readonly endDay: string
  readonly sequence: number
  readonly changedAt: string
}

/** The events, which two independent parsers must read alike. */
function parseBoth(text: string): ParsedEvent[] {
  const byTsIcs = (convertIcsCalendar(undefined, text).events ?? []).map((event) => ({
    uid: event.uid,
    summary: event.summary,
    description: event.description ?? '',
    firstDay: toDay(event.start.date),
    endDay: toDay(event.end?.date),
    sequence: event.sequence ?? 0,
    changedAt: event.lastModified?.date.toISOString() ?? '',
  }))
  const byNodeIcal = Object.values(nodeIcal.sync.parseICS(text)).flatMap((event) => {
    if (event?.type !== 'VEVENT') return []
    expect(event.datetype).toBe('date')
    return {
      uid: event.uid,
      summary: toText(event.summary),
      description: toText(event.description),
      firstDay: toLocalDay(event.start),
      endDay: toLocalDay(event.end),
      sequence: Number(event.sequence),
      changedAt: event.lastmodified?.toISOString() ?? '',
    }
  })
  expect(byNodeIcal).toEqual(byTsIcs)
  return byTsIcs
}

/** This parser returns an object for a text with parameters. */
const toText = (value: ParameterValue | undefined) => (typeof value === 'object' ? value.val : (value ?? ''))

const toDay = (date: Date | undefined) => date?.toISOString().slice(0, 10) ?? ''

/** This parser reads a day as midnight of the machine. */
function toLocalDay(date: Date | undefined): string {
  if (!date) return ''
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

const findEvent = (events: readonly ParsedEvent[], key: string, { id }: Record<string, unknown>) =>
  events.find(({ uid }) => uid === `${key}.${String(id)}`)

describe('the events', () => {
  test('are those of the calendar from three months back to eighteen ahead, each under one id', async () => {
    const days = ['2026-08-23', '2026-08-24', '2026-11-24', '2028-05-24', '2028-05-25']
    const records = []
    for (const day of days) records.push(await makeRecord(staff, 'real-estate', { owner: '가온빌라', regi_date: day }))
    await makeRecord(staff, 'deposit-cases', { cost_request_at: '2026-11-20' })
    const events = await readEvents(await makeAddress(staff))
    const found = records.map((record) => findEvent(events, 'real-estate.regi_date', record)?.firstDay)
    expect(found).toEqual([undefined, '2026-08-24', '2026-11-24', '2028-05-24', undefined])
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
    const shownKinds = new Set(events.map(({ uid }) => uid.split('.').slice(0, 2).join('.')))
    expect(shownKinds).toEqual(new Set(calendarKinds.map(({ key }) => key).filter((key) => key !== 'reminders.due_on')))
  })

  test('of a moved day keep their id and get a higher sequence', async () => {
    const reminder = await makeRecord(staff, 'reminders', { note: '잔금 확인', due_on: '2026-12-03', person: '김가온' })
    const url = await makeAddress(staff)
    const before = findEvent(await readEvents(url), 'reminders.due_on', reminder)
    expect(before).toMatchObject({ firstDay: '2026-12-03', endDay: '2026-12-04', sequence: 0 })
    const change = { id: reminder['id'], due_on: '2026-12-10' }
    await staff.inject({ method: 'PUT', url: getBook('reminders').path, payload: change })
    expect(findEvent(await readEvents(url), 'reminders.due_on', reminder)).toMatchObject({
      firstDay: '2026-12-10',
      sequence: 1,
    })
  })

  test('of settled deadlines stay for a month', async () => {
    const makeReminder = (due_on: string) =>
      makeRecord(staff, 'reminders', { note: '끝난 일', due_on, done_on: '2026-11-01' })
    const [old, recent, early] = [
      await makeReminder('2026-10-23'),
      await makeReminder('2026-10-24'),
      await makeReminder('2026-11-25'),
    ]
    const events = await readEvents(await makeAddress(staff))
    expect([old, recent, early].map((record) => Boolean(findEvent(events, 'reminders.due_on', record)))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('of several days last to the end of the last one, and cases at the registry are shown 14 days on', async () => {
    const leave = { type: 'annual', startDate: '2026-12-24', endDate: '2026-12-28', reason: '가족 여행' }
    const request = await makeRecord(staff, 'leave-requests', leave)
    const filed = await makeRecord(staff, 'real-estate', { owner: '나래빌라', created_at: '2026-11-20' })
    const events = await readEvents(await makeAddress(staff))
    expect(findEvent(events, 'leave-requests.startDate', request)).toMatchObject({
      firstDay: '2026-12-24',
      endDay: '2026-12-29',
    })
    expect(findEvent(events, 'real-estate.created_at', filed)?.firstDay).toBe(addDays('2026-11-20', 14))
  })

  test('exclude records whose processing is stopped', async () => {
    const reminder = await makeRecord(staff, 'reminders', { note: '정지된 일', due_on: '2026-12-04' })
    const url = await makeAddress(staff)
    const record = { collection: 'reminders', id: String(reminder['id']) } as const
    const resume = await stopRecords(
      async (method, path, payload) => (await superuser.inject({ method, url: path, payload })).statusCode,
      [record],
    )
    expect(findEvent(await readEvents(url), 'reminders.due_on', reminder)).toBeUndefined()
    await resume()
    expect(findEvent(await readEvents(url), 'reminders.due_on', reminder)).toBeDefined()
  })

  test('show the leave of others to superusers alone', async () => {
    const leave = { type: 'annual', startDate: '2026-12-14', endDate: '2026-12-14', reason: '가족 여행' }
    const request = await makeRecord(superuser, 'leave-requests', leave)
    const own = await makeRecord(staff, 'leave-requests', leave)
    const find = async (person: SignedIn, choices = plain) => {
      const events = await readEvents(await makeAddress(person, choices))
      return [request, own].map((record) => Boolean(findEvent(events, 'leave-requests.startDate', record)))
    }
    expect(await find(staff)).toEqual([false, true])
    expect(await find(superuser)).toEqual([true, true])
    expect(await find(superuser, { ...plain, is_own_only: true })).toEqual([true, false])
  })

  test('of 내 담당만 are those of the whole name, with or without 직급', async () => {
    const make = (person: string) => makeRecord(staff, 'reminders', { note: '담당 확인', due_on: '2026-12-07', person })
    const records = [await make('김가온'), await make('김가온 과장'), await make('김가온누리'), await make('이나래')]
    const group = await makeRecord(staff, 'real-estate-groups', { manager: '김가온' })
    const case_ = { owner: '다온빌라', regi_date: '2026-12-08', group_id: group['id'] }
    records.push(await makeRecord(staff, 'real-estate', case_))
    const events = await readEvents(await makeAddress(staff, { ...plain, is_own_only: true }))
    const ids = new Set(events.map(({ uid }) => uid.split('.').at(-1)))
    expect(records.map(({ id }) => ids.has(String(id)))).toEqual([true, true, false, false, true])
  })
})

/** Rows of the trail about readings of calendars. */
async function countReads(): Promise<number> {
  const rows = server.db.selectFrom('audit').select('seq').where('collection', '=', 'calendar-feeds')
  return (await rows.where('act', '=', 'list').execute()).length
}

const hangul = /\p{Script=Hangul}/u

describe('names', () => {
  /** Every Korean text of the records in these books and of those they refer to. */
  async function listTexts(): Promise<string[]> {
    const collections: CollectionName[] = [...new Set(calendarKinds.map(({ collection }) => collection))]
    const texts = new Set<string>()
    for (const name of [...collections, 'real-estate-groups', 'users'] as const) {
      const url = name === 'users' ? `${peoplePath}/` : getBook(name).path
      const { results } = (await superuser.inject({ url: `${url}?page_size=1000` })).json<{ results: object[] }>()
      expect(results.length).toBeGreaterThan(2)
      const keys = name === 'users' ? ['name'] : listTextKeys(name)
      const values = results.flatMap((row) => keys.map((key): unknown => Reflect.get(row, key)))
      for (const value of values)
        if (typeof value === 'string' && value.length > 1 && hangul.test(value)) texts.add(value)
    }
    return [...texts]
  }

  function listTextKeys(name: CollectionName): string[] {
    return getBook(name).fields.flatMap(({ key, kind }) => (kind === 'text' ? [key] : []))
  }

  test('are absent until the person asks for them: no text of any record is in the body', async () => {
    await makeRecord(staff, 'reminders', { note: '한빛 씨에게 전화', due_on: '2026-12-02', person: '이나래' })
    const texts = await listTexts()
    expect(texts.length).toBeGreaterThan(100)
    const url = await makeAddress(superuser)
    const body = (await get(url)).body.replaceAll('\r\n ', '')
    expect(body.length).toBeGreaterThan(10_000)
    expect(texts.filter((text) => body.includes(text))).toEqual([])
    const events = parseBoth(body)
    expect(new Set(events.map(({ summary }) => summary))).toEqual(new Set(calendarKinds.map(({ label }) => label)))
    const link = /^http:\/\/localhost(:\d+)?\/[\w/-]+\?([\w=%-]+&)*open=[\da-f-]{36}$/
    expect(events.filter(({ description }) => !link.test(description))).toEqual([])
    expect(await countReads()).toBe(0)
  })

  test('survive with commas, semicolons, backslashes, emoji and a length that has to be folded', async () => {
    const owner = `${'가나다라마바사'.repeat(8)}, 김가온; 외 2명 \\ 😀👨‍👩‍👧`
    const record = await makeRecord(staff, 'real-estate', { owner, regi_date: '2026-12-15' })
    const note = '첫 줄\n둘째 줄'
    const reminder = await makeRecord(staff, 'reminders', { note: '긴 글', due_on: '2026-12-15', person: note })
    const url = await makeAddress(staff, withNames)
    const { body } = await get(url)
    const events = parseBoth(body)
    expect(findEvent(events, 'real-estate.regi_date', record)?.summary).toBe(`등기예정일 ${owner}`)
    const kept = String(reminder['person'])
    expect(findEvent(events, 'reminders.due_on', reminder)?.description).toContain(`${kept}\n`)
    const folded = body.split('\r\n')
    expect(Math.max(...folded.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(folded.some((line) => line.startsWith(' ') && Buffer.byteLength(line) > 70)).toBe(true)
    expect(body).not.toMatch(/\uFFFD|[\uD800-\uDBFF]\r\n/u)
  })

  test('leave a row in the trail with every full response, and none with 304', async () => {
    const url = await makeAddress(superuser, withNames)
    const before = await countReads()
    const { headers } = await get(url)
    expect(await countReads()).toBe(before + 1)
    expect((await get(url, { 'if-none-match': headers.etag })).statusCode).toBe(304)
    expect(await countReads()).toBe(before + 1)
  })
})

describe('the address', () => {
  test('is shown once and stored as a hash, and its state tells when a program last asked', async () => {
    const url = await makeAddress(staff)
    const token = /\/(ogf_[\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
    expect(token).not.toBe('')
    const state = await staff.inject({ url: calendarFeedPath })
    expect(state.body).not.toContain(token)
    expect(feedStateSchema.parse(state.json()).feed).toMatchObject({ ...plain, last_read_at: null })
    const stored = await server.ownerDb.selectFrom('calendar_feed').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    await readEvents(url)
    const { feed } = feedStateSchema.parse((await staff.inject({ url: calendarFeedPath })).json())
    expect(new Date(feed?.last_read_at ?? 0)).toEqual(now)
  })

  test('serves a Korean calendar that says when to ask again, and 304 for what did not change', async () => {
    const url = await makeAddress(staff)
    const { headers, body } = await get(url)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    })
    expect(body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
    expect(body.replaceAll('\r\n ', '')).toMatch(/\r\nX-WR-CALNAME:.+ 일정\r\n/)
    const again = await get(url, { 'if-none-match': headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await makeRecord(staff, 'reminders', { note: '새 일', due_on: '2026-12-21' })
    expect((await get(url, { 'if-none-match': headers.etag })).statusCode).toBe(200)
  })

  test('ignores a session token that comes with it', async () => {
    const url = await makeAddress(staff)
    expect((await get(url, { authorization: 'Bearer nonsense' })).statusCode).toBe(200)
  })

  test('gets the same response after its end as one that never existed', async () => {
    const url = await makeAddress(staff)
    const unknown = await get(url.replace(/.{10}\.ics$/, `${'A'.repeat(10)}.ics`))
    const replaced = await makeAddress(staff)
    const old = await get(url)
    await staff.inject({ method: 'DELETE', url: calendarFeedPath })
    const ended = await get(replaced)
    expect([unknown, old, ended].map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(new Set([unknown, old, ended].map(({ body }) => body)).size).toBe(1)
    expect((await staff.inject({ url: calendarFeedPath })).json()).toEqual({ feed: null })
  })

  test('keeps working when the choices change', async () => {
    const reminder = await makeRecord(staff, 'reminders', { note: '선택 확인', due_on: '2026-12-22' })
    const url = await makeAddress(staff)
    await staff.inject({ method: 'PUT', url: calendarFeedPath, payload: withNames })
    expect(findEvent(await readEvents(url), 'reminders.due_on', reminder)?.summary).toBe('다시 볼 날 선택 확인')
    await staff.inject({ method: 'DELETE', url: calendarFeedPath })
    const refused = await staff.inject({ method: 'PUT', url: calendarFeedPath, payload: withNames })
    expect(refused.statusCode).toBe(404)
  })

  test.each([
    ['is blocked', 'block', { is_blocked: true }, { is_blocked: false }],
    ['loses the role', 'role', { role: 'member' }, { role: 'staff' }],
  ])('ends at once when its owner %s, and does not come back', async (_, path, change, undo) => {
    const url = await makeAddress(staff)
    const put = async (payload: object) => {
      const response = await superuser.inject({ method: 'PUT', url: `${peoplePath}/${staff.user.id}/${path}`, payload })
      expect(response.statusCode).toBe(200)
    }
    await put(change)
    expect((await get(url)).statusCode).toBe(404)
    await put(undo)
    expect((await get(url)).statusCode).toBe(404)
    staff = await server.signIn('staff')
    expect((await staff.inject({ url: calendarFeedPath })).json()).toEqual({ feed: null })
  })

  test('ends when a superuser signs its owner out on all devices', async () => {
    const url = await makeAddress(staff)
    await superuser.inject({ method: 'DELETE', url: `${peoplePath}/${staff.user.id}/devices` })
    expect((await get(url)).statusCode).toBe(404)
    const row = await server.db.selectFrom('audit').select('detail').orderBy('seq', 'desc').executeTakeFirstOrThrow()
    expect(row.detail).toMatchObject({ which: 'all', calendar: true })
    staff = await server.signIn('staff')
  })

  test('shows a former superuser the leave of others no longer', async () => {
    const leave = { type: 'annual', startDate: '2026-12-16', endDate: '2026-12-16', reason: '가족 여행' }
    const request = await makeRecord(superuser, 'leave-requests', leave)
    const setRole = (is_superuser: boolean) =>
      server.ownerDb.updateTable('app_user').set({ is_superuser }).where('id', '=', staff.user.id).execute()
    await setRole(true)
    const url = await makeAddress(staff)
    expect(findEvent(await readEvents(url), 'leave-requests.startDate', request)).toBeDefined()
    await setRole(false)
    expect(findEvent(await readEvents(url), 'leave-requests.startDate', request)).toBeUndefined()
    staff = await server.signIn('staff')
  })

  test('is made, replaced, changed and ended with a row in the trail, without the token', async () => {
    await staff.inject({ method: 'DELETE', url: calendarFeedPath })
    const last = await server.db.selectFrom('audit').select('seq').orderBy('seq', 'desc').executeTakeFirstOrThrow()
    const urls = [await makeAddress(staff), await makeAddress(staff, withNames)]
    await staff.inject({ method: 'PUT', url: calendarFeedPath, payload: plain })
    await staff.inject({ method: 'DELETE', url: calendarFeedPath })
    await staff.inject({ method: 'DELETE', url: calendarFeedPath })
    const rows = await server.db
      .selectFrom('audit')
      .select(['act', 'user_id', 'record_id', 'detail'])
      .where('seq', '>', last.seq)
      .where('collection', '=', 'calendar-feeds')
      .orderBy('seq')
      .execute()
    const who = { user_id: staff.user.id, record_id: staff.user.id }
    expect(rows).toEqual([
      { ...who, act: 'create', detail: { ...plain, address: 'new' } },
      { ...who, act: 'update', detail: { ...withNames, address: 'new' } },
      { ...who, act: 'update', detail: plain },
      { ...who, act: 'delete', detail: null },
    ])
    for (const url of urls) expect(JSON.stringify(rows)).not.toContain(url)
  })

  test('appears in no log line, also when guesses are refused', async () => {
    const url = await makeAddress(staff)
    await get(url)
    const guess = `/api/calendar/ogf_${'g'.repeat(43)}.ics`
    for (let n = 0; n < 10; n += 1) await get(guess)
    expect(lines.some((line) => line.includes('proof_refused'))).toBe(true)
    const text = lines.join('')
    expect(text).not.toMatch(/ogf_/)
    const trail = JSON.stringify(await server.db.selectFrom('audit').select('detail').execute())
    expect(trail).not.toMatch(/ogf_/)
  })
})

test('only staff manage a calendar, and only their own', async () => {
  const member = await server.signIn('member')
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const call = { method, url: calendarFeedPath, ...(method !== 'GET' && method !== 'DELETE' && { payload: plain }) }
    const statuses = [await server.app.inject(call), await member.inject(call)].map(({ statusCode }) => statusCode)
    expect([method, ...statuses]).toEqual([method, 401, 403])
  }
  const url = await makeAddress(staff)
  await superuser.inject({ method: 'DELETE', url: calendarFeedPath })
  expect((await get(url)).statusCode).toBe(200)
})

test('of too many events of a kind those nearest to today are kept', async () => {
  const { db } = server
  await db.deleteFrom('reminders').execute()
  await sql`insert into reminders (id, note, due_on)
    select gen_random_uuid(), '많은 일', ${today}::date + n % 500 from generate_series(1, ${maxEventsPerKind + 400}) n`.execute(
    db,
  )
  const events = (await readEvents(await makeAddress(staff))).filter(({ uid }) => uid.startsWith('reminders.'))
  expect([events.length, events[0]?.firstDay, events.at(-1)?.firstDay]).toEqual([
    maxEventsPerKind,
    today,
    addDays(today, 333),
  ])
  await db.deleteFrom('reminders').execute()
})

test('a program that asks too often has to wait', async () => {
  const busy = await buildTestApp({ database, config: { rateLimitPerMinute: 20 } })
  const statuses = []
  for (let n = 0; n < 3; n += 1)
    statuses.push((await busy.app.inject({ url: '/api/calendar/x.ics', remoteAddress: '10.1.1.1' })).statusCode)
  expect(statuses).toEqual([404, 404, 429])
  await busy.app.close()
})

describe('another process', () => {
  async function readAt(config: Partial<Config>, url: string) {
    const other = await buildTestApp({ database, config, now: () => now })
    const response = await other.app.inject({ url })
    await other.app.close()
    return response
  }

  test('gives a calendar no superuser rights where these are bound to networks', async () => {
    const leave = { type: 'annual', startDate: '2026-12-17', endDate: '2026-12-17', reason: '가족 여행' }
    const request = await makeRecord(staff, 'leave-requests', leave)
    const url = await makeAddress(superuser)
    const find = async (config: Partial<Config>) =>
      findEvent(parseBoth((await readAt(config, url)).body), 'leave-requests.startDate', request)
    expect(await find({})).toBeDefined()
    expect(await find({ adminNetworks: ['10.0.0.0/8'] })).toBeUndefined()
  })

  // Last, because that process also ends the sessions of these accounts.
  test('does not serve the calendars of demo accounts where they cannot sign in', async () => {
    const url = await makeAddress(staff)
    expect((await readAt({}, url)).statusCode).toBe(200)
    expect((await readAt({ localLogin: false }, url)).statusCode).toBe(404)
  })
})
