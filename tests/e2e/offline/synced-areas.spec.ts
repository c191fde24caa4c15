import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { goOffline, waitUntilAllStored } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { findSecretsInStorage } from '../support/secrets-in-storage.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true })

test('a tablet limited to deposits stores nothing else, shows the limit, and can fetch the rest again', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  test.setTimeout(120_000)
  await makeCases(colleague, '두지않음', 2)
  await openCaseBook(page, office.url, '?search=두지않음')
  await expect(findCaseRow(page, '두지않음1')).toBeVisible()
  await waitUntilAllStored(page)
  await goOffline(page, office)
  await typeIntoCell(page, findCell(findCaseRow(page, '두지않음2'), '등기목적'), '지우기 전 수정')
  await expect(page.getByText('대기 1')).toBeVisible()
  expect(await findSecretsInMirror(page, ['두지않음1'])).toEqual(['두지않음1'])

  // Chosen offline: records must leave the device at once.
  await page.goto(`${office.url}/account/devices`)
  await choose(page, ['공탁 관리'])
  await expect(page.getByText('보관하는 업무: 공탁 관리')).toBeVisible()
  expect(await findSecretsInMirror(page, ['두지않음1', '두지않음2'])).toEqual([])

  await page.goto(`${office.url}/services/real-estate?tab=table&search=두지않음`)
  await expect(panel(page)).toBeVisible()
  await expect(panel(page)).toContainText('자료를 받으려면 서버에 연결되어야 합니다.')
  await expectAccessible(page)
  await page.goto(`${office.url}/services/deposit`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await page.goto(`${office.url}/staff`)
  await expect(page.getByText('이 기기에 두지 않은 업무는 나오지 않습니다: 등기 관리')).toBeVisible()
  await expect(page.getByRole('heading', { name: '공탁 미수금' })).toBeVisible()
  await expect(page.getByText('데이터를 불러오는 중')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: '모두 찾기' }).getByRole('combobox').fill('두지않음')
  await expect(page.getByText('이 기기에 두지 않은 업무의 자료는 찾지 않습니다.')).toBeVisible()
  await page.keyboard.press('Escape')

  // The waiting edit is sent anyway, and its record does not return with it.
  office.network.setReachable(true)
  await expect
    .poll(async () => (await listOwnCases(colleague, '두지않음'))[1]?.purpose, { timeout: 60_000 })
    .toBe('지우기 전 수정')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  expect(await findSecretsInMirror(page, ['두지않음1', '두지않음2'])).toEqual([])

  const [record] = await listOwnCases(colleague, '두지않음')
  await page.goto(`${office.url}/popup/real-estate/${record?.id}`)
  await expect(panel(page)).toBeVisible()
  await panel(page).getByRole('button', { name: '이 기기에 받기' }).click()
  await expect(page.getByRole('heading', { name: '두지않음1' })).toBeVisible({ timeout: 30_000 })
  await openCaseBook(page, office.url, '?search=두지않음')
  await expect(findCaseRow(page, '두지않음2')).toContainText('지우기 전 수정')
  await page.goto(`${office.url}/account/devices`)
  await expect(page.getByText('보관하는 업무: 등기 관리, 공탁 관리')).toBeVisible()
  await expectOtherWindowFollows(page, office.url)
})

async function expectOtherWindowFollows(page: Page, url: string): Promise<void> {
  const second = await page.context().newPage()
  await openCaseBook(second, url, '?search=두지않음')
  await choose(page, ['퀵', '휴가신청'])
  await expect(panel(second)).toBeVisible()
  await choose(page, null)
  await expect(page.getByText('보관하는 업무: 모든 업무')).toBeVisible()
  await expect(findCaseRow(second, '두지않음1')).toBeVisible({ timeout: 30_000 })
}

function panel(page: Page) {
  return page.getByRole('region', { name: '이 기기에 두지 않은 업무' })
}

/** Chooses on the settings screen which areas the device stores. Null: all. */
async function choose(page: Page, names: readonly string[] | null): Promise<void> {
  await page.getByRole('button', { name: '보관할 업무 선택' }).click()
  const dialog = page.getByRole('dialog', { name: '보관할 업무 선택' })
  await dialog.getByLabel(names ? '선택한 업무' : '모든 업무').check()
  if (names) for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
  for (const name of names ?? []) await dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
  await dialog.getByRole('button', { name: '적용' }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
}

/** Excludes unsent edits and unsent trail rows. */
function findSecretsInMirror(page: Page, secrets: readonly string[]): Promise<string[]> {
  return findSecretsInStorage(page, secrets, /^(?!outbox-|seen-)/)
}
