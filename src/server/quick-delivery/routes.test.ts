import * as XLSX from '@e965/xlsx'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compareInLedger, computeBalance, computeRunningBalances } from '#domain/quick-delivery/quick-balance.ts'
import { newId } from '#server/new-id.ts'
import { generateLedgers } from '#tests/support/books/quick-ledgers.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('quick_delivery').execute()
})

type Row = Record<string, unknown> & { id: string; version: number; balance: number; created_at: string }

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const headers = { 'x-csrftoken': 'whatever-the-form-held' }
  const response = await staff.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() as Record<string, unknown> }
}

async function listRecords(query = ''): Promise<{ results: Row[]; count: number }> {
  return (await send('GET', `/api/quick/${query}`)).body as unknown as { results: Row[]; count: number }
}

test('computes the same list and balance as the domain, for any ledger', async () => {
  await fc.assert(
    fc.asyncProperty(generateLedgers(12), async (rows) => {
      for (const row of rows) expect((await send('POST', '/api/quick/', row)).status).toBe(201)
      const { results, count } = await listRecords('?page_size=100')
      const newestFirst = rows.toSorted(compareInLedger).toReversed()
      const running = computeRunningBalances(rows)
      expect(count).toBe(rows.length)
      expect(results.map(({ id, balance, created_at }) => ({ id, balance, created_at }))).toEqual(
        newestFirst.map(({ id, created_at }) => ({ id, balance: running.get(id), created_at })),
      )
      expect((await send('GET', '/api/quick/balance/')).body).toEqual(computeBalance(rows))
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await send('POST', '/api/quick/bulk_delete', { ids })
    }),
    { numRuns: countPropertyRuns(30) },
  )
})

describe('calls of the published API', () => {
  const ride = { rider: '김가온', sender: '사무소', receiver: '해든등기소', amount: 12_000, memo: '왕복' }

  test('accept a ride with only rider, sender, receiver, amount and memo, and lower the balance', async () => {
    const toppedUp = await send('POST', '/api/quick/balance/', { amount: 50_000, memo: '월 정산' })
    expect(toppedUp).toMatchObject({ status: 201, body: { status: 'balance_add', amount: 50_000, balance: 50_000 } })
    const created = await send('POST', '/api/quick/', ride)
    expect(created).toMatchObject({ status: 201, body: { ...ride, status: 'delivery', version: 1, balance: 38_000 } })
    expect((await send('GET', '/api/quick/balance/')).body).toEqual({
      total_balance: 50_000,
      total_amount: 12_000,
      available_balance: 38_000,
    })
  })

  test('edit or delete an earlier ride by its path and move every later balance', async () => {
    const first = (await send('POST', '/api/quick/', { ...ride, created_at: '2026-11-20T09:00:00+09:00' })).body
    await send('POST', '/api/quick/', { ...ride, created_at: '2026-11-20T10:00:00+09:00' })
    const edited = await send('PUT', `/api/quick/${String(first['id'])}/`, { ...ride, amount: 5000 })
    expect(edited).toMatchObject({ status: 200, body: { version: 2, balance: -5000 } })
    expect((await listRecords()).results.map(({ balance }) => balance)).toEqual([-17_000, -5000])
    expect((await send('DELETE', `/api/quick/${String(first['id'])}/`)).status).toBe(200)
    expect((await listRecords()).results.map(({ balance }) => balance)).toEqual([-12_000])
  })

  test('make the same record when a request is repeated', async () => {
    const request = { method: 'POST' as const, url: '/api/quick/', payload: ride }
    const key = newId()
    const [first, second] = [
      await staff.inject({ ...request, headers: { 'idempotency-key': key } }),
      await staff.inject({ ...request, headers: { 'idempotency-key': key } }),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect((await listRecords()).count).toBe(1)
  })

  test('change nothing when a row is sent back whole', async () => {
    const created = (await send('POST', '/api/quick/', { ...ride, created_at: '2026-11-20T09:00:00.120+09:00' })).body
    expect(created['created_at']).toBe('2026-11-20T00:00:00.12+00:00')
    expect((await send('PUT', '/api/quick/', created)).body).toMatchObject({ version: 1 })
  })
})

describe('a top-up', () => {
  test.each([0, -1000, null, '많이'])('of %o is refused', async (amount) => {
    const result = await send('POST', '/api/quick/balance/', { amount })
    expect(result).toMatchObject({ status: 400, body: { message: '올바른 금액을 입력하세요.' } })
    expect((await listRecords()).count).toBe(0)
  })

  test.each(['plain', 'sync', 'generic'])('is not edited by a %s call', async (way) => {
    const { id } = (await send('POST', '/api/quick/balance/', { amount: 30_000 })).body as Row
    const url = { plain: `/api/quick/${id}/`, sync: '/api/quick/', generic: `/api/quick/${id}/update` }[way] ?? ''
    const response = await staff.inject({
      method: 'PUT',
      url,
      payload: { id, amount: 40_000 },
      ...(way === 'sync' && { headers: { 'idempotency-key': newId(), 'if-match': '"1"' } }),
    })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'refused', message: '충전 기록은 수정할 수 없습니다.' })
    expect((await listRecords()).results[0]).toMatchObject({ amount: 30_000, version: 1 })
  })

  test('may be deleted and restored unchanged', async () => {
    const created = (await send('POST', '/api/quick/balance/', { amount: 30_000 })).body as Row
    expect((await send('DELETE', '/api/quick/', { id: created.id })).status).toBe(200)
    const { created_at, status, amount, memo } = created
    const back = await send('POST', '/api/quick/', { id: created.id, created_at, status, amount, memo })
    expect(back).toMatchObject({ status: 201, body: { created_at, status: 'balance_add', balance: 30_000 } })
  })
})

test.each([
  [{ rider: '가'.repeat(21) }, '20자 이하로 입력해 주세요.'],
  [{ memo: '가'.repeat(501) }, '500자 이하로 입력해 주세요.'],
  [{ amount: -100 }, '0 이상으로 입력해 주세요.'],
  [{ amount: 150 }, '100원 단위로 입력해 주세요.'],
])('refuses a ride with %o', async (fields, message) => {
  const result = await send('POST', '/api/quick/', fields)
  expect(result.status).toBe(400)
  expect(Object.values(result.body['fields'] ?? {})).toEqual([message])
})

test('refuses an empty ride', async () => {
  expect((await send('POST', '/api/quick/', { rider: ' ', amount: null })).status).toBe(422)
})

test('finds records by rider, receiver, amount or initial consonants, with balances of the whole ledger', async () => {
  await send('POST', '/api/quick/balance/', { amount: 100_000 })
  await send('POST', '/api/quick/', { rider: '박새론', amount: 10_000 })
  await send('POST', '/api/quick/', { receiver: '솔빛등기소', amount: 20_000 })
  expect((await listRecords('?search=ㅂㅅㄹ')).results).toMatchObject([{ rider: '박새론', balance: 90_000 }])
  for (const amount of ['20000', '20,000'])
    expect((await listRecords(`?search=${amount}`)).results).toMatchObject([{ amount: 20_000 }])
  expect((await listRecords('?search=솔빛')).results).toMatchObject([{ receiver: '솔빛등기소', balance: 70_000 }])
  expect((await listRecords('?status=balance_add')).count).toBe(1)
})

test('filters the list by office days and pages it', async () => {
  for (const hour of ['2026-11-19T23:30:00+09:00', '2026-11-20T00:30:00+09:00', '2026-11-20T23:59:59+09:00']) {
    await send('POST', '/api/quick/', { memo: hour, amount: 1000, created_at: hour })
  }
  expect((await listRecords('?created_at_start=2026-11-20&created_at_end=2026-11-20')).count).toBe(2)
  const second = await listRecords('?page=2&page_size=2')
  expect([second.count, second.results.map(({ balance }) => balance)]).toEqual([3, [-1000]])
  expect((await send('GET', '/api/quick/?ordering=nonsense')).status).toBe(400)
})

describe('as sheets', () => {
  test('includes the balance after each record and can be imported again unchanged', async () => {
    await send('POST', '/api/quick/balance/', { amount: 50_000, memo: '월 정산' })
    await send('POST', '/api/quick/', { rider: '김가온', amount: 12_000, created_at: '2099-01-05T09:30:00+09:00' })
    const response = await staff.inject({ method: 'GET', url: '/api/quick/export_excel?status=delivery' })
    const rows = readSheetRows(response.rawPayload)
    expect(rows[1]?.slice(0, 10)).toEqual([
      expect.closeTo(72_690 + 9.5 / 24, 9),
      '배송',
      '김가온',
      '',
      '',
      12_000,
      12_000,
      '',
      38_000,
      '',
    ])
    const [ride] = (await listRecords('?status=delivery')).results
    await send('DELETE', '/api/quick/', { id: ride?.id ?? '' })
    const sheet = [rows[0], rows[1]?.with(10, '')].map((row) => row ?? [])
    expect(await importSheet(sheet)).toMatchObject({ status: 200 })
    expect((await listRecords('?status=delivery')).results).toMatchObject([
      { rider: '김가온', amount: 12_000, balance: 38_000, created_at: '2099-01-05T00:30:00+00:00' },
    ])
  })

  test('applies the usual rules to a top-up in a sheet', async () => {
    const sheet = [
      ['등록일시', '구분', '금액'],
      ['2026-11-20 09:00', '충전', 1500],
    ]
    expect((await importSheet(sheet)).body['message']).toBe('1,000원 단위로 입력해 주세요.')
    expect((await listRecords()).count).toBe(0)
  })
})

type Rows = readonly (readonly (string | number)[])[]

function readSheetRows(file: Uint8Array): (string | number)[][] {
  const book = XLSX.read(file, { type: 'buffer' })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? XLSX.utils.sheet_to_json(sheet, { header: 1, defval: '' }) : []
}

async function importSheet(rows: Rows) {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '퀵기록')
  const form = new FormData()
  form.set('mode', 'all_or_nothing')
  form.set('file', new Blob([XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer]), '퀵기록.xlsx')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await staff.inject({
    method: 'POST',
    url: '/api/quick/import_excel',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  const body: Record<string, unknown> = response.json()
  return { status: response.statusCode, body }
}
