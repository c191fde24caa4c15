import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addressTasks, surveyPdfPaths } from '#contract/addresses/address-tasks.ts'
import { extractFilePath } from '#contract/registry/extract.ts'
import { demoProjects } from '#server/demo/demo-clients.ts'
import { loadDemoDepositCases } from '#server/deposit-cases/demo.ts'
import { loadDemoMasterData } from '#server/master-data/demo.ts'
import { newId } from '#server/new-id.ts'
import { makeAddress } from '#tests/support/books/address-books.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let superuser: SignedIn
let address: string
const now = new Date('2026-11-21T00:00:00Z')

beforeAll(async () => {
  server = await buildTestApp({ config: { hasWorker: true }, now: () => now })
  await loadDemoMasterData(server.ownerDb, { now })
  await loadDemoDepositCases(server.ownerDb, { now, count: 20 })
  superuser = await server.signIn('superuser')
  await makeGroup(superuser, { name: '달빛스퀘어' })
  address = await makeAddress(superuser, {}, [
    { lot: '123-4', land_kind: '전', area: 100, taken_area: 50, unit_price: 10 },
  ])
  await start(addressTasks.issue.path)
  const readExtracts = () => server.db.selectFrom('address_extract').select('id').execute()
  const readIssuedId = async () => {
    const [extract] = await readExtracts()
    if (!extract) throw new Error('no extract was issued')
    return extract.id
  }
  queries[extractFilePath] = `?id=${await vi.waitFor(readIssuedId, { timeout: 20_000, interval: 50 })}`
})
afterAll(() => server.close())

async function exportRows() {
  return await server.db.selectFrom('audit').selectAll().where('act', '=', 'export').orderBy('seq').execute()
}

/** Content types in which records leave the office; pictures and pages are only shown. */
const exportContentTypes = /jsonl|spreadsheetml|ms-excel|application\/pdf|text\/csv|application\/zip|octet-stream/

const templatePath = /\/download_template\//

/** Required queries; a claim needs an existing project. */
const queries: Record<string, string> = {
  '/api/mysql/realestate/export_report_excel/': `?business_section=${encodeURIComponent('달빛스퀘어')}`,
  '/api/mysql/realestate/export_report_pdf/': `?business_section=${encodeURIComponent('달빛스퀘어')}`,
  '/api/register/export_report_excel': '?year=2026',
  '/api/register/export_report_pdf': '?year=2026',
  '/api/mysql/deposition/export_report_pdf/': `?business_section=${encodeURIComponent(demoProjects[0].name)}`,
  '/api/mysql/deposition/export_report_excel/': `?business_section=${encodeURIComponent(demoProjects[0].name)}`,
}

/** Needs a letter first; tested in letter-routes.test.ts. */
const letterPdfPath = /\/report\/[\da-f-]+\/pdf$/

/** Calls that start a task whose file is fetched separately; tested below. */
function listTasksWithFile(): string[] {
  const paths = server.app.swagger().paths ?? {}
  return Object.keys(paths).filter((path) => paths[path]?.post && paths[`${path}/file`]?.get)
}

/** Request body of a task; for addresses, the one that exists. */
function buildTaskBody(path: string): object {
  const addressPaths = [...Object.values(addressTasks).map((action) => action.path), ...Object.values(surveyPdfPaths)]
  if (!addressPaths.some((known) => known === path)) return {}
  return {
    address_ids: [address],
    ...(path === addressTasks.officialDocument.path && { document_type: 'deposit_notice' }),
  }
}

async function start(path: string): Promise<string> {
  const response = await superuser.inject({ method: 'POST', url: path, payload: buildTaskBody(path) })
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${response.body}`)
  return response.json<{ task_id: string }>().task_id
}

interface DownloadRoute {
  method: 'GET'
  url: string
}

function getRoutes(): DownloadRoute[] {
  return Object.entries(server.app.swagger().paths ?? {})
    .filter(([path, item]) => item?.get !== undefined && path !== '/api/sync/events')
    .map(([path]) => ({
      method: 'GET',
      url: path.replace('{name}', 'x').replace(/\{\w+\}/g, newId()) + (queries[path] ?? ''),
    }))
}

/** Makes the call and returns its response and its trail rows. */
async function exportRoute(route: DownloadRoute) {
  const before = (await exportRows()).length
  const { statusCode, headers } = await superuser.inject(route)
  const isFile = statusCode === 200 && exportContentTypes.test(String(headers['content-type']))
  return {
    ...route,
    statusCode,
    isExport: isFile && !templatePath.test(route.url),
    rows: (await exportRows()).slice(before),
  }
}

test('logs who exported what for every file of records, but not for empty templates', async () => {
  const results = []
  for (const route of getRoutes()) results.push(await exportRoute(route))
  const exports = results.filter(({ isExport }) => isExport)
  expect(exports.map(({ url, rows }) => [url, rows])).toMatchObject(
    exports.map(({ url }) => [
      url,
      [{ user_id: superuser.user.id, user_name: '한온결', address: '127.0.0.1', collection: expect.any(String) }],
    ]),
  )
  expect(results.filter(({ isExport, rows }) => !isExport && rows.length > 0)).toEqual([])
  const failedRoutes = results.filter(({ url, statusCode }) => /excel|export|pdf|file/.test(url) && statusCode !== 200)
  const taskPaths = new Set(listTasksWithFile().flatMap((path) => [path, `${path}/file`]))
  expect(failedRoutes.map(({ url }) => url).filter((url) => !letterPdfPath.test(url) && !taskPaths.has(url))).toEqual(
    [],
  )
  // Fewer would mean that this test misses them.
  expect(exports.length).toBeGreaterThanOrEqual(12)
})

test('logs a file made in the background when it is requested and each time it is fetched', async () => {
  // Filings are deleted after being fetched, and log each unit:
  // real-estate/filings/application-routes.test.ts.
  const paths = listTasksWithFile().filter((path) => !path.includes('download_application'))
  expect(paths.length).toBeGreaterThanOrEqual(8)
  for (const path of paths) {
    const task = await start(path)
    const fetchFile = () => superuser.inject({ method: 'GET', url: `${path}/file?task_id=${task}` })
    await expect.poll(async () => (await fetchFile()).statusCode, { timeout: 20_000 }).toBe(200)
    await fetchFile()
    const rows = (await exportRows()).filter(({ detail }) => isForTask(detail, task))
    const expectedDetail = {
      task_id: task,
      task: expect.any(String),
      ...('address_ids' in buildTaskBody(path) && { items: 1 }),
    }
    expect(rows, path).toMatchObject(
      [expectedDetail, { ...expectedDetail, downloaded: true }, { ...expectedDetail, downloaded: true }].map(
        (detail) => ({
          user_id: superuser.user.id,
          user_name: '한온결',
          address: '127.0.0.1',
          collection: expect.any(String),
          detail,
        }),
      ),
    )
    const stored = await server.db.selectFrom('download_task').select('request_id').where('id', '=', task).execute()
    expect(stored).toEqual([{ request_id: expect.stringMatching(/^[\da-f-]{36}$/) }])
  }
})

test('logs work on records without a file with who requested it, its kind and the count', async () => {
  for (const action of Object.values(addressTasks).filter(({ result }) => result === 'records')) {
    const task = await start(action.path)
    const rows = await server.db.selectFrom('audit').selectAll().where('act', '=', 'update').execute()
    expect(rows.filter(({ detail }) => isForTask(detail, task))).toMatchObject([
      { user_id: superuser.user.id, address: '127.0.0.1', collection: 'addresses', detail: { items: 1 } },
    ])
  }
})

function isForTask(detail: unknown, task: string): boolean {
  return typeof detail === 'object' && detail !== null && 'task_id' in detail && detail.task_id === task
}
