import * as XLSX from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)
const staff = await server.signIn('staff')
const groupId = '01990000-0000-7000-8000-000000000001'
await server.db.insertInto('real_estate_group').values({ id: groupId, name: '해든마을 1단지' }).execute()

test('ends the query and releases its connection when the browser disconnects', async () => {
  await sql`
    insert into real_estate (id, group_id, owner, created_at)
    select gen_random_uuid(), ${groupId}::uuid, md5(n::text) || md5((n + 1)::text), '2020-01-01' from generate_series(1, 15000) n
  `.execute(server.db)
  const url = await server.listen()
  for (let turn = 0; turn < 8; turn += 1) {
    const leaving = new AbortController()
    const response = await fetch(`${url}/api/mysql/realestate/export_excel`, {
      headers: { authorization: `Bearer ${staff.accessToken}` },
      signal: leaving.signal,
    })
    await response.body?.getReader().read()
    leaving.abort()
  }
  await expect.poll(openSnapshots, { timeout: 10_000 }).toBe(0)
  const full = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/export_excel' })
  expect(XLSX.read(full.rawPayload).Sheets['사건부']?.['!ref']).toBe('A1:V15002')
}, 60_000)

async function openSnapshots(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
  `.execute(server.db)
  return rows[0]?.n ?? -1
}
