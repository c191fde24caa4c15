import { keepingPath } from '#contract/keeping/keeping.ts'
import { newId } from '#server/new-id.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { signInColleague } from './support/colleague.ts'
import { expect, test } from './support/own-office.ts'
import { startSession } from './support/start-session.ts'

test.use({ serviceWorkers: 'allow' })

test('the policy says how long what is kept and who gets it, as the office sets it, also where no script runs', async ({
  office,
  calmPage: page,
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const reader = await plain.newPage()
  await reader.goto(`${office.url}/privacy`)
  const table = reader.getByRole('table', { name: '목적별 처리 항목과 보유 기간' })
  await expect(table.getByRole('row').filter({ hasText: '사건부의 기록' })).toContainText('5년')
  await expect(reader.getByText('개인정보의 처리를 다른 업체에 맡기지 않으며')).toBeVisible()

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
  const colleague = await signInColleague(office.origin, 'superuser')
  const period = { id: newId(), kind: 'cases', effective_from: '2020-01-01', years: 8, note: '' }
  expect((await colleague.send('POST', `${keepingPath}/periods`, period)).status).toBe(201)

  await expect(async () => {
    await reader.reload()
    await expect(table.getByRole('row').filter({ hasText: '사건부의 기록' })).toContainText('8년', { timeout: 100 })
  }).toPass()
  await expect(reader.getByRole('table', { name: '개인정보를 받는 곳' })).toContainText('서버 호스팅')
  await plain.close()
})

test('a page that is open, or that a device has kept, says what holds now', async ({ office, calmPage: page }) => {
  await page.goto(`${office.url}/privacy`)
  await expect(page.getByRole('heading', { name: /파기의 절차와 방법/ })).toBeVisible()
  await expectNoBarrier(page)
  const colleague = await signInColleague(office.origin, 'superuser')
  const recipient = { id: newId(), name: '나중위탁', task: '우편 발송', items: '이름과 주소', country: '', kept: '' }
  expect((await colleague.send('POST', `${keepingPath}/recipients`, recipient)).status).toBe(204)
  await page.goto(`${office.url}/terms`)
  await page.goto(`${office.url}/privacy`)
  await expect(page.getByRole('table', { name: '개인정보를 받는 곳' })).toContainText('나중위탁')
})
