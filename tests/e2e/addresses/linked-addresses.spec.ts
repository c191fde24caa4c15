import type { Page } from '@playwright/test'
import { listAddresses, makeAddress } from '../support/addresses.ts'
import type { Colleague } from '../support/colleague.ts'
import { caseRow, makeDeposits, makeProject, openGrid } from '../support/deposits.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'
import { makeUnits, openUnits, unitRow } from '../support/units.ts'

test.use({ reusesDevice: true })

async function openAddressTab(page: Page, owner: string) {
  await caseRow(page, owner).getByRole('button', { name: /상세$/ }).first().click()
  const panel = page.getByRole('region', { name: /^공탁 사건 상세: / })
  await panel.getByRole('tab', { name: '부동산 주소' }).click()
  return panel
}

const findCase = async (colleague: Colleague, name: string) => {
  const query = new URLSearchParams({ search: name })
  const { results } = await colleague.get<{ results: { address_id: string | null }[] }>(
    `/api/mysql/deposition/list/?${query}`,
  )
  return results[0]?.address_id ?? null
}

test('registers the address of a case, edits its parts in the case panel and undoes both', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '잇는이')
  await openGrid(page, office.url, '?search=잇는이')
  const panel = await openAddressTab(page, '잇는이1')
  await panel.getByRole('button', { name: '새 주소로 등록' }).click()
  await expect(panel.getByRole('link', { name: /가온시 솔빛동 1-1/ })).toBeVisible()
  await expect.poll(() => listAddresses(colleague, '잇는이1')).toMatchObject([{ jibun: '가온시 솔빛동 1-1' }])
  const [address] = await listAddresses(colleague, '잇는이1')
  await expect.poll(() => findCase(colleague, '잇는이1')).toBe(address?.id)

  await panel.getByRole('tab', { name: '건물' }).click()
  await panel.getByRole('button', { name: '건물 추가' }).click()
  await panel.getByRole('group', { name: '건물 1' }).getByLabel('용도').fill('창고')
  await page.keyboard.press('Tab')
  const listBuildings = () =>
    colleague
      .get<{ results: { usage: string }[] }>(`/api/deposition/address/building/list/?address_id=${address?.id}`)
      .then(({ results }) => results.map(({ usage }) => usage))
  await expect.poll(listBuildings).toEqual(['창고'])
  await page.keyboard.press('Control+z')
  await expect.poll(listBuildings).toEqual([])

  await page.keyboard.press('Control+z')
  await expect.poll(() => findCase(colleague, '잇는이1')).toBeNull()
  await expect.poll(() => listAddresses(colleague, '잇는이1')).toEqual([])
})

test('links an address found by search, and bulk actions leave out cases without one', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '가리킴', 3)
  const id = await makeAddress(colleague, { jibun: '가리킴면 달빛리 5', status: 'registration_case' })
  await openGrid(page, office.url, '?search=가리킴')
  await waitUntilCopied(page)
  const panel = await openAddressTab(page, '가리킴1')
  await panel.getByRole('combobox', { name: '주소 검색' }).fill('가리킴면 달빛')
  await page.getByRole('option', { name: /가리킴면 달빛리 5/ }).click()
  await expect(panel.getByRole('link', { name: /가리킴면 달빛리 5/ })).toBeVisible()
  await expect.poll(() => findCase(colleague, '가리킴1')).toBe(id)
  await panel.getByRole('button', { name: '상세 닫기' }).click()

  await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  await page.getByRole('button', { name: '부동산 작업 (3)' }).click()
  await page.getByRole('menuitem', { name: '상태 변경' }).click()
  const dialog = page.getByRole('dialog', { name: '선택한 주소 1건의 상태를 변경하시겠습니까?' })
  await expect(dialog).toContainText('부동산 주소가 연결되지 않은 2건은 빠집니다.')
  await dialog.getByRole('button', { name: '상태 변경' }).click()
  await expect.poll(() => listAddresses(colleague, '가리킴면')).toMatchObject([{ status: 'complete' }])
})

test('adding a case also registers its address with the project and manager', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const { project, manager } = await makeProject(colleague, '함께 우회도로', '문함께')
  await openGrid(page, office.url, '?search=함께더함')
  await waitUntilCopied(page)
  await page.getByRole('button', { name: '사건 추가' }).click()
  const dialog = page.getByRole('dialog', { name: '사건 추가' })
  await dialog.getByRole('combobox', { name: /^사업구간/ }).fill('함께 우회도로')
  await page.getByRole('option', { name: '함께 우회도로' }).click()
  await dialog.getByRole('textbox', { name: /^소유자/ }).fill('함께더함')
  await dialog.getByRole('combobox', { name: /^등기목적/ }).fill('공탁')
  await dialog.getByLabel('부동산의 표시').fill('함께면 솔빛리 8')
  await dialog.getByRole('checkbox', { name: /부동산 주소에도 등록/ }).check()
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('새 사건이 성공적으로 추가되었습니다.')).toBeVisible()
  await expect
    .poll(() => listAddresses(colleague, '함께면'))
    .toMatchObject([{ jibun: '함께면 솔빛리 8', owner_name: '함께더함', project, manager }])
  const [address] = await listAddresses(colleague, '함께면')
  await expect.poll(() => findCase(colleague, '함께더함')).toBe(address?.id)
})

test('offers a unit the address with the same 고유번호', async ({ office, colleague, staffPage: page }) => {
  await makeAddress(colleague, { jibun: '고유면 1', num: '1146-2026-900117' })
  await makeUnits(colleague, '고유단지', [{ dongho: '905-101', owner: '고유이', immovable_num: '1146-2026-900117' }])
  await openUnits(page, office.url, '?search=고유이')
  await waitUntilCopied(page)
  await unitRow(page, '905동 101호').getByRole('button', { name: /상세$/ }).first().click()
  const panel = page.getByRole('region', { name: /^세대 상세: / })
  await panel.getByRole('tab', { name: '부동산 주소' }).click()
  await panel.getByRole('button', { name: '이 주소에 연결' }).click()
  await expect(panel.getByRole('link', { name: /고유면 1/ })).toBeVisible()
})
