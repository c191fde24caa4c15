import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test('staff read the API documentation in the app, which says when the server does not respond', async ({
  office,
  newDevicePage: page,
}) => {
  await startSession(page, office)
  await page.goto(`${office.url}/staff/outbox`)
  // Only this call fails; the screen's code is loaded.
  await page.route('**/api/docs', (route) => route.abort())
  await page.getByRole('button', { name: /님 메뉴/ }).click()
  await page.getByRole('menuitem', { name: '연동 API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '연동 API' })).toBeVisible()
  await expect(page.getByText('이 문서는 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  await page.unroute('**/api/docs')
  await page.getByRole('button', { name: '다시 시도' }).click()
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
