import { expect, test } from 'vitest'
import { createDocumentOwner, createSurveySource } from '#tests/support/documents/document-sources.ts'
import { listSurveyRows } from './survey-rows.ts'
import {
  buildCompensationTotals,
  buildSurveyTotals,
  compensationSheet,
  createSurveySums,
  listParts,
  surveySheet,
} from './survey-sheet.ts'

const owners = [
  createDocumentOwner('김가온', { share: '3분의 1' }),
  createDocumentOwner('박새론', { share: '3분의 2', num_masked: null }),
]
const rows = listSurveyRows(createSurveySource({ owners }))

test('a row of 토지조서 has the columns offices submit', () => {
  expect(surveySheet.columns.map(({ header }) => header)).toEqual([
    '구분',
    '순번',
    '소재지',
    '지번',
    '지목(물건의 종류)',
    '구조·규격',
    '면적(㎡)',
    '편입면적(㎡)',
    '단가(원/㎡)',
    '보상액',
    '소유자',
    '관계인',
    '비고',
  ])
  expect(rows.map((row) => surveySheet.toCells({ number: 1, row }))).toEqual([
    [
      '토지',
      1,
      '가람도 솔빛시 해든구 달빛동',
      '123-4',
      '대',
      '',
      330.5,
      120,
      350_000,
      42_000_000,
      '김가온 3분의 1\n박새론 3분의 2',
      '해든은행 (근저당권설정)',
      '',
    ],
  ])
})

test('both amount columns of 보상금 산정조서 add up to the total, and so do its owners', () => {
  const sums = createSurveySums()
  for (const row of rows) sums.add(row)
  const lines = rows.flatMap((row) => listParts({ number: 1, row })).map((part) => compensationSheet.toCells(part))
  const findColumn = (header: string) => compensationSheet.columns.findIndex((column) => column.header === header)
  const sumColumn = (header: string, all: readonly (readonly unknown[])[]) =>
    all.reduce((sum, line) => sum + Number(line[findColumn(header)] ?? 0), 0)
  expect([sumColumn('보상액', lines), sumColumn('소유자별 보상액', lines)]).toEqual([42_000_000, 42_000_000])
  const [total, ...ofOwners] = buildCompensationTotals(sums.total(), sums.owners())
  expect([total?.[findColumn('보상액')], total?.[findColumn('소유자별 보상액')]]).toEqual([42_000_000, 42_000_000])
  expect(ofOwners.map((line) => [line[findColumn('소유자')], line[findColumn('소유자별 보상액')]])).toEqual([
    ['김가온', 14_000_000],
    ['박새론', 28_000_000],
  ])
  for (const line of [total, ...ofOwners, ...buildSurveyTotals(sums.total())])
    expect([compensationSheet.columns.length, surveySheet.columns.length]).toContain(line?.length)
})
