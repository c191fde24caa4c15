import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDocumentKind } from '#server/addresses/documents/document-kind.ts'
import { createCompensationKind, createLandSurveyKind } from '#server/addresses/documents/surveys.ts'
import { createRegistryKinds } from '#server/addresses/registry-kinds.ts'
import { newId } from '#server/new-id.ts'
import { createEmbeddedSource } from '#server/registry/embedded/embedded-source.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { makeDepositCase } from '#tests/support/books/deposit-cases.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let superuser: SignedIn

beforeAll(async () => {
  server = await buildTestApp({ now: () => new Date('2026-11-20T20:00:00Z') })
  superuser = await server.signIn('superuser')
  await makeGroup(superuser, { name: '누리 3단지' })
  await makeDepositCase(superuser, { business_section: '누리천 정비 2차' })
})
afterAll(() => server.close())

/**
 * Every spreadsheet download with its ASCII name and its full name. Those of the published API
 * (cost claim, register, case book, templates) have the same name in both; the others have Korean
 * full names.
 */
const names: Readonly<Record<string, readonly [ascii: string, full: string]>> = {
  '/api/mysql/realestate/export_excel': ['case-book_2026-11-21.xlsx', '등기사건부_2026-11-21.xlsx'],
  '/api/mysql/realestate/group/export_excel': ['real-estate-groups_2026-11-21.xlsx', '사업구간(그룹)_2026-11-21.xlsx'],
  '/api/mysql/deposition/export_excel': ['deposit-case-register_2026-11-21.xlsx', '공탁사건부_2026-11-21.xlsx'],
  '/api/mysql/realestate/export_report_excel/?business_section=누리 3단지': [
    'official-document____3__.xlsx',
    'official-document_누리 3단지.xlsx',
  ],
  '/api/mysql/deposition/export_report_excel/?business_section=누리천 정비 2차': [
    'official-document________2_.xlsx',
    'official-document_누리천 정비 2차.xlsx',
  ],
  '/api/register/export_report_excel?year=2026': ['case-report-2026.xlsx', '사건 수임 보고_2026년.xlsx'],
  '/api/deposition/title/export_excel': ['2026-11-21_title-list.xlsx', '2026-11-21_목록.xlsx'],
  '/api/deposition/company/download_template/company': ['company_template.xlsx', 'company_template.xlsx'],
}

/**
 * Sheets and templates of other books, and files of tasks, which are named like the direct call or
 * are not sheets; tested below.
 */
const known =
  /\/(export_excel|download_template\/\{name\}|(export_excel|download_application|download_immovable)_bulk(\/file)?)\/?$/

test.each(Object.entries(names))('%s has its name in both spellings of the header', async (url, [ascii, full]) => {
  const response = await superuser.inject({ method: 'GET', url: encodeURI(url) })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(full).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))}`,
  )
})

test('every sheet has a name listed here or made by the common rule of books', async () => {
  const paths = Object.entries(server.app.swagger().paths ?? {}).filter(([, item]) => item && 'get' in item)
  const sheets = paths.map(([path]) => path).filter((path) => /excel|download/.test(path))
  const named = Object.keys(names).map((url) => url.replace(/\?.*/, ''))
  expect(sheets.length).toBeGreaterThan(named.length)
  expect(sheets.filter((path) => !known.test(path) && !named.includes(path))).toEqual([])
  for (const path of sheets.filter((sheetPath) => sheetPath.endsWith('/export_excel'))) {
    const response = await superuser.inject({ method: 'GET', url: path })
    expect(response.headers['content-disposition'], path).toMatch(
      /^attachment; filename="[\w.-]+\.xlsx"; filename\*=UTF-8''\S+\.xlsx$/,
    )
  }
})

test('files made of addresses are named by their kind and the day requested', () => {
  const { deps } = server
  const writes = createWritePipeline(deps)
  const registry = createRegistryKinds({ deps, source: createEmbeddedSource(deps), within: writes.within })
  const kinds = [
    ...registry,
    createLandSurveyKind('xlsx'),
    createCompensationKind(writes, 'pdf'),
    createDocumentKind(deps),
  ]
  const input = { address_ids: [newId(), newId()], document_type: 'deposit_notice' }
  const named = kinds.flatMap(({ fileNames }) => fileNames?.(new Date('2026-11-20T20:00:00Z'), input) ?? [])
  expect(named).toEqual([
    { ascii: 'registry-extracts-2026-11-21.zip', korean: '등기부등본 2026-11-21.zip' },
    { ascii: 'land_survey_20261121.xlsx', korean: '토지조서_20261121.xlsx' },
    { ascii: 'compensation_20261121.pdf', korean: '보상금산정조서_20261121.pdf' },
    { ascii: 'deposit_notice_2_20261121.pdf', korean: '공탁통지서_2건_20261121.pdf' },
  ])
})
