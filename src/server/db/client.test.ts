import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'

const { db, ownerDb, drop } = await createTestDatabase()
afterAll(drop)

async function read(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db)
  return rows[0]?.value
}

test('a date stays the same day in any time zone of the machine', async () => {
  expect(await read(`date '2026-02-28'`)).toBe('2026-02-28')
  expect(await read(`array[date '2026-02-28', null]`)).toEqual(['2026-02-28', null])
})

test('an instant is ISO text that keeps its microseconds', async () => {
  expect(await read(`timestamptz '2026-11-21 09:00:00.123456+09'`)).toBe('2026-11-21T00:00:00.123456Z')
  expect(await read(`timestamptz '2026-11-21 00:00:00Z'`)).toBe('2026-11-21T00:00:00Z')
})

test('amounts in won are numbers, also when summed', async () => {
  expect(await read(`999999999999999::bigint`)).toBe(999_999_999_999_999)
  expect(await read(`(select sum(n) from (values (1::bigint), (2)) as t (n))`)).toBe(3)
})

test("throws for a number beyond JavaScript's exact range instead of returning a wrong one", async () => {
  await expect(read(`9007199254740993::bigint`)).rejects.toThrow('does not fit')
})

test('a transaction id stays text', async () => {
  expect(await read(`'18446744073709551615'::xid8`)).toBe('18446744073709551615')
})

test('sorts Hangul in Korean order on request and matches its letters in a trigram search', async () => {
  expect(
    await read(
      `(select string_agg(t, '' order by t collate "ko-x-icu") from (values ('b'), ('나'), ('A'), ('가')) as v (t))`,
    ),
  ).toBe('가나Ab')
  await sql`create extension if not exists pg_trgm`.execute(ownerDb)
  expect(await read(`'서울특별시 강남구' ilike '%특별%' and similarity('서울특별시', '서울특별') > 0.5`)).toBe(true)
})

test('every connection turns JIT off itself, regardless of database settings', async () => {
  expect(await read(`(select setting || ' by ' || source from pg_settings where name = 'jit')`)).toBe('off by session')
})

test('every connection sets planner costs for fast storage, and enough work_mem for exact bitmaps', async () => {
  const readSetting = (name: string) =>
    read(`(select setting || ' by ' || source from pg_settings where name = '${name}')`)
  expect(await readSetting('random_page_cost')).toBe('1.1 by session')
  expect(await readSetting('work_mem')).toBe('16384 by session')
})
