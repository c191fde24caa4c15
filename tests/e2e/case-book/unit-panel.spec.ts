import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { makeReadyUnits, searchUnits } from '../support/applications.ts'
import type { Colleague } from '../support/colleague.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { expect, test } from '../support/test.ts'
import { unitGrid, unitRow } from '../support/units.ts'

test.use({ reusesDevice: true })

const findPanel = (page: Page, caption: string) => page.getByRole('region', { name: `세대 상세: ${caption}` })

async function openPanel(page: Page, dongho: string, group: string): Promise<Locator> {
  await unitRow(page, dongho).getByRole('button', { name: /상세$/ }).first().click()
  const panel = findPanel(page, `${dongho} · ${group}`)
  await expect(panel).toBeVisible()
  return panel
}

const listOwners = (colleague: Colleague, unit: string) =>
  colleague.get<{ owner: string; owner_num: string }[]>(`/api/mysql/realestate/owner/list?group_data_id=${unit}`)

test('edits owners and lands in the panel of 데이터, and Ctrl+Z undoes them one by one', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [unit = ''] = await makeReadyUnits(colleague, '패널소유', 1)
  await searchUnits(page, office.url, '패널소유')
  const panel = await openPanel(page, '101동 101호', '패널소유 단지')
  await panel.getByRole('tab', { name: '토지' }).click()
  await panel.getByRole('button', { name: '토지 추가' }).click()
  await panel.getByLabel('소재지번').fill('달빛동 7-1')
  await page.keyboard.press('Tab')
  const listLands = () => colleague.get<unknown[]>(`/api/mysql/realestate/land/list?group_data_id=${unit}`)
  await expect.poll(listLands).toMatchObject([{ address: '달빛동 7-1' }])

  await panel.getByRole('tab', { name: '소유자' }).click()
  const owner = panel.getByRole('group', { name: '소유자 1' })
  await expect(owner.getByLabel('성명')).toHaveValue('패널소유1')
  await owner.getByLabel('성명').fill('바뀐이')
  await page.keyboard.press('Tab')
  await expect.poll(() => listOwners(colleague, unit)).toMatchObject([{ owner: '바뀐이', owner_num: '900101-1******' }])

  await page.keyboard.press('Control+z')
  await expect.poll(() => listOwners(colleague, unit)).toMatchObject([{ owner: '패널소유1' }])
  await expect(owner.getByLabel('성명')).toHaveValue('패널소유1')
  await expect(page.getByText(/^실행 취소: 소유자/)).toBeVisible()
  await expect(page.getByText('목록에 보이지 않습니다')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect.poll(listLands).toEqual([])
  await page.keyboard.press('Control+y')
  await expect.poll(listLands).toHaveLength(1)
})

test("the panel's head writes the application of the open unit, which stays open", async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeReadyUnits(colleague, '패널신청', 1)
  await searchUnits(page, office.url, '패널신청')
  const panel = await openPanel(page, '101동 101호', '패널신청 단지')
  await panel.getByRole('button', { name: '신청서 작성', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^등기신청서 작성/ })
  await expect(form).toContainText('101동 101호')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(panel).toBeVisible()
})

test('asks before leaving an unfinished owner, and saves a finished one when the panel closes', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [first = '', second = ''] = await makeReadyUnits(colleague, '패널반쪽', 2)
  await searchUnits(page, office.url, '패널반쪽')
  const panel = await openPanel(page, '101동 101호', '패널반쪽 단지')
  await panel.getByRole('tab', { name: '소유자' }).click()
  // Only focused; nothing was typed.
  await panel.getByLabel('성명').click()
  await page.keyboard.press('Tab')
  await panel.getByRole('button', { name: '소유자 추가' }).click()
  const added = panel.getByRole('group', { name: '소유자 2' })
  await added.getByLabel('주소').fill('가람도 솔빛시')
  await panel.getByRole('tab', { name: '토지' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /입력 중인 내용을 버리고/ }))
  await expect(question).toContainText('소유자 입력')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(added.getByLabel('주소')).toHaveValue('가람도 솔빛시')

  await added.getByLabel('성명').fill('둘째')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(panel).toHaveCount(0)
  await expect
    .poll(async () => (await listOwners(colleague, first)).map(({ owner }) => owner))
    .toEqual(['패널반쪽1', '둘째'])
  expect((await listOwners(colleague, second)).map(({ owner }) => owner)).toEqual(['패널반쪽2'])
  await expect(page.getByText('확인 필요 0')).toBeVisible()
  // This was the only action.
  await page.getByRole('button', { name: /^실행 취소: 소유자/ }).click()
  await expect.poll(async () => (await listOwners(colleague, first)).length).toBe(1)
  await expect(page.getByRole('button', { name: /^실행 취소/ })).toBeDisabled()
})

test('finds another unit from the panel, and deletes and restores the open one', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeReadyUnits(colleague, '패널찾기', 3)
  await searchUnits(page, office.url, '패널찾기1')
  await openPanel(page, '101동 101호', '패널찾기 단지')
  await page.getByRole('button', { name: '다른 세대 찾기' }).click()
  await page.getByRole('combobox', { name: '세대 검색' }).fill('없는세대이름')
  await expect(page.getByText('찾는 세대가 없습니다.')).toBeVisible()
  await page.getByRole('combobox', { name: '세대 검색' }).fill('패널찾기3')
  await expect(page.getByRole('option', { name: /103동 101호 · 패널찾기 단지/ })).toContainText('패널찾기3')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('검색 조건에 맞지 않는 세대라 조건을 지우고 열었습니다.')).toBeVisible()
  const found = findPanel(page, '103동 101호 · 패널찾기 단지')
  await expect(found).toBeVisible()
  // Units of other stories may have the same name.
  const row = unitRow(page, '103동 101호').filter({ hasText: '패널찾기 단지' })
  await expect(row).toHaveCount(1)

  await found.getByRole('button', { name: '기록 삭제' }).click()
  const question = page.getByRole('alertdialog').or(confirmDialog(page, /삭제하시겠습니까/))
  await expect(question).toContainText('소유자 1건도 함께 삭제됩니다.')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(found).toBeVisible()
  await found.getByRole('button', { name: '기록 삭제' }).click()
  await question.getByRole('button', { name: '삭제' }).click()
  await expect(found).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect(unitGrid(page).locator(':focus').or(page.locator('[data-cell-input]:focus'))).toHaveCount(1)
  const countStored = async () =>
    (await colleague.get<{ total_count: number }>('/api/mysql/realestate/unit/?search=패널찾기3')).total_count
  await expect.poll(countStored).toBe(0)
  await page.getByRole('button', { name: '되돌리기' }).last().click()
  await expect.poll(countStored).toBe(1)
})
