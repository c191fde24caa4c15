import type { Locator, Page } from '@playwright/test'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { typeIntoCell } from '../support/case-book.ts'
import { caseCell, caseRow, listDeposits, makeDeposits, makeProject, openGrid } from '../support/deposits.ts'
import { goOffline } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const path = '/api/mysql/deposition/list/'

test('adds, edits, bulk-edits and deletes cases offline, and sends everything afterwards @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeProject(colleague, '끊긴공탁 우회도로', '문새벽')
  await makeDeposits(colleague, '끊긴공탁', 4)
  await openGrid(page, office.url, '?search=끊긴공탁')
  await goOffline(page, office)
  await addCase(page, '끊긴공탁5')
  await expect(caseCell(caseRow(page, '끊긴공탁5'), '의뢰번호')).toContainText('00700')

  const second = caseRow(page, '끊긴공탁2')
  await typeIntoCell(page, caseCell(second, '등기목적'), '근저당말소')
  await typeIntoCell(page, caseCell(second, '상태'), '감정')
  await expect(caseCell(second, '상태')).toContainText('감정평가중')
  await caseCell(second, '담당자').click()
  await page.keyboard.press('Delete')
  await expect(page.getByText('담당자: 필수 항목입니다.').first()).toBeVisible()

  await changeFees(page, '끊긴공탁3', '끊긴공탁4')
  await caseRow(page, '끊긴공탁1').getByRole('button', { name: '삭제' }).click()
  const question = page.getByRole('dialog', { name: /^'끊긴공탁1.*' 건을 삭제하시겠습니까\?$/ })
  await question.getByRole('button', { name: '삭제' }).click()
  await expect(caseRow(page, '끊긴공탁1')).toHaveCount(0)
  office.network.setReachable(true)
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText('대기 0')).toBeVisible({ timeout: 60_000 })
  const manager = '한도담'
  await expect
    .poll(() => listDeposits(colleague, '끊긴공탁'))
    .toMatchObject([
      { owner_name: '끊긴공탁2', purpose: '근저당말소', status: 'appraising', business_manager: manager },
      { owner_name: '끊긴공탁3', fees: 200_000, fees_vat: 20_000 },
      { owner_name: '끊긴공탁4', fees: 200_000, fees_vat: 20_000 },
      { owner_name: '끊긴공탁5', business_manager: '문새벽', request_number: '00700', fees: 123_456, fees_vat: 12_346 },
    ])
})

test('the panel opens a case outside the search and asks before dropping changes', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeDeposits(colleague, '곁패널')
  const id = made?.id ?? ''
  const numbers = Array.from({ length: 51 }, (_, index) => `의뢰-${index}`)
  await Promise.all(numbers.map((number) => colleague.send('PUT', path, { id, request_number: number })))
  // The last of all cases, and the one with the oldest date.
  const expropriatedAt = addDays(toOfficeDay(Date.now()), -400)
  await colleague.send('PUT', path, { id, created_at: '1990-01-01', expropriated_at: expropriatedAt })
  const panel = page.getByRole('region', { name: '공탁 사건 상세: 곁패널1' })
  await openGrid(page, office.url, `?search=이런사건은없다&open=${id}`)
  await expect(page.getByText('열려던 사건이 지금 조건에 없습니다.')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(/open=/)
  const deadlines = page.getByRole('region', { name: '수용개시일 안내' })
  await deadlines.getByRole('button', { name: /400일 지남.*곁패널1/ }).click()
  await expect(panel).toBeVisible()
  await panel.getByRole('combobox', { name: '등기목적' }).fill('소유권이전')
  await panel.getByRole('tab', { name: '비용' }).click()
  await panel.getByLabel('보수료').fill('300000')
  await panel.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('변경사항이 저장되었습니다.')).toBeVisible()
  await expect
    .poll(() => listDeposits(colleague, '곁패널'))
    .toMatchObject([{ purpose: '소유권이전', fees: 300_000, fees_vat: 30_000 }])
  const tabs = ['기본정보', '비용', '공탁', '일자', '기타', '부동산 주소', '서류철', '변경 이력']
  await expect(panel.getByRole('tab')).toHaveText(tabs)
  await expectHistory(panel)
  await panel.getByRole('button', { name: '한눈에 보기' }).click()
  const glance = page.getByRole('dialog', { name: '곁패널1' })
  await expect(glance).toContainText('330,000원')
  await expect(glance).toContainText('대기')
  await glance.getByRole('button', { name: '닫기' }).last().click()

  // A link to a case at the end of the list scrolls to it.
  await page.reload()
  await expect(panel).toBeVisible()
  await expect(caseRow(page, '곁패널1')).toBeVisible()
  await expectQuestionBeforeLeaving(page, panel)
})

/** Fills in the form, checking its field errors on the way. */
async function addCase(page: Page, owner: string): Promise<void> {
  await page.getByRole('button', { name: '사건 추가' }).click()
  const dialog = page.getByRole('dialog', { name: '사건 추가' })
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(dialog.getByText(/: 필수 항목입니다\.$/)).toHaveCount(5)
  await expect(dialog.getByRole('combobox', { name: /^사업구간/ })).toBeFocused()
  await dialog.getByRole('combobox', { name: /^사업구간/ }).fill('끊긴공탁 제2공구')
  await expect(dialog.getByText('등록되지 않은 사업구간입니다.')).toBeVisible()
  await dialog.getByRole('button', { name: '새 사업구간 만들기' }).click()
  const form = page.getByRole('dialog', { name: '사업구간 추가' })
  await expect(form.getByLabel('사업구간명')).toHaveValue('끊긴공탁 제2공구')
  await form.getByRole('button', { name: '취소' }).click()
  await dialog.getByRole('combobox', { name: /^사업구간/ }).fill('ㄲㄱㄱㅌ ㅇㅎ')
  await page.getByRole('option', { name: '끊긴공탁 우회도로' }).click()
  await expect(dialog.getByRole('combobox', { name: /^담당자/ })).toHaveValue('문새벽')
  await dialog.getByLabel('소유자').fill(owner)
  await dialog.getByRole('combobox', { name: /^등기목적/ }).fill('공탁')
  await dialog.getByLabel('부동산의 표시').fill('가온시 솔빛동 7')
  await dialog.getByLabel('의뢰번호').fill('00700')
  await dialog.getByLabel('보수료').fill('123,456')
  await expect(dialog.getByLabel('부가세')).toHaveValue('12,346')
  await dialog.getByLabel('증지·인지').fill('-1')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(dialog.getByText('0 이상으로 입력해 주세요.')).toBeVisible()
  await dialog.getByLabel('증지·인지').fill('')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('새 사건이 성공적으로 추가되었습니다. · 저장됨(전송 대기)')).toBeVisible()
  await expect(dialog).toBeHidden()
}

async function changeFees(page: Page, ...owners: string[]): Promise<void> {
  for (const owner of owners) await caseRow(page, owner).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: '일괄 수정 (2)' }).click()
  const dialog = page.getByRole('dialog', { name: '일괄 수정(2건 선택)' })
  await dialog.getByRole('checkbox', { name: '보수료', exact: true }).check()
  await expect(dialog.getByRole('checkbox', { name: '부가세' })).toBeChecked()
  await dialog.getByLabel('보수료 새 값').fill('200,000')
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await dialog.getByRole('button', { name: '2건 변경' }).click()
  await expect(dialog).toBeHidden()
  await expect(caseCell(caseRow(page, owners[0] ?? ''), '보수료')).toContainText('200,000')
}

/** Created, changed 52 times by a colleague, and saved once here. */
async function expectHistory(panel: Locator): Promise<void> {
  await panel.getByRole('tab', { name: '변경 이력' }).click()
  const entries = panel.getByRole('list', { name: '변경 이력' }).getByRole('listitem')
  await expect(entries.first()).toContainText(/등기목적.*공탁.*소유권이전/)
  await expect(entries).toHaveCount(50)
  await panel.getByRole('button', { name: '이전 이력 더 보기' }).click()
  await expect(entries).toHaveCount(54)
  await expect(entries.last()).toContainText('추가')
}

async function expectQuestionBeforeLeaving(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('tab', { name: '비용' }).click()
  await expect(panel.getByLabel('보수료')).toHaveValue('300,000')
  await panel.getByLabel('제증명').fill('999')
  await panel.getByRole('button', { name: '취소' }).click()
  await expect(panel.getByLabel('제증명')).toHaveValue('')
  await panel.getByRole('tab', { name: '기본정보' }).click()
  const purpose = panel.getByRole('combobox', { name: '등기목적' })
  await purpose.fill('상속')
  const question = page.getByRole('dialog', { name: '입력 중인 내용을 버리고 이동하시겠습니까?' })
  const book = page.getByRole('tab', { name: '사건부' })
  const menuLink = page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: '등기 관리' })
  for (const link of [book, menuLink]) {
    await link.click()
    await question.getByRole('button', { name: '취소' }).click()
    await expect(purpose).toHaveValue('상속')
  }
  await book.click()
  await question.getByRole('button', { name: '버리고 이동' }).click()
  await expect(page.getByRole('grid', { name: '공탁 사건부' })).toBeVisible()
}
