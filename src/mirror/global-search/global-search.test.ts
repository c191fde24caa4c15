import { expect, test } from 'vitest'
import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { createQueryEngine } from '#mirror/query/query-engine.ts'
import { packBlock } from '#mirror/store/record-block.ts'
import { makeCase, makeDepositCase, makeGroup, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { buildSearchCaches, type GlobalSearchParams, runGlobalSearch, type SearchThread } from './global-search.ts'
import { createSearchedCollections, searchedCollections } from './searched-collection.ts'

/** The clock doesn't advance, so no search pauses. */
const noPauses: SearchThread = { now: () => 0, pause: () => Promise.resolve() }

function makeRecord(name: CollectionName, number: number, fields: Record<string, FieldValue>): AnyRecord {
  const empty = Object.fromEntries(mirroredCollections[name].fields.map(({ key }) => [key, null]))
  return { ...makeCase(number), ...empty, ...fields, id: makeId(number) }
}

function createOffice(records: Partial<Record<CollectionName, readonly AnyRecord[]>>) {
  const engine = createQueryEngine(Object.values(mirroredCollections))
  for (const [name, rows] of Object.entries(records)) {
    engine.collection(name).table.addBlock(packBlock(mirroredCollections[name as CollectionName], rows))
  }
  const collections = createSearchedCollections(engine)
  const find = async (text: string, overrides: Partial<GlobalSearchParams> = {}) => {
    const found = await runGlobalSearch(
      collections,
      { text, limit: 5, today: '2026-11-29', recent: [], ...overrides },
      noPauses,
    )
    const books = found.books.map(({ book, count, slots }) => ({
      name: book.name,
      count,
      numbers: slots.map((slot) => Number.parseInt(book.collection.table.idAt(slot).slice(-12), 16)),
    }))
    return { reading: found.reading, books }
  }
  return { engine, places: collections, find }
}

const createSmallOffice = () =>
  createOffice({
    'real-estate-groups': [makeGroup(1, '솔빛마을 1단지'), makeGroup(2, '가온지구')],
    'real-estate': [
      makeCase(11, { owner: '김가온', group_id: makeId(1), owner_address: '누리시 달빛로 5' }),
      makeCase(12, { owner: '박새론', group_id: makeId(1), purpose: '근저당권설정' }),
      makeCase(13, { owner: '이가온누리', group_id: makeId(2) }),
    ],
    'deposit-cases': [makeDepositCase(21, { owner_name: '김가온', address: '해든구 101' })],
    'unit-owners': [
      makeRecord('unit-owners', 31, { unit_id: makeId(41), owner: '최나래', num_masked: '900101-1******' }),
      makeRecord('unit-owners', 32, { unit_id: makeId(41), owner: '김가온', owner_address: '누리시' }),
    ],
    'real-estate-units': [makeRecord('real-estate-units', 41, { dongho: '101동 1203호', group_id: makeId(1) })],
  })

test('words in any order find records of every book, also by the names they refer to', async () => {
  const { find } = createSmallOffice()
  for (const text of ['솔빛 김가온', '김가온  솔빛', '가온 솔빛마을']) {
    expect((await find(text)).books).toEqual([{ name: 'real-estate', count: 1, numbers: [11] }])
  }
  expect((await find('달빛로 김')).books).toEqual([{ name: 'real-estate', count: 1, numbers: [11] }])
  expect((await find('101-1203')).books).toEqual([{ name: 'real-estate-units', count: 1, numbers: [41] }])
  expect((await find('  ')).books).toEqual([])
})

test('finds by initial consonants and by a half-typed syllable', async () => {
  const { find } = createSmallOffice()
  const findNames = async (text: string) => (await find(text)).books.map(({ name }) => name)
  expect(await findNames('ㄱㄱㅇ')).toEqual(['real-estate', 'deposit-cases', 'unit-owners'])
  expect(await findNames('박새로')).toEqual(['real-estate'])
  expect(await findNames('ㅊㄴㄹ')).toEqual(['unit-owners'])
})

test('finds parts by what people wrote in them, never by a masked number', async () => {
  const { find } = createSmallOffice()
  expect((await find('최나래')).books).toEqual([{ name: 'unit-owners', count: 1, numbers: [31] }])
  expect((await find('900101')).books).toEqual([])
})

test('reads keys typed in the other layout when the typed text finds little', async () => {
  const { find } = createSmallOffice()
  expect(await find('zzqq')).toEqual({ reading: null, books: [] })
  const read = await find('chlskfo')
  expect(read.reading).toEqual({ text: '최나래', isAlone: true })
  expect(read.books).toEqual([{ name: 'unit-owners', count: 1, numbers: [31] }])
  expect((await find('최나래')).reading).toBeNull()
})

test('finds a Latin name typed with the keyboard set to Hangul, in addition to the typed text', async () => {
  const cases = [makeCase(1, { owner: 'Hello 개발' }), makeCase(2, { owner: 'ㅗ디ㅣㅐ 상사' })]
  const { find } = createOffice({ 'real-estate': cases })
  const found = await find('ㅗ디ㅣㅐ')
  expect(found.reading).toEqual({ text: 'hello', isAlone: false })
  expect(found.books).toEqual([{ name: 'real-estate', count: 2, numbers: [2, 1] }])
})

test("doesn't try the other layout when the typed text finds enough", async () => {
  const typed = Array.from({ length: 5 }, (_, index) => makeCase(index + 1, { owner: `KIM ${index}` }))
  const { find } = createOffice({ 'real-estate': [...typed, makeCase(9, { owner: '랴' })] })
  expect(await find('kim')).toMatchObject({ reading: null, books: [{ count: 5 }] })
})

test('ranks an exact title before a whole word, then a prefix, then a substring, then other fields', async () => {
  const owners = ['이가온누리', '새 가온', '가온개발', '가온', '나래']
  const cases = owners.map((owner, index) =>
    makeCase(index + 1, { owner, owner_address: index === 4 ? '가온로' : null }),
  )
  const { find } = createOffice({ 'real-estate': cases })
  expect((await find('가온')).books[0]?.numbers).toEqual([4, 2, 3, 1, 5])
  expect((await find('가온', { limit: 2 })).books[0]).toEqual({ name: 'real-estate', count: 5, numbers: [4, 2] })
})

test('puts recently opened records first among equal ranks, then the newest', async () => {
  const cases = [1, 2, 3].map((number) => makeCase(number, { owner: '김가온' }))
  const { find } = createOffice({ 'real-estate': cases, 'deposit-cases': [makeDepositCase(9, { owner_name: '가온' })] })
  expect((await find('김가온')).books[0]?.numbers).toEqual([3, 2, 1])
  const recent = [{ collection: 'real-estate' as const, id: makeId(1) }]
  expect((await find('김가온', { recent })).books[0]?.numbers).toEqual([1, 3, 2])
  expect((await find('가온')).books.map(({ name }) => name)).toEqual(['deposit-cases', 'real-estate'])
})

test('ranks a whole lot number above its fragments in longer numbers, in any field', async () => {
  const lots = ['51-9', '1-19', '687-21', '1-190', '11-19']
  const addresses = lots.map((lot, index) =>
    makeRecord('addresses', index + 1, { num: `2501-1995-00000${index}`, jibun: `해든구 별빛동 ${lot}` }),
  )
  const lands = lots.map((lot, index) =>
    makeRecord('address-lands', index + 11, {
      address_id: makeId(index + 1),
      address: '해든구 별빛동',
      lot,
      interested: '농협 1-19지점',
    }),
  )
  const { find, engine } = createOffice({ addresses, 'address-lands': lands })
  const findFirst = async (text: string) =>
    (await find(text, { limit: 2 })).books.map(({ name, numbers }) => [name, numbers[0]])
  for (const text of ['별빛동 1-19', '1-19', '1-19 별빛'])
    expect(await findFirst(text)).toEqual([
      ['addresses', 2],
      ['address-lands', 12],
    ])
  engine.collection('addresses').table.setDisplayed(makeId(3), { ...addresses[2], jibun: '1-19' } as AnyRecord)
  expect((await find('1-19')).books[0]?.numbers.slice(0, 2)).toEqual([3, 2])
})

test('puts an exact owner, lot or number of the oldest records first among thousands of newer hits', async () => {
  const newer = Array.from({ length: 3500 }, (_, index) =>
    makeDepositCase(index + 10, {
      owner_name: '이가온누리',
      address: '해든구 별빛동 1-190',
      request_number: '2026-10',
    }),
  )
  const oldest = [
    makeDepositCase(1, { owner_name: '가온' }),
    makeDepositCase(2, { address: '해든구 별빛동 1-19' }),
    makeDepositCase(3, { request_number: '2026-1' }),
  ]
  const { find, engine } = createOffice({ 'deposit-cases': [...oldest, ...newer] })
  for (const [text, number] of [
    ['가온', 1],
    ['별빛동 1-19', 2],
    ['1-19', 2],
    ['2026-1', 3],
  ] as const)
    expect((await find(text)).books[0]?.numbers[0], text).toBe(number)
  const changed = makeDepositCase(20, { owner_name: '가온' })
  engine.collection('deposit-cases').table.setDisplayed(makeId(20), changed)
  expect((await find('가온')).books[0]?.numbers.slice(0, 2)).toEqual([20, 1])
})

test('gives no rank to a title that has one of several words in its middle', async () => {
  const { find } = createOffice({
    'real-estate': [makeCase(11, { owner: '박나무', owner_address: '달빛로 14' })],
    'deposit-cases': [makeDepositCase(21, { owner_name: '443-14', address: '달빛로 9' })],
  })
  const findNames = async (text: string) => (await find(text)).books.map(({ name }) => name)
  expect(await findNames('달빛로 14')).toEqual(['real-estate', 'deposit-cases'])
  expect(await findNames('14')).toEqual(['real-estate', 'deposit-cases'])
  expect(await findNames('443 달빛로')).toEqual(['deposit-cases'])
})

test('never finds deleted or hidden records, and finds changed ones by their new texts only', async () => {
  const { engine, find } = createSmallOffice()
  const { table } = engine.collection('real-estate')
  table.setDisplayed(makeId(12), null)
  table.confirm(makeId(13), 2, null)
  table.setDisplayed(makeId(11), makeCase(11, { owner: '한여울' }))
  expect((await find('박새론')).books).toEqual([])
  expect((await find('이가온누리')).books).toEqual([])
  expect((await find('한여울')).books).toEqual([{ name: 'real-estate', count: 1, numbers: [11] }])
  expect((await find('김가온')).books.map(({ name }) => name)).toEqual(['deposit-cases', 'unit-owners'])
})

test('an abandoned search ends at its next pause', async () => {
  const { places: collections } = createSmallOffice()
  let clock = 0
  const slow: SearchThread = { now: () => (clock += 20), pause: () => Promise.reject(new Error('typed on')) }
  const search = runGlobalSearch(collections, { text: '김', limit: 5, today: '2026-11-29', recent: [] }, slow)
  await expect(search).rejects.toThrow('typed on')
})

test("warming up doesn't change what is found", async () => {
  const { places: collections, find } = createSmallOffice()
  const before = await find('가온')
  await buildSearchCaches(collections, noPauses)
  expect(await find('가온')).toEqual(before)
})

test('searches every book whose list has a search, and the parts people write', () => {
  expect(searchedCollections).toEqual(
    expect.arrayContaining([
      'real-estate',
      'deposit-cases',
      'inquiries',
      'unit-owners',
      'unit-lands',
      'address-owners',
    ]),
  )
  expect(searchedCollections).not.toContain('address-extracts')
  expect(searchedCollections).not.toContain('applications')
  expect(searchedCollections).not.toContain('register-entries')
})

test('an amount finds records with it in a field or as the sum of their costs; a day finds those dated so', async () => {
  const { find } = createOffice({
    'real-estate': [
      makeCase(11, { fees: 309_000, receipted_at: '2026-12-20' }),
      makeCase(12, { fees: 250_000, fees_vat: 25_000, proof: 4_000, tax: 20_000, stamp: 10_000 }),
      makeCase(13, { fees: 309_001, receipted_at: '2026-12-21' }),
    ],
    'deposit-cases': [makeDepositCase(21, { tax: 309_000 })],
  })
  for (const text of ['309,000', '309000원', '30만9천']) {
    expect((await find(text)).books).toEqual([
      { name: 'real-estate', count: 2, numbers: [12, 11] },
      { name: 'deposit-cases', count: 1, numbers: [21] },
    ])
  }
  for (const text of ['2026.12.20', '12/20']) {
    expect((await find(text)).books).toEqual([{ name: 'real-estate', count: 1, numbers: [11] }])
  }
})
