import type { Browser, Page } from '@playwright/test'
import { applicationDialog, writeForms } from '../support/application-dialog.ts'
import { listApplications, makeReadyUnits, searchUnits } from '../support/applications.ts'
import { goOffline } from '../support/go-offline.ts'
import type { Office } from '../support/office-kinds.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

/** Another person on another device. */
async function openElsewhere(browser: Browser, office: Office): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await startSession(page, office, 'superuser')
  return page
}

const notes = (page: Page) => applicationDialog(page).getByRole('textbox', { name: '특이사항' })

async function save(page: Page): Promise<void> {
  await applicationDialog(page).getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(applicationDialog(page)).toBeHidden()
}

/** The first person has saved a form, and both have it open. */
async function openOnBoth(pages: { here: Page; there: Page }, url: string, name: string): Promise<void> {
  const { here, there } = pages
  await searchUnits(here, url, name)
  await writeForms(here, 1)
  await notes(here).fill('처음 메모')
  await save(here)
  await expect(here.getByText('동기화됨')).toBeVisible()
  await searchUnits(there, url, name)
  await writeForms(there, 1)
  await expect(notes(there)).toHaveValue('처음 메모')
  await here.getByRole('button', { name: '신청서 작성 (1)' }).click()
  await expect(notes(here)).toHaveValue('처음 메모')
}

test('merges edits of two people in different fields of a form, and asks about the same field', async ({
  browser,
  office,
  colleague,
  staffPage: here,
}) => {
  const [unit = ''] = await makeReadyUnits(colleague, '함께신청', 1)
  const there = await openElsewhere(browser, office)
  await openOnBoth({ here, there }, office.url, '함께신청')
  await applicationDialog(here).getByRole('checkbox', { name: '계약서' }).check()
  await save(here)
  await expect.poll(() => listApplications(colleague, unit)).toMatchObject([{ contract: true }])

  await notes(there).fill('동료가 적은 메모')
  const owner = applicationDialog(there).getByRole('group', { name: '권리자 1' })
  await owner.getByLabel('주소').fill('가람도 달빛시 새길')
  await save(there)
  await expect
    .poll(() => listApplications(colleague, unit))
    .toMatchObject([{ contract: true, special_notes: '동료가 적은 메모' }])
  const owners = await colleague.get(`/api/mysql/realestate/owner/list?group_data_id=${unit}`)
  expect(owners).toMatchObject([{ owner: '함께신청1', owner_address: '가람도 달빛시 새길' }])

  await there.getByRole('button', { name: '신청서 작성 (1)' }).click()
  await expectHistory(there)

  await expect(here.getByText('동기화됨')).toBeVisible()
  await here.getByRole('button', { name: '신청서 작성 (1)' }).click()
  await expect(notes(here)).toHaveValue('동료가 적은 메모')
  await notes(here).fill('먼저 저장한 메모')
  await save(here)
  await expect.poll(() => listApplications(colleague, unit)).toMatchObject([{ special_notes: '먼저 저장한 메모' }])
  await notes(there).fill('나중에 저장한 메모')
  await applicationDialog(there).getByRole('checkbox', { name: '신분증' }).check()
  await save(there)
  await expect(there.getByText('확인 필요 1')).toBeVisible({ timeout: 30_000 })
  expect(await listApplications(colleague, unit)).toMatchObject([{ special_notes: '먼저 저장한 메모' }])
  await there.goto(`${office.url}/staff/outbox`)
  await expect(there.getByRole('radio', { name: /상대 값.*먼저 저장한 메모/ })).toBeVisible()
  await there.getByRole('radio', { name: /내 값.*나중에 저장한 메모/ }).check()
  await there.getByRole('button', { name: '선택한 값으로 저장' }).click()
  await expect
    .poll(() => listApplications(colleague, unit))
    .toMatchObject([{ special_notes: '나중에 저장한 메모', id_card: true, contract: true }])
  await there.context().close()
})

test('says offline that the history of a form needs the network, and loads it on a retry @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeReadyUnits(colleague, '이력신청', 1)
  await searchUnits(page, office.url, '이력신청')
  await writeForms(page, 1)
  await expect(applicationDialog(page).getByRole('button', { name: '변경 이력' })).toHaveCount(0)
  await save(page)
  await goOffline(page, office)
  await page.getByRole('button', { name: '신청서 작성 (1)' }).click()
  const toggle = applicationDialog(page).getByRole('button', { name: '변경 이력' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  const history = applicationDialog(page).getByRole('region', { name: '신청서 변경 이력' })
  await expect(history.getByText('서버에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.')).toBeVisible()
  office.network.setReachable(true)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await history.getByRole('button', { name: '다시 시도' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(1)
})

/** Three changes by two people, newest first. */
async function expectHistory(page: Page): Promise<void> {
  await applicationDialog(page).getByRole('button', { name: '변경 이력' }).click()
  const history = applicationDialog(page).getByRole('list', { name: '변경 이력' })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  const newest = history.getByRole('listitem').first()
  await expect(newest).toContainText('처음 메모 → 동료가 적은 메모')
  await expect(newest).toContainText('함께신청1 900101-1****** 가람도 달빛시 새길 100%')
  await expect(newest).not.toContainText('party_kind')
  const before = history.getByRole('listitem').nth(1)
  await expect(before).toContainText('계약서')
  // Fields that nobody touched are not in the history.
  await expect(before).not.toContainText('등기권리자')
  await expect(newest.getByText('한온결', { exact: true })).toBeVisible()
  await expect(before.getByText('김가온', { exact: true })).toBeVisible()
  await expect(history.getByRole('listitem').last()).toContainText('소유권이전')
}
