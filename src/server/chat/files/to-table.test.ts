import { expect, test } from 'vitest'
import type { ParsedCell } from '#server/documents/xlsx/sheet.ts'
import { toTable } from './to-table.ts'

const readColumn = async (title: string, ...cells: readonly ParsedCell[]) => {
  const table = await toTable('표', [['이름', title], ...cells.map((cell, index) => [`이름${index}`, cell])])
  return { type: table.columns[1]?.type, cells: table.rows.map((row) => row[1]) }
}

test.each<[ParsedCell, number | null]>([
  ['-', null],
  ['2만원', 20_000],
  ['(700)', -700],
  ['△450', -450],
  [{ n: -700, shown: '(700)' }, -700],
  ['1,300원', 1300],
  ['12.5', 12.5],
])('reads %j in a column of amounts as %s', async (cell, value) => {
  expect(await readColumn('금액', 900, cell, '1,100')).toEqual({ type: 'number', cells: [900, value, 1100] })
})

test('one cell without an amount does not prevent summing the others', async () => {
  expect(await readColumn('금액', 900, 800, 700, '협의 중')).toEqual({
    type: 'number',
    cells: [900, 800, 700, '협의 중'],
  })
  expect((await readColumn('금액', 900, '협의 중', '미정')).type).toBe('text')
  expect((await readColumn('전화번호', '0319876543', '031-987-6543')).type).toBe('text')
  expect((await readColumn('금액', 900, 800, 700, '12,50')).cells.at(-1)).toBe('12,50')
})

test.each<[readonly ParsedCell[]]>([
  [['소계', 300]],
  [['서울 소계', 300]],
  [['합  계', 300]],
  [['총계', 300]],
  [['계', 300]],
  [['누계:', 300]],
  [['총 2건', 300]],
])('excludes the total %j, so that nothing counts twice', async (total) => {
  const table = await toTable('표', [['이름', '금액'], ['강여울', 100], ['한새봄', 200], total])
  expect(table).toMatchObject({
    totals: 1,
    rows: [
      ['강여울', 100],
      ['한새봄', 200],
    ],
  })
})

test('keeps a record whose name only looks like a total', async () => {
  const table = await toTable('표', [
    ['이름', '지점', '금액'],
    ['합계동', '서울', 100],
    ['계', '부산', 200],
  ])
  expect(table.rows).toHaveLength(2)
})
