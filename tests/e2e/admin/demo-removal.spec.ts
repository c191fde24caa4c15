import { newId } from '#server/new-id.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { type ListedCase, signInColleague } from '../support/colleague.ts'
import { expect, test } from '../support/own-office.ts'
import { startSession } from '../support/start-session.ts'

test.use({ ownedBy: 'demo-removal' })

test('a superuser removes the demo data after seeing what goes, and every device drops its notice', async ({
  office,
  browser,
  newDevicePage: page,
}) => {
  const colleague = await signInColleague(office.origin)
  const list = await colleague.get<{ results: (ListedCase & { group_id: string })[] }>(
    '/api/mysql/realestate/list/?page_size=10',
  )
  const [first] = list.results
  const record = { id: newId(), group_id: first?.group_id, owner: '진짜소유' }
  expect((await colleague.send('POST', '/api/mysql/realestate/list/', record)).status).toBe(201)

  const other = await (await browser.newContext()).newPage()
  await startSession(other, office)
  await other.goto(`${office.url}/services/real-estate?tab=table`)
  const line = (at: typeof page) => at.getByText('시연용 가상 데이터')
  await expect(line(other)).toBeVisible()
  await expect(other.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })

  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings#demo-data`)
  await expect(line(page)).toBeVisible()
  const section = page.getByRole('region', { name: '데모 데이터' })
  await expect(section.getByRole('row', { name: /^사건부 60(?!\d)/ })).toBeVisible()
  await section.getByRole('button', { name: '데모 데이터 삭제' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('사건부 60건')
  await expect(question).toContainText('사업구간(그룹) 1건은 직접 입력한 자료에서 쓰고 있어 그대로 남습니다')
  await expect(question).toContainText(first?.group.name ?? '없음')
  await expectAccessible(page)
  await question.getByRole('button', { name: '삭제' }).click()
  await expect(page.getByText(/^데모 데이터 [\d,]+건이 삭제되었습니다\.$/)).toBeVisible()
  await expect(line(page)).toBeHidden()
  await expect(section).toContainText('데모 데이터가 없습니다.')

  // The other device is notified without being reopened.
  await expect(other.getByRole('row').filter({ hasText: '진짜소유' })).toBeVisible({ timeout: 60_000 })
  await other.getByRole('button', { name: '지금 동기화' }).click()
  await expect(line(other)).toBeHidden({ timeout: 90_000 })
  await other.getByRole('button', { name: '새로고침' }).first().click()
  await expect(other.locator('[role=gridcell][data-col="0"]:not([data-row="-1"])')).toHaveCount(1)
  await other.context().close()
})
