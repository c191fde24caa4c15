import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  buildSurveyFoot,
  buildSurveyHead,
  buildSurveyRows,
  toCompensationCells,
  toLandCells,
  toObjectCells,
} from '#domain/compensation/survey-forms.ts'
import { listSurveyRows, type SurveySource } from '#domain/compensation/survey-rows.ts'
import { createSurveySums, type NumberedRow } from '#domain/compensation/survey-sheet.ts'
import type { FilledForm } from '#domain/filings/filing.ts'
import {
  createDocumentOwner,
  createFiveLands,
  createSevenOwners,
  createSurveyLand,
  createSurveySource,
  longCompany,
} from '#tests/support/documents/document-sources.ts'
import { formsDocument, printForms } from '#tests/support/documents/print-forms.ts'
import { findClashes, readBoxes } from '#tests/support/documents/read-boxes.ts'
import { writeForms } from './write-forms.ts'

const survey = { project: '가온–솔빛 고속도로 제1공구', developer: '가상도로공사', day: '2026-11-20' }
const longAddress = '가람도 솔빛시 해든구 달빛로 12길 34 '.repeat(12).trim()

function numberRows(...sources: SurveySource[]): NumberedRow[] {
  return sources.flatMap(listSurveyRows).map((row, index) => ({ number: index + 1, row }))
}

function buildLandForms(placed: readonly NumberedRow[], perPart: number): FilledForm[] {
  const sums = createSurveySums()
  for (const { row } of placed) sums.add(row)
  const parts: FilledForm[] = []
  for (let index = 0; index < placed.length; index += perPart)
    parts.push(buildSurveyRows('land_survey', placed.slice(index, index + perPart).map(toLandCells)))
  return [buildSurveyHead('land_survey', survey), ...parts, buildSurveyFoot('land_survey', sums.total(), survey)]
}

test('prints every box of 토지조서, on landscape A4', async () => {
  const { pages } = await printForms(...buildLandForms(numberRows(createSurveySource()), 100))
  const [page] = pages
  expect(pages).toHaveLength(1)
  expect([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)]).toEqual([842, 595])
  const boxes = page ? readBoxes(page) : []
  const rows = Map.groupBy(boxes, ({ top }) => Math.round(top))
  const lines = [...rows.values()].map((row) => row.map(({ lines: words }) => words.join(' ')))
  expect(lines).toContainEqual([
    '순번',
    '소재지',
    '지번',
    '지목',
    '면적 (㎡)',
    '편입면적 (㎡)',
    '단가 (원/㎡)',
    '보상액 (원)',
    '소유자 (성명·지분·주소)',
    '관계인',
  ])
  expect(lines).toContainEqual([
    '1',
    '가람도 솔빛시 해든구 달빛동',
    '123-4',
    '대',
    '330.5',
    '120',
    '350,000',
    '42,000,000',
    '김가온 가람도 솔빛시 해든구 달빛로 12, 101동 1203호 (달빛동, 가온채)',
    '해든은행 (근저당권설정)',
  ])
  expect(lines).toContainEqual(['합 계', '토지 1필지', '330.5', '120', '42,000,000', '금사천이백만원정'])
  expect(page?.text).toContain('사업시행자 가상도로공사 (인)'.slice(0, 5))
  expect(page?.text).toContain('- 1 -')
})

test('a long table repeats its header and page number on every page and has its sums once', async () => {
  const placed = numberRows(...Array.from({ length: 60 }, () => createSurveySource({ lands: createFiveLands() })))
  const { pages } = await printForms(...buildLandForms(placed, 70))
  expect(pages.length).toBeGreaterThan(10)
  for (const [at, page] of pages.entries()) {
    expect(page.text).toContain(`- ${at + 1} -`)
    expect(page.text.match(/소재지/g), String(at)).toHaveLength(1)
    expect(findClashes(page)).toEqual([])
  }
  const text = pages.map((page) => page.text).join('\n')
  expect(text.match(/합 계/g)).toHaveLength(1)
  expect(text).toContain('34,723,500,000')
  const numbers = pages.flatMap((page) =>
    readBoxes(page).flatMap(({ left, lines }) => (left < 45 && /^\d+$/.test(lines[0] ?? '') ? [Number(lines[0])] : [])),
  )
  expect(numbers).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
})

test('the document does not depend on how many rows arrive at once', async () => {
  const placed = numberRows(...Array.from({ length: 12 }, () => createSurveySource({ lands: createFiveLands() })))
  const [few, many] = await Promise.all(
    [7, 1000].map(async (perPart) =>
      (await printForms(...buildLandForms(placed, perPart))).pages.map(({ pieces }) => pieces),
    ),
  )
  expect(few).toEqual(many)
})

test('neither cuts off nor overlaps long names, many owners and many lands', async () => {
  const building = {
    id: 'house',
    name: longCompany,
    usage: '창고',
    structure: '일반철골구조',
    floors: '지상 1층',
    area: 1234.5678,
    compensation: 4_812_345_670,
  }
  const owners = createSevenOwners().map((owner) => ({ ...owner, address: longAddress }))
  const placed = numberRows(
    createSurveySource({ owners, lands: createFiveLands(), buildings: [building] }),
    createSurveySource(),
  )
  const sums = createSurveySums()
  for (const { row } of placed) sums.add(row)
  const buildForm = (name: 'object_survey' | 'compensation', rows: string[][]) => [
    buildSurveyHead(name, survey),
    buildSurveyRows(name, rows),
    buildSurveyFoot(name, sums.total(), survey),
  ]
  const { pages, text } = await printForms(
    ...buildLandForms(
      placed.filter(({ row }) => row.kind === 'land'),
      3,
    ),
    ...buildForm('object_survey', placed.filter(({ row }) => row.kind === 'building').map(toObjectCells)),
    ...buildForm('compensation', placed.flatMap(toCompensationCells)),
  )
  expect(pages.flatMap(findClashes)).toEqual([])
  const letters = text.replace(/\s/g, '')
  for (const { name } of owners) expect(letters).toContain(name.replace(/\s/g, ''))
  expect(letters).toContain(longAddress.replace(/\s/g, '').slice(-20))
  expect(letters).not.toContain('〓')
  expect(letters).toContain('물건조서'.slice(0, 2))
  // Each table counts its own pages.
  expect(text.match(/- 1 -/g)).toHaveLength(3)
})

test('a row too large for any page goes to the 별지, and the table continues', async () => {
  const owners = Array.from({ length: 60 }, (_, index) =>
    createDocumentOwner(`김가온${index}`, { share: '60분의 1', address: longAddress.slice(0, 300) }),
  )
  const { pages, text } = await printForms(
    ...buildLandForms(
      numberRows(createSurveySource({ owners }), createSurveySource({ lands: [createSurveyLand({ lot: '999' })] })),
      1,
    ),
  )
  expect(pages.flatMap(findClashes)).toEqual([])
  expect(text).toContain('별지 목록 기재와 같음')
  expect(text.replace(/\s/g, '')).toContain('김가온5960분의1')
  expect(text).toContain('999')
})

test('a table whose next part is missing is an error, not a file without its last page', async () => {
  async function* yieldSets() {
    yield await Promise.resolve([buildSurveyHead('land_survey', survey)])
  }
  await expect(buffer(writeForms(yieldSets(), formsDocument))).rejects.toThrow('should continue')
})
