import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'

const dist = join(import.meta.dirname, '../../dist')

test('the build holds no source map, and no script or style sheet of it names one', async ({ office, request }) => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /\.map(\.\w+)?$/.test(file))).toEqual([])
  // Of this build: files of earlier ones lie beside them for pages that are still open.
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  const listed = [...worker.matchAll(/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file)
  const current = ['sw.js', ...new Set(listed)]
  expect(current.length).toBeGreaterThan(20)
  expect(current.filter((file) => readFileSync(join(dist, file), 'utf8').includes('sourceMappingURL'))).toEqual([])
  for (const file of current.slice(0, 5)) {
    expect((await request.get(`${office.url}/${file}`)).status(), file).toBe(200)
    expect((await request.get(`${office.url}/${file}.map`)).status(), file).toBe(404)
  }
})

test('strangers learn nothing of the API; staff read all of it in the app', async ({ office, calmPage: page }) => {
  const answer = await page.request.get(`${office.url}/api/docs`)
  expect(answer.status()).toBe(401)
  await startSession(page, office)
  await page.goto(`${office.url}/staff/outbox`)
  await page.getByRole('button', { name: /님 메뉴/ }).click()
  await page.getByRole('menuitem', { name: '연동 API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '연동 API' })).toBeVisible()
  const count = page.getByRole('status').filter({ hasText: '호출' })
  await expect(count).toHaveText(/호출 \d{3}개/)
  await page.getByRole('textbox', { name: '호출 찾기' }).fill('사건부 put')
  await expect(count).toHaveText('호출 2개')
  await page.getByText('/api/mysql/realestate/list/').click()
  await expect(page.getByRole('heading', { name: '보내는 것' })).toBeVisible()
  await expect(page.getByText('idempotency-key', { exact: true }).first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '문서 다운로드' }).click()
  expect((await download).suggestedFilename()).toBe('openapi.json')
})

test('without the server the API page says so, and comes when it answers again', async ({
  office,
  staffPage: page,
}) => {
  // Only this call is lost: the screen's own code is there.
  await page.route('**/api/docs', (route) => route.abort())
  await page.goto(`${office.url}/staff/api`)
  await expect(page.getByText('이 문서는 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  await page.unroute('**/api/docs')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.getByRole('status').filter({ hasText: '호출' })).toBeVisible()
})

test('members are not shown the API', async ({ office, calmPage: page }) => {
  await startSession(page, office, 'member')
  await page.goto(`${office.url}/staff/api`)
  await expect(page.getByRole('heading', { name: '연동 API' })).toHaveCount(0)
})
