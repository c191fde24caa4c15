import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewMonthsSchema, trailReviewSchema, trailReviewsPath } from '#contract/trail/trail-reviews.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { getHeadsFile, readSavedHeads } from './chain/link-rows.ts'

let server: TestApp
let superuser: SignedIn
const now = () => new Date('2027-03-10T03:00:00Z')
const user = newId()
beforeAll(async () => {
  server = await buildTestApp({ now })
  const insertTrailRow = (at: string, act: string, options: { detail?: object; isNobody?: true } = {}) =>
    sql`insert into audit (at, user_id, user_name, address, act, collection, subject, detail)
      values (${at}, ${options.isNobody ? null : user}, ${options.isNobody ? '' : '김가온'}, '10.0.0.1', ${act}, 'companies', '가온건설',
        ${options.detail ? JSON.stringify(options.detail) : null}::jsonb)`.execute(server.db)
  // One microsecond before and after the month.
  await insertTrailRow('2027-01-31T23:59:59.999999+09:00', 'reveal')
  await insertTrailRow('2027-03-01T00:00:00+09:00', 'reveal')
  await insertTrailRow('2027-02-01T00:00:00+09:00', 'reveal', { detail: { reason: '등기 신청' } })
  await insertTrailRow('2027-02-02T10:00:00+09:00', 'export', { detail: { reason: '감사 제출' } })
  await insertTrailRow('2027-02-28T23:59:59.999999+09:00', 'export', { detail: { reason: ' ' } })
  await insertTrailRow('2027-02-07T12:00:00+09:00', 'read')
  await insertTrailRow('2027-02-03T12:00:00+09:00', 'proof_refused', { isNobody: true })
  await insertTrailRow('2027-02-03T12:00:00+09:00', 'role_change')
  await sql`insert into trail_alert (id, occasion, rule, at, user_name, first_seq, last_seq, count)
    values (${newId()}, 'x', 'night', '2027-02-01T00:00:00+09:00', '김가온', 3, 3, 1)`.execute(server.db)
  superuser = await server.signIn('superuser')
})
afterAll(() => server.close())

const listMonths = async () => reviewMonthsSchema.parse((await superuser.inject({ url: trailReviewsPath })).json())
const readReview = async (month: string) => await superuser.inject({ url: `${trailReviewsPath}/${month}` })
const signOff = async (month: string, payload: object) =>
  await superuser.inject({ method: 'POST', url: `${trailReviewsPath}/${month}`, payload })

test('lists every finished month with trail rows as open, newest first', async () => {
  const { results, due_count } = await listMonths()
  expect(results.slice(0, 3).map(({ month }) => month)).toEqual(['2027-02', '2027-01', '2026-12'])
  expect(due_count).toBe(results.length)
})

test('counts a month by the clock of the office', async () => {
  const { figures, alerts, signed } = trailReviewSchema.parse((await readReview('2027-02')).json())
  expect(figures).toMatchObject({
    rows: 6,
    people: [{ user_name: '김가온', count: 5, reveals: 1, taken_out: 2, refusals: 0, unusual_hours: 3 }],
    taken_out: { count: 2, without_reason: 1, listed: [{ reason: '감사 제출' }, { reason: null }] },
    role_changes: [{ user_name: '김가온', subject: '가온건설' }],
  })
  expect(figures.acts[0]).toEqual({ act: 'export', count: 2 })
  expect(alerts).toHaveLength(1)
  expect(signed).toBeNull()
})

test('signs off a month once with notes, remark and chain head, and stores its figures', async () => {
  const [alert] = trailReviewSchema.parse((await readReview('2027-02')).json()).alerts
  const notes = { [alert?.id ?? '']: '야간 등기 준비' }
  const responses = await Promise.all([
    signOff('2027-02', { remark: ' 이상 없음 ', notes }),
    signOff('2027-02', { remark: '나중', notes: {} }),
  ])
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
  const { signed, figures } = trailReviewSchema.parse((await readReview('2027-02')).json())
  expect(signed).toMatchObject({ user_name: '한온결', is_whole: true })
  const heads = await readSavedHeads(getHeadsFile(server.deps.config.dataDir))
  expect(heads.get(signed?.head_number ?? 0)?.map(({ hash }) => hash)).toEqual([signed?.head_hash])
  await sql`insert into audit (at, user_name, act) values ('2027-02-10', '늦은이', 'read')`.execute(server.db)
  expect(trailReviewSchema.parse((await readReview('2027-02')).json()).figures).toEqual(figures)
  expect((await listMonths()).results[0]).toMatchObject({ month: '2027-02', user_name: '한온결' })
})

test.each(['2027-03', '2028-01', '2020-01'])(
  'refuses an unfinished month or one without trail rows: %s',
  async (month) => {
    expect([(await readReview(month)).statusCode, (await signOff(month, { remark: '' })).statusCode]).toEqual([
      404, 404,
    ])
  },
)

test('refuses a remark that contains a resident number', async () => {
  expect((await signOff('2027-01', { remark: '900101-1000002' })).statusCode).toBe(400)
})
