import * as XLSX from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseBookExportTaskPath } from '#contract/real-estate/real-estate.ts'
import { taskProgressSchema, taskStartSchema } from '#contract/tasks/background-task.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp({ config: { hasWorker: true } })
const groupId = '01990000-0000-7000-8000-000000000001'
const url = caseBookExportTaskPath
let staff: SignedIn

beforeAll(async () => {
  staff = await server.signIn('staff')
  await server.db.insertInto('real_estate_group').values({ id: groupId, name: '해든마을', region: '솔빛시' }).execute()
  await sql`
    insert into real_estate (id, group_id, owner, created_at)
    select gen_random_uuid(), ${groupId}::uuid, '소유자 ' || n, date '2026-11-01' + n / 2499 from generate_series(1, 2500) n
  `.execute(server.db)
})
afterAll(server.close)

/** Number of stored chunks of the task's file. */
async function countChunks(taskId: string): Promise<number> {
  return (await server.db.selectFrom('download_chunk').select('seq').where('task_id', '=', taskId).execute()).length
}

async function start(body: object = {}, person = staff, key?: string): Promise<string> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const response = await person.inject({ method: 'POST', url, payload: body, headers })
  expect(response.statusCode).toBe(200)
  const { success, task_id } = taskStartSchema.parse(response.json())
  expect(success).toBe(true)
  return String(task_id)
}

async function poll(taskId: string, person = staff) {
  const response = await person.inject({ method: 'GET', url, query: { task_id: taskId } })
  expect(response.statusCode).toBe(200)
  return taskProgressSchema.parse(response.json())
}

async function waitUntilFinished(taskId: string) {
  await expect.poll(async () => (await poll(taskId)).status, { timeout: 15_000 }).toBe('completed')
  return await poll(taskId)
}

test('reports progress and ends with the sheet of the requested filters', async () => {
  const id = await start({ search: '', region: '솔빛', created_at_start: '2026-11-02' })
  const done = await waitUntilFinished(id)
  const today = toOfficeDay(Date.now())
  expect(done).toMatchObject({
    success: true,
    progress: 100,
    download_url: `${url}/file?task_id=${id}`,
    filename: `등기사건부_${today}.xlsx`,
    processed_count: 2,
    total_count: 2,
    batch_info: { batch_progress: 1, remaining_batches: 0, current_batch_size: 1000 },
  })
  const file = await staff.inject({ method: 'GET', url: String(done.download_url) })
  expect(file.rawPayload).toHaveLength(done.file_size ?? 0)
  expect(file.headers['content-disposition']).toContain(`filename="case-book_${today}.xlsx"`)
  expect(file.headers['cache-control']).toBe('no-store')
  const sheet = XLSX.read(file.rawPayload).Sheets['사건부']
  const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(sheet ?? {})
  expect(new Set(rows.map((row) => row['소유자']))).toEqual(new Set(['소유자 2499', '소유자 2500', undefined]))
})

test('logs who exported which rows, at the start and when the file is fetched', async () => {
  const id = await start({ search: '소유자 1', type: '' })
  await waitUntilFinished(id)
  await staff.inject({ method: 'GET', url: `${url}/file`, query: { task_id: id } })
  const rows = await server.db.selectFrom('audit').selectAll().where('act', '=', 'export').orderBy('seq').execute()
  expect(rows.slice(-2).map(({ user_name, detail }) => [user_name, detail])).toEqual([
    ['김가온', { search: '소유자 1', reason: null, is_masked: true, task: 'case-book-export', task_id: id }],
    ['김가온', { task: 'case-book-export', task_id: id, downloaded: true }],
  ])
})

test('gives visitors and members nothing, and everybody else only their own tasks', async () => {
  const id = await start()
  const requests = [
    { method: 'POST', url, payload: {} },
    { method: 'GET', url, query: { task_id: id } },
    { method: 'GET', url: `${url}/file`, query: { task_id: id } },
    { method: 'DELETE', url, payload: { task_id: id } },
  ] as const
  const [member, superuser] = [await server.signIn('member'), await server.signIn('superuser')]
  for (const request of requests) {
    expect((await server.app.inject(request)).statusCode).toBe(401)
    expect((await member.inject(request)).statusCode).toBe(403)
  }
  for (const request of requests.slice(1)) expect((await superuser.inject(request)).statusCode).toBe(404)
  expect((await poll(await start({}, superuser), superuser)).success).toBe(true)
  expect((await waitUntilFinished(id)).total_count).toBe(2500)
})

test('treats a repeated start as one task, and refuses somebody else’s key', async () => {
  const key = newId()
  expect(await start({}, staff, key)).toBe(key)
  expect(await start({}, staff, key)).toBe(key)
  const superuser = await server.signIn('superuser')
  const response = await superuser.inject({ method: 'POST', url, payload: {}, headers: { 'idempotency-key': key } })
  expect([response.statusCode, response.json().code]).toEqual([422, 'op_reused'])
  await waitUntilFinished(key)
})

test('deletes a cancelled task and its file', async () => {
  const id = await start()
  await waitUntilFinished(id)
  expect(await countChunks(id)).toBeGreaterThan(0)
  const response = await staff.inject({ method: 'DELETE', url, payload: { task_id: id } })
  expect(response.json()).toEqual({ success: true })
  expect(await countChunks(id)).toBe(0)
  const after = await staff.inject({ method: 'GET', url, query: { task_id: id } })
  expect([after.statusCode, after.json().message]).toEqual([
    404,
    '다운로드 작업을 찾을 수 없습니다. 다시 시도해 주세요.',
  ])
  const running = await start()
  await staff.inject({ method: 'DELETE', url, payload: { task_id: running } })
  await expect.poll(() => countChunks(running)).toBe(0)
})

test('reports a file lost in a database crash as gone', async () => {
  const id = await start()
  await waitUntilFinished(id)
  await server.db.deleteFrom('download_chunk').where('task_id', '=', id).execute()
  expect(await poll(id)).toEqual({ success: false, error: '파일의 보관 기간이 지났습니다. 다시 내보내 주세요.' })
  expect((await staff.inject({ method: 'GET', url: `${url}/file`, query: { task_id: id } })).statusCode).toBe(404)
})

test('refuses more than five unfinished tasks per person', async () => {
  const rows = Array.from({ length: 5 }, () => ({
    id: newId(),
    user_id: staff.user.id,
    kind: 'nobody-works-on-this',
    input: '{}',
    requested_at: new Date().toISOString(),
  }))
  await server.db.insertInto('download_task').values(rows).execute()
  const response = await staff.inject({ method: 'POST', url, payload: {} })
  expect([response.statusCode, response.json().message]).toEqual([
    429,
    '진행 중인 다운로드가 5개입니다. 끝난 뒤에 다시 시도해 주세요.',
  ])
  await server.db.deleteFrom('download_task').where('kind', '=', 'nobody-works-on-this').execute()
})

test.each([
  ['a day that does not exist', { created_at_start: '2026-02-30' }],
  ['text that no database can hold', { search: 'a\u0000b' }],
])('refuses filters with %s', async (_, payload) => {
  expect((await staff.inject({ method: 'POST', url, payload })).statusCode).toBe(400)
})
