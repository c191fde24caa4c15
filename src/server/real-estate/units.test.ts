import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import { unitListSchema } from '#contract/real-estate/real-estate.ts'
import { importReportSchema } from '#contract/records/excel-import.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const path = '/api/mysql/realestate/unit/'
const server = await buildTestApp()
afterAll(server.close)
let staff: SignedIn
let groups: readonly [string, string]

beforeAll(async () => {
  staff = await server.signIn('staff')
  groups = [await makeGroup(staff, { name: '해든마을 1단지' }), await makeGroup(staff, { name: '달빛스퀘어' })]
})
beforeEach(async () => {
  await server.db.deleteFrom('real_estate_unit').execute()
})

function send(method: 'POST' | 'PUT', payload: Record<string, unknown>) {
  return staff.inject({ method, url: path, payload })
}

async function make(dongho: string, fields: Record<string, unknown> = {}) {
  const result = await send('POST', { group_id: groups[0], dongho, ...fields })
  if (result.statusCode !== 201) throw new Error(result.body)
  return result.json<{ id: string; version: number; dong: string | null; ho: string | null; dongho: string }>()
}

async function findUnits(query: Record<string, string>) {
  const response = await staff.inject({ method: 'GET', url: path, query })
  expect(response.statusCode).toBe(200)
  unitListSchema.parse(response.json())
  return response.json<{ results: RealEstateUnit[] }>().results
}

async function listNumbers(query: Record<string, string>) {
  return (await findUnits(query)).map(({ dongho }) => dongho)
}

describe('동호수', () => {
  test('is stored in one spelling for every client, and determines its parts 동 and 호', async () => {
    const created = await make('101-1203', { dong: '999동', ho: '9호' })
    expect(created).toMatchObject({ dongho: '101동 1203호', dong: '101동', ho: '1203호' })
    const back = await send('PUT', { ...created, dongho: '102동304', ho: '1203호' })
    expect(back.json()).toMatchObject({ dongho: '102동 304호', dong: '102동', ho: '304호', version: 2 })
    expect((await send('PUT', { id: created.id, dong: '7동' })).json()).toMatchObject({ dong: '102동', version: 2 })
    expect((await send('PUT', { id: created.id, dongho: '지하1층' })).json()).toMatchObject({
      dong: null,
      ho: '지하1층',
    })
  })

  test('is unique in a group when created, changed or moved', async () => {
    const [unit, other] = [await make('101-101'), await make('101-102')]
    const elsewhere = await make('101-101', { group_id: groups[1] })
    const refusedFields = { dongho: '동호수: 같은 사업구간에 같은 동호수의 세대가 이미 있습니다.' }
    for (const result of [
      await send('POST', { group_id: groups[0], dongho: '101동 101호' }),
      await send('PUT', { id: other.id, dongho: '101 101' }),
      await send('PUT', { id: elsewhere.id, group_id: groups[0] }),
    ]) {
      expect([result.statusCode, result.json().fields]).toEqual([422, refusedFields])
    }
    expect((await send('PUT', { id: unit.id, dongho: '101-101', owner: '김가온' })).statusCode).toBe(200)
    expect((await send('PUT', { id: other.id, group_id: groups[1] })).statusCode).toBe(200)
  })

  test('sorts numerically, as on a device', async () => {
    const numbers = ['1001동 101호', '101동 1203호', '101동 203호', '99동 1호', '1203호', '203호']
    for (const number of numbers) await make(number)
    const ascending = numbers.toSorted(compareKorean)
    expect(await listNumbers({ ordering: 'dongho' })).toEqual(ascending)
    expect(await listNumbers({ ordering: '-dongho' })).toEqual(ascending.toReversed())
    const dongs = (await findUnits({ ordering: 'dong' })).map(({ dong }) => dong)
    expect(dongs).toEqual(['99동', '101동', '101동', '1001동', null, null])
    const response = await staff.inject({ method: 'GET', url: `${path}export_excel`, query: { ordering: 'dongho' } })
    const [sheet = {}] = Object.values(XLSX.read(response.rawPayload).Sheets)
    const rows = XLSX.utils.sheet_to_json<Record<string, string>>(sheet)
    // The last row is the total.
    expect(rows.flatMap((row) => row['동호수'] ?? [])).toEqual(ascending)
  })

  test.each(['101-1203', '101동1203호', '101동 1203호', '101-12', '1203호'])(
    '101동 1203호 is found by %s',
    async (search) => {
      await make('101동 1203호')
      await make('102동 304호')
      expect(await listNumbers({ search })).toEqual(['101동 1203호'])
    },
  )
})

describe('the list', () => {
  test('filters by groups, 동, 호 and days', async () => {
    await make('101-1203', { regi_date: '2026-11-20' })
    await make('가동 203', { group_id: groups[1], contract_date: '2026-10-01' })
    expect(await listNumbers({ group_id: groups[0] })).toEqual(['101동 1203호'])
    expect(await listNumbers({ group_id: groups.join(',') })).toHaveLength(2)
    expect(await listNumbers({ dong: '10' })).toEqual(['101동 1203호'])
    expect(await listNumbers({ dong: 'ㄱ' })).toEqual(['가동 203호'])
    expect(await listNumbers({ ho: '203' })).toHaveLength(2)
    expect(await listNumbers({ ho: '1203', dong: '101' })).toEqual(['101동 1203호'])
    expect(await listNumbers({ regi_date_start: '2026-11-20', regi_date_end: '2026-11-20' })).toEqual(['101동 1203호'])
    expect(await listNumbers({ contract_date_end: '2026-10-31' })).toEqual(['가동 203호'])
  })

  test('names group and bank, and finds a unit by either', async () => {
    const bank = await staff.inject({
      method: 'POST',
      url: '/api/mysql/realestate/bank/',
      payload: { name: '해든은행', corporate_num: '1101110062432' },
    })
    expect(bank.json()).toMatchObject({ corporate_num: '110111-0062432' })
    await make('101-1203', { mortgage_bank_id: bank.json().id })
    await make('1203', { group_id: groups[1] })
    const [unit] = await findUnits({ search: '해든은행' })
    expect(unit).toMatchObject({
      group_name: '해든마을 1단지',
      mortgage_bank: { id: bank.json().id, name: '해든은행' },
    })
    expect(await listNumbers({ search: '달빛스퀘어' })).toEqual(['1203호'])
    expect(await listNumbers({ search: 'ㅎㄷㅇㅎ 101' })).toEqual(['101동 1203호'])
  })
})

describe('a sheet', () => {
  async function importLines(lines: readonly string[][], mode: string) {
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['단지명', '동/호수', '매수인'], ...lines]), '시트')
    const file = Buffer.from(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
    const form = await createFormPayload({ mode, file: ['세대.xlsx', file, 'application/vnd.ms-excel'] })
    const response = await staff.inject({ method: 'POST', url: `${path}import_excel/`, ...form })
    return importReportSchema.parse(response.json())
  }

  test('imports 동호수 in one spelling, with its parts', async () => {
    const lines = [
      ['해든마을 1단지', '101-1203', '김가온'],
      ['달빛스퀘어', 'B01', '박새론'],
    ]
    expect(await importLines(lines, 'good_rows')).toMatchObject({ imported: 2, errors: [] })
    const units = await findUnits({ ordering: 'dongho' })
    expect(units.map(({ dongho, dong, ho }) => [dongho, dong, ho])).toEqual([
      ['101동 1203호', '101동', '1203호'],
      ['B01호', null, 'B01호'],
    ])
  })

  test('names rows whose number exists in the book or in a row above', async () => {
    await make('101-101')
    const lines = [
      ['해든마을 1단지', '101동 101호', '이미'],
      ['달빛스퀘어', '101동 101호', '다른 곳'],
      ['달빛스퀘어', '101 101', '두 번'],
      ['해든마을 1단지', '101-102', '좋음'],
    ]
    const report = await importLines(lines, 'dry_run')
    expect(report.errors.map(({ row, message }) => [row, message])).toEqual([
      [2, '세대 목록에 이미 있는 동호수입니다.'],
      [4, '파일의 3행과 동호수가 같습니다.'],
    ])
    expect(report.good).toBe(2)
  })
})
