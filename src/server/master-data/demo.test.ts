import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { masterListSchemas } from '#contract/master-data/master-data.ts'
import { demoProjects, getDemoProject } from '#server/demo/demo-clients.ts'
import { removeDemoRecords } from '#server/demo/demo-rows.ts'
import { makeMaster } from '#tests/support/books/master-data.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { writableMasterDataBooks } from './books.ts'
import { loadDemoMasterData } from './demo.ts'

const now = new Date('2026-11-21T00:00:00Z')
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

async function countRows() {
  const tables = ['company', 'department', 'manager', 'project', 'title'] as const
  return await Promise.all(
    tables.map(async (table) => (await server.db.selectFrom(table).select('id').execute()).length),
  )
}

test('makes 6 clients, 14 departments, 30 managers, 12 projects and 40 titles', async () => {
  expect(await loadDemoMasterData(server.ownerDb, { now })).toBe(102)
  expect(await countRows()).toEqual([6, 14, 30, 12, 40])
  expect(await loadDemoMasterData(server.ownerDb, { now })).toBe(0)
})

test('makes only records that a person could have entered', async () => {
  for (const book of writableMasterDataBooks) {
    const { table } = book
    const keys = book.fields.filter((field) => !('editable' in field)).map(({ key }) => key)
    const rows: Record<string, unknown>[] = await server.db
      .selectFrom(table as 'company')
      .selectAll()
      .execute()
    for (const row of rows) {
      const fields = Object.fromEntries(keys.map((key) => [key, row[key]]))
      expect(getRecordSchemas(book).create.safeParse(fields).error, table).toBeUndefined()
    }
  }
})

test('offers projects and managers to the deposit cases', async () => {
  const response = await staff.inject({ method: 'GET', url: '/api/deposition/project/' })
  const { results } = masterListSchemas.projects.parse(response.json())
  for (const index of demoProjects.keys()) {
    const section = getDemoProject(index)
    const project: Record<string, unknown> | undefined = results.find(
      (row: Record<string, unknown>) => row['name'] === section.business_section,
    )
    expect(project).toMatchObject({ company_name: section.deposit_name })
    expect(section.business_manager.startsWith(String(project?.['manager_name']))).toBe(true)
  }
})

test('removes every demo record except those that real ones refer to', async () => {
  const manager = await server.db.selectFrom('manager').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const project = await makeMaster(staff, 'project', { name: '실제 구간', manager: manager.id, status: '진행중' })
  await removeDemoRecords(server.ownerDb, ['companies', 'departments', 'managers', 'projects', 'titles'])
  expect(await countRows()).toEqual([1, 1, 1, 1, 0])
  expect(await server.db.selectFrom('project').select('id').execute()).toEqual([{ id: project }])
})
