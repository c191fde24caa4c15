import type { Locator, Page } from '@playwright/test'
import { destroyPath, retentionPath } from '#contract/retention/retention.ts'
import { newId } from '#server/new-id.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { type Colleague, signInColleague } from '../support/colleague.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import type { Office } from '../support/office-kinds.ts'
import { expect, test } from '../support/own-office.ts'
import { startSession } from '../support/start-session.ts'

test.use({ ownedBy: 'keeping' })

const cases = '/api/mysql/realestate/list/'

async function makeCase(colleague: Colleague, owner: string): Promise<string> {
  const group = { id: newId(), name: `${owner} 사업구간` }
  const entry = { id: newId(), group_id: group.id, owner, registrated_at: '2001-02-03' }
  expect((await colleague.send('POST', '/api/mysql/realestate/group/', group)).status).toBe(201)
  expect((await colleague.send('POST', cases, entry)).status).toBe(201)
  return entry.id
}

async function openRetention(page: Page, office: Office): Promise<Locator> {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=keeping`)
  const due = page.getByRole('region', { name: '보유기간과 파기 대상' })
  await expect(due.getByRole('heading', { name: '사건부' })).toBeVisible()
  return due
}

test('holds back one due record with a reason and destroys the rest after a typed confirmation', async ({
  office,
  newDevicePage: page,
}) => {
  const colleague = await signInColleague(office.origin, 'staff')
  const [gone, kept] = [await makeCase(colleague, '파기될이'), await makeCase(colleague, '소송중인이')]
  const due = await openRetention(page, office)
  await due.getByRole('button', { name: '다시 찾기' }).click()
  const open = due.getByRole('button', { name: /^사건부 파기 대상 2건/ })
  await expect(open).toBeVisible()
  await expect(due.getByText('5일 지남').first()).toBeVisible()
  await expectAccessible(page)

  await open.click()
  const dialog = page.getByRole('dialog', { name: '사건부 파기 대상' })
  await expect(dialog.getByRole('link', { name: '파기될이' })).toHaveAttribute('href', new RegExp(`open=${gone}`))
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: '소송중인이 보존' }).click()
  const hold = page.getByRole('dialog', { name: "'소송중인이' 보존" })
  await hold.getByRole('button', { name: '보존', exact: true }).click()
  await expect(hold.getByText('보존하는 이유를 입력해 주세요.')).toBeVisible()
  await hold.getByLabel('이유').fill('소유권 소송')
  await hold.getByLabel('보존 기한').fill('2098-12-31')
  await page.keyboard.press('Enter')
  await expect(hold).toBeHidden()

  const destroy = dialog.getByRole('button', { name: '1건 파기' })
  await destroy.click()
  const sure = confirmDialog(page, '사건부 1건을 파기하시겠습니까?')
  await expect(sure.getByRole('button', { name: '파기' })).toBeDisabled()
  await sure.getByRole('textbox').fill('파기')
  await sure.getByRole('button', { name: '파기' }).click()
  await expect(page.getByText('파기를 마쳤습니다. 파기 대장에서 확인할 수 있습니다.')).toBeVisible()

  const ledger = page.getByRole('table', { name: '파기 대장' })
  await expect(ledger.getByRole('row').filter({ hasText: '사건부' })).toContainText('1건')
  await expect(ledger).not.toContainText('파기될이')
  const holds = page.getByRole('table', { name: '보존하는 기록' })
  await expect(holds.getByRole('row').filter({ hasText: '소송중인이' })).toContainText('소유권 소송')
  await expect(due.getByText('보존 1건')).toBeVisible()
  await expect(due.getByRole('button', { name: /^사건부 파기 대상/ })).toHaveCount(0)
  const caseList = JSON.stringify(await colleague.get(`${cases}?page_size=100`))
  expect([caseList.includes(gone), caseList.includes(kept)]).toEqual([false, true])
  await expectAccessible(page)

  await holds.getByRole('button', { name: '소송중인이 보존 해제' }).click()
  await confirmDialog(page, /보존을 해제하시겠습니까/)
    .getByRole('button', { name: '해제' })
    .click()
  await expect(due.getByRole('button', { name: /^사건부 파기 대상 1건/ })).toBeVisible()

  await due.getByRole('button', { name: '휴가신청 보유기간 연장' }).click()
  const period = page.getByRole('dialog', { name: '휴가신청 보유기간' })
  await period.getByLabel('보유기간(년)').fill('2')
  await page.keyboard.press('Enter')
  await expect(period.getByText('법령에서 정한 3년보다 짧게 정할 수 없습니다.').first()).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await period.getByLabel('보유기간(년)').fill('4')
  await page.keyboard.press('Enter')
  await expect(period).toBeHidden()
  await expect(due.getByRole('listitem').filter({ hasText: '휴가신청' })).toContainText('4년')
})

test('removes a destroyed record from other devices and refuses to add it again', async ({
  office,
  newDevicePage: page,
}) => {
  const colleague = await signInColleague(office.origin, 'superuser')
  const id = await makeCase(colleague, '모든기기의이')
  await startSession(page, office, 'staff')
  await page.goto(`${office.url}/services/real-estate?tab=table&search=${encodeURIComponent('모든기기의이')}`)
  const cell = page.getByRole('gridcell', { name: '모든기기의이', exact: true })
  await expect(cell).toBeVisible()
  expect((await colleague.send('POST', `${retentionPath}/look`, {})).status).toBe(200)
  const confirmed = { destruction: newId(), kind: 'cases', ids: [id], typed: '파기' }
  expect((await colleague.send('POST', destroyPath, confirmed)).status).toBe(200)
  await expect(cell).toHaveCount(0)
  const response = await colleague.send('POST', cases, { id, group_id: newId(), owner: '모든기기의이' })
  expect(response.status).toBe(422)
})
