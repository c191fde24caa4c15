import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '../../tests/support/build-test-app.ts'
import { loadDemoMasterData } from './master-data/demo.ts'
import { loadDemoDepositCases } from './deposit-cases/demo.ts'
import { demoSections } from './db/demo/demo-clients.ts'
import { newId } from './new-id.ts'

let server: TestApp
let superuser: SignedIn
const now = new Date('2026-11-21T00:00:00Z')

beforeAll(async () => {
  server = await buildTestApp({ now: () => now })
  await loadDemoMasterData(server.ownerDb, { now })
  await loadDemoDepositCases(server.ownerDb, { now, count: 20 })
  superuser = await server.signIn('superuser')
})
afterAll(() => server.close())

async function exportRows() {
  return await server.db.selectFrom('audit').selectAll().where('act', '=', 'export').orderBy('seq').execute()
}

/** Records leave the house as these; pictures and pages are shown, not taken along. */
const takenAlong = /spreadsheetml|ms-excel|application\/pdf|text\/csv|application\/zip|octet-stream/

const empties = /\/download_template\//

/** What a call cannot be made without; a claim is made out to a section that there is. */
const questions: Record<string, string> = {
  '/api/mysql/deposition/export_report_excel/': `?business_section=${encodeURIComponent(demoSections[0].name)}`,
}

/** Calls for files that are not answered without something made before: tested below and in letter-routes.test.ts. */
const testedElsewhere = /\/report\/[\da-f-]+\/pdf$|\/(export_excel|download_application)_bulk(\/file)?$/

type Route = { method: 'GET'; url: string }

function getRoutes(): Route[] {
  return Object.entries(server.app.swagger().paths ?? {})
    .filter(([path, item]) => item?.get !== undefined && path !== '/api/sync/events')
    .map(([path]) => ({
      method: 'GET',
      url: path.replace('{name}', 'x').replace(/\{\w+\}/g, newId()) + (questions[path] ?? ''),
    }))
}

/** What a call answered, and the rows it left. */
async function look(route: Route) {
  const before = (await exportRows()).length
  const { statusCode, headers } = await superuser.inject(route)
  const isFile = statusCode === 200 && takenAlong.test(String(headers['content-type']))
  return {
    ...route,
    statusCode,
    isExport: isFile && !empties.test(route.url),
    rows: (await exportRows()).slice(before),
  }
}

test('every call that answers with a file of records leaves a row that says who took what; empty templates leave none', async () => {
  const looks = []
  for (const route of getRoutes()) looks.push(await look(route))
  const exports = looks.filter(({ isExport }) => isExport)
  expect(exports.map(({ url, rows }) => [url, rows])).toMatchObject(
    exports.map(({ url }) => [
      url,
      [{ user_id: superuser.user.id, user_name: '한온결', address: '127.0.0.1', collection: expect.any(String) }],
    ]),
  )
  expect(looks.filter(({ isExport, rows }) => !isExport && rows.length > 0)).toEqual([])
  const unasked = looks.filter(({ url, statusCode }) => /excel|export|pdf|file/.test(url) && statusCode !== 200)
  expect(unasked.map(({ url }) => url).filter((url) => !testedElsewhere.test(url))).toEqual([])
  // Fewer would mean that this test looks past them.
  expect(exports.length).toBeGreaterThanOrEqual(11)
})

test('a file made in the background leaves a row when it is asked for and one when it is fetched, each time', async () => {
  // Filings go once they were fetched, and name each unit: real-estate/filings/application-routes.test.ts.
  const isSheet = (path: string) => path.endsWith('/file') && !path.includes('download_application')
  const paths = Object.entries(server.app.swagger().paths ?? {}).filter(([path]) => isSheet(path))
  expect(paths.length).toBeGreaterThan(0)
  for (const [path] of paths) {
    const base = path.slice(0, -'/file'.length)
    const before = (await exportRows()).length
    const started = await superuser.inject({ method: 'POST', url: base, payload: {} })
    const { task_id: task }: { task_id: string } = started.json()
    const fetchFile = () => superuser.inject({ method: 'GET', url: `${path}?task_id=${task}` })
    await expect.poll(async () => (await fetchFile()).statusCode, { timeout: 20_000 }).toBe(200)
    await fetchFile()
    const rows = (await exportRows()).slice(before)
    expect(rows.map(({ detail }) => detail)).toMatchObject([
      { task_id: task },
      { task_id: task, downloaded: true },
      { task_id: task, downloaded: true },
    ])
    const stored = await server.db.selectFrom('download_task').select('request_id').where('id', '=', task).execute()
    expect(stored).toEqual([{ request_id: expect.stringMatching(/^[\da-f-]{36}$/) }])
  }
})
