import type { BrowserContext, Route } from '@playwright/test'
import { batchPath } from '#contract/sync-batch.ts'
import { cellOf, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('a proxy that answers 426 holds nothing: the edit waits, and 지금 동기화 sends it once the proxy is gone', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const context = page.context()
  await makeCases(colleague, '길목')
  await openCaseBook(page, office.url, '?search=길목')
  await expect(rowOf(page, '길목1')).toBeVisible()
  const asked = await answerEdits(context, () => ({ status: 426, body: 'Upgrade Required' }))
  await typeIntoCell(page, cellOf(rowOf(page, '길목1'), '등기목적'), '길목을 지나서')
  await expect.poll(() => asked.count).toBeGreaterThan(0)
  await expect(page.getByText('대기 1')).toBeVisible()
  await expect(page.getByText('확인 필요 0')).toBeVisible()
  await context.unrouteAll()
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect.poll(async () => (await casesOf(colleague, '길목'))[0]?.purpose).toBe('길목을 지나서')
})

test('an edit that our server wants from a newer app is counted alike everywhere, and 지금 보내기 truly sends it', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const context = page.context()
  await makeCases(colleague, '옛판')
  await openCaseBook(page, office.url, '?search=옛판')
  await expect(rowOf(page, '옛판1')).toBeVisible()
  await answerEdits(context, (route) => ({
    status: 426,
    headers: { 'op-id': route.request().headers()['idempotency-key'] ?? '' },
    json: { code: 'client_outdated', message: '새 버전으로 업데이트한 뒤 다시 시도해 주세요.' },
  }))
  await typeIntoCell(page, cellOf(rowOf(page, '옛판1'), '등기목적'), '새 판의 목적')
  await expect(page.getByText('확인 필요 1')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('대기 0')).toBeVisible()
  await page.getByRole('link', { name: /확인 필요 1/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: /확인 필요 ?1건/ })).toBeVisible()
  await context.unrouteAll()
  await page.getByRole('button', { name: '지금 보내기' }).click()
  await expect(page.getByText('보낼 작업이 없습니다.')).toBeVisible()
  expect((await casesOf(colleague, '옛판'))[0]?.purpose).toBe('새 판의 목적')
})

/** Every edit of a case meets `answer`, sent in a batch or alone. */
async function answerEdits(
  context: BrowserContext,
  answer: (route: Route) => Parameters<Route['fulfill']>[0],
): Promise<{ count: number }> {
  const asked = { count: 0 }
  for (const path of [`**${batchPath}`, '**/api/mysql/realestate/list/**']) {
    await context.route(path, (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      asked.count += 1
      return route.fulfill(answer(route))
    })
  }
  return asked
}
