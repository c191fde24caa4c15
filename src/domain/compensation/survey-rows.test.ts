import { expect, test } from 'vitest'
import {
  createDocumentOwner,
  createFiveLands,
  createSevenOwners,
  createSurveyLand,
  createSurveySource,
} from '#tests/support/documents/document-sources.ts'
import { findEmptySurveyError, listSurveyRows, splitAddress } from './survey-rows.ts'
import { createSurveySums } from './survey-sheet.ts'

const house = {
  id: 'house',
  name: null,
  usage: '단독주택',
  structure: '벽돌조',
  floors: '지상 2층',
  area: 98.5,
  compensation: 54_321_000,
}

test('computes a parcel from area and price, and reports nothing when it is complete', () => {
  expect(listSurveyRows(createSurveySource())).toEqual([
    {
      kind: 'land',
      id: 'land',
      addressId: 'address',
      district: '가람도 솔빛시 해든구 달빛동',
      lot: '123-4',
      sort: '대',
      structure: '',
      area: 330.5,
      takenArea: 120,
      unitPrice: 350_000,
      compensation: 42_000_000,
      owners: [expect.objectContaining({ name: '김가온', amount: 42_000_000 })],
      interested: '해든은행 (근저당권설정)',
      problems: [],
    },
  ])
})

test('lists a building at its parcel with its appraised amount', () => {
  const [, building] = listSurveyRows(createSurveySource({ buildings: [house] }))
  expect(building).toMatchObject({
    kind: 'building',
    district: '가람도 솔빛시 해든구 달빛동',
    lot: '123-4',
    sort: '단독주택',
    structure: '벽돌조 지상 2층',
    compensation: 54_321_000,
    problems: [],
  })
})

test.each([
  [{ land_kind: null, unit_price: null }, '지목, 단가를 입력해 주세요.'],
  [{ taken_area: null }, '편입면적을 입력해 주세요.'],
  [{ taken_area: 330.6 }, '편입면적이 면적보다 넓습니다. 확인해 주세요.'],
  [
    { compensation: 41_000_000 },
    '기록된 보상액 41,000,000원이 편입면적 × 단가 42,000,000원과 다릅니다. 보상금 산정을 실행해 주세요.',
  ],
])('reports what is wrong with %j', (own, words) => {
  expect(listSurveyRows(createSurveySource({ lands: [createSurveyLand(own)] }))[0]?.problems).toEqual([words])
})

test('uses the recorded amount when there is no price', () => {
  const [row] = listSurveyRows(
    createSurveySource({ lands: [createSurveyLand({ unit_price: null, compensation: 5_000_000 })] }),
  )
  expect(row?.compensation).toBe(5_000_000)
})

test('reports a missing owner, a name without owners, and shares that are not the whole', () => {
  const listProblems = (own: Parameters<typeof createSurveySource>[0]) =>
    listSurveyRows(createSurveySource(own))[0]?.problems
  const address = { id: 'address', jibun: '달빛동 1', owner_name: null }
  expect(listProblems({ owners: [], address })).toEqual(['소유자를 입력해 주세요.'])
  expect(listProblems({ owners: [] })).toEqual(['소유자 탭이 비어 있어 주소의 소유자 이름을 적었습니다.'])
  expect(listProblems({ owners: [createDocumentOwner('김가온'), createDocumentOwner('박새론')] })).toEqual([
    '공유자의 지분을 모두 더해 1이 되도록 입력해 주세요. 소유자별 금액을 나눌 수 없습니다.',
  ])
})

test('sums per owner, per parcel and in total are equal to the won', () => {
  const sums = createSurveySums()
  const rows = listSurveyRows(
    createSurveySource({ owners: createSevenOwners(), lands: createFiveLands(), buildings: [house] }),
  )
  for (const row of rows) sums.add(row)
  // 330.7 × 350,000 five times, and the house.
  const total = sums.total()
  expect(total).toEqual({
    lands: 5,
    buildings: 1,
    area: 6032.5,
    takenArea: 1653.5,
    withoutAmount: 0,
    undivided: 0,
    landAmount: 578_725_000,
    buildingAmount: 54_321_000,
    amount: 633_046_000,
  })
  const owners = sums.owners()
  expect(owners).toHaveLength(7)
  expect(owners.reduce((sum, { amount }) => sum + amount, 0)).toBe(total.amount)
  expect(owners.find(({ name }) => name === '이든')).toMatchObject({ lands: 5, buildings: 1, landAmount: 82_675_000 })
  for (const { owners: parts, compensation } of rows)
    expect(parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(compensation)
})

test('treats people of the same name as different, and one person with two parcels as one', () => {
  const sums = createSurveySums()
  const other = createDocumentOwner('김가온', { num_masked: '850505-1******' })
  for (const owners of [[createDocumentOwner('김가온')], [other], [createDocumentOwner('김가온')]])
    for (const row of listSurveyRows(createSurveySource({ owners }))) sums.add(row)
  expect(sums.owners().map(({ lands, amount }) => [lands, amount])).toEqual([
    [2, 84_000_000],
    [1, 42_000_000],
  ])
})

test('an amount that cannot be divided is in the total, belongs to nobody and is reported', () => {
  const sums = createSurveySums()
  const open = createSurveyLand({ unit_price: null })
  const owners = [createDocumentOwner('김가온'), createDocumentOwner('박새론')]
  for (const row of listSurveyRows(createSurveySource({ owners, lands: [createSurveyLand(), open] }))) sums.add(row)
  expect(sums.total()).toMatchObject({ amount: 42_000_000, undivided: 42_000_000, withoutAmount: 1 })
})

test.each([
  ['가람도 솔빛시 해든구 달빛동 123-4', '가람도 솔빛시 해든구 달빛동', '123-4'],
  ['누리군 하늘면 별빛리 산 12-3', '누리군 하늘면 별빛리', '산 12-3'],
  ['해든구 달빛동 7번지', '해든구 달빛동', '7번지'],
  ['해든마을 가온채 1단지', '해든마을 가온채 1단지', ''],
])('splits %s into %s and %s', (jibun, district, lot) => {
  expect(splitAddress(jibun)).toEqual({ district, lot })
})

test('an address without lands and buildings has no survey', () => {
  expect(findEmptySurveyError({ lands: [], buildings: [] })).toMatch(/토지와 건물 정보가 없습니다/)
  expect(findEmptySurveyError({ lands: [createSurveyLand()], buildings: [] })).toBeNull()
})
