import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { listAddressParts } from '../support/address-tasks.ts'
import { addressRow, listAddresses, makeAddress, openAddresses } from '../support/addresses.ts'
import { makeProject } from '../support/deposits.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const findPanel = (page: Page, jibun: string) => page.getByRole('region', { name: `부동산 주소 상세: ${jibun}` })

async function openPanel(page: Page, jibun: string) {
  await addressRow(page, jibun).getByRole('button', { name: /상세$/ }).first().click()
  const panel = findPanel(page, jibun)
  await expect(panel).toBeVisible()
  return panel
}

test('shows 담당자 and 사업구간 in one cell, and the status can be changed only in the panel', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const { project, manager } = await makeProject(colleague, '세줄 우회도로', '문새벽')
  await makeAddress(colleague, { jibun: '세줄면 별빛리 1', project, manager, status: 'registration_case' })
  await openAddresses(page, office.url, '?search=세줄면')
  const row = addressRow(page, '세줄면 별빛리 1')
  await expect(row).toContainText(/세줄 우회도로\s+문새벽/)
  const status = row.getByText('등기신청사건', { exact: true })
  await status.click()
  await page.keyboard.press('Delete')
  await expect(status).toBeVisible()
  await expectAccessible(page)

  const panel = await openPanel(page, '세줄면 별빛리 1')
  await panel.getByRole('tab', { name: '상태' }).click()
  await panel.getByRole('combobox', { name: '상태' }).selectOption({ label: '완료' })
  await panel.getByRole('button', { name: '저장' }).click()
  await expect.poll(() => listAddresses(colleague, '세줄면')).toMatchObject([{ status: 'complete' }])
})

test('choosing another 담당자 clears the project filter of the previous one', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const section = await makeProject(colleague, '좁힘일 공구', '가좁힘')
  const other = await makeProject(colleague, '좁힘이 공구', '나좁힘')
  await makeAddress(colleague, { jibun: '좁힘면 1', ...section })
  await makeAddress(colleague, { jibun: '좁힘면 2', ...other })
  await openAddresses(page, office.url, `?search=좁힘면&manager=${section.manager}&project=${section.project}`)
  await expect(addressRow(page, '좁힘면 1')).toBeVisible()
  await waitUntilCopied(page)
  await page.getByRole('button', { name: '담당자', exact: true }).click()
  await page.getByRole('checkbox', { name: /가좁힘/ }).uncheck()
  await page.getByRole('checkbox', { name: /나좁힘/ }).check()
  await page.keyboard.press('Escape')
  await expect(addressRow(page, '좁힘면 2')).toBeVisible()
  await expect(page).not.toHaveURL(/project=/)
})

test('edits lands and owners of an address in its panel, masks their numbers and undoes a delete', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const id = await makeAddress(colleague, { jibun: '구성면 솔빛리 7' })
  await openAddresses(page, office.url, '?search=구성면')
  const panel = await openPanel(page, '구성면 솔빛리 7')
  await panel.getByRole('tab', { name: '토지' }).click()
  await panel.getByRole('button', { name: '토지 추가' }).click()
  const land = panel.getByRole('group', { name: '토지 1' })
  await land.getByLabel('편입면적(㎡)').fill('12.5')
  await land.getByLabel('지번').fill('7-1')
  await page.keyboard.press('Tab')
  await expect.poll(() => listAddressParts(colleague, 'land', id)).toMatchObject([{ lot: '7-1', taken_area: 12.5 }])

  await panel.getByRole('tab', { name: '소유자' }).click()
  await panel.getByRole('button', { name: '소유자 추가' }).click()
  const owner = panel.getByRole('group', { name: '소유자 1' })
  await owner.getByLabel('성명(명칭)').fill('구성이')
  await owner.getByLabel('주민등록번호').click()
  await page.keyboard.type('8505052946183')
  await expect(owner.getByLabel('주민등록번호')).toHaveValue('850505-2******')
  await expect
    .poll(() => listAddressParts(colleague, 'owner', id))
    .toMatchObject([{ name: '구성이', num_masked: '850505-2******' }])
  await owner.getByRole('button', { name: '구성이 번호 보기' }).click()
  const dialog = page.getByRole('dialog', { name: '번호 보기' })
  await dialog.getByRole('button', { name: '보기', exact: true }).click()
  await expect(dialog.getByText('850505-2946183')).toBeVisible()
  await dialog.getByRole('button', { name: '닫기' }).last().click()

  // By keyboard, because a toast may cover the button.
  await panel.getByRole('button', { name: '소유자 1 삭제' }).press('Enter')
  await expect.poll(() => listAddressParts(colleague, 'owner', id)).toEqual([])
  await page.keyboard.press('Control+z')
  await expect.poll(() => listAddressParts(colleague, 'owner', id)).toMatchObject([{ num_masked: '850505-2******' }])
})

test('opens an address in its own window with its four parts, and says when it has no extract', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const id = await makeAddress(colleague, { jibun: '창문면 1' })
  await page.goto(`${office.url}/popup/addresses/${id}`)
  await expect(page.getByRole('region', { name: '부동산(등기부)' })).toContainText('발급한 등기부등본이 없습니다.')
  for (const part of ['소유자', '건물', '토지'])
    await expect(page.getByRole('region', { name: part, exact: true })).toContainText('없습니다.')
  await expectAccessible(page)
})

test('warns about an action without a selection, and undoes a status change of all selected rows', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  for (const lot of [1, 2, 3]) await makeAddress(colleague, { jibun: `일괄면 ${lot}`, status: 'registration_case' })
  await openAddresses(page, office.url, '?search=일괄면')
  await waitUntilCopied(page)
  await page.getByRole('button', { name: '부동산 작업' }).click()
  await page.getByRole('menuitem', { name: '등본 발급' }).click()
  await expect(page.getByText('선택된 항목이 없습니다.')).toBeVisible()

  await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  await page.getByRole('button', { name: '부동산 작업 (3)' }).click()
  await page.getByRole('menuitem', { name: '상태 변경' }).click()
  const dialog = page.getByRole('dialog', { name: '선택한 주소 3건의 상태를 변경하시겠습니까?' })
  await dialog.getByRole('combobox', { name: '새 상태' }).selectOption({ label: '권리자 변경' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '상태 변경' }).click()
  await expect(page.getByText('3개 데이터가 일괄 변경되었습니다.')).toBeVisible()
  const listStates = async () => (await listAddresses(colleague, '일괄면')).map(({ status }) => status)
  await expect.poll(listStates).toEqual(['holder_change', 'holder_change', 'holder_change'])
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(listStates).toEqual(['registration_case', 'registration_case', 'registration_case'])
})
