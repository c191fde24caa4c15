import { expectNoBarrier } from './support/barriers.ts'
import { expect, test } from './support/own-office.ts'
import { startSession } from './support/start-session.ts'

test('who gets data is written down in settings and said on a page that a device has kept @offline', async ({
  office,
  calmPage: page,
}) => {
  await page.goto(`${office.url}/privacy`)
  await expect(page.getByRole('heading', { name: /파기의 절차와 방법/ })).toBeVisible()
  await expectNoBarrier(page)

  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=keeping`)
  await page.getByRole('button', { name: '받는 곳 추가' }).click()
  const dialog = page.getByRole('dialog', { name: '개인정보를 받는 곳' })
  await dialog.getByLabel('받는 곳').fill('든든호스팅')
  await dialog.getByLabel('맡기는 일').fill('서버 호스팅')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(dialog.getByText('항목을 입력해 주세요.')).toBeVisible()
  await expectNoBarrier(page, '[role=dialog]')
  await dialog.getByLabel('항목').fill('서버의 모든 자료')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(page.getByRole('table', { name: '수탁자와 제공받는 곳' })).toContainText('든든호스팅')

  await page.goto(`${office.url}/privacy`)
  await expect(page.getByRole('table', { name: '개인정보를 받는 곳' })).toContainText('서버 호스팅')
})
