import type { Page } from '@playwright/test'
import { typeIntoCell } from './support/case-book.ts'
import { caseCell, caseRow, depositsOf, makeDeposits, makeSection, openGrid } from './support/deposits.ts'
import { goOffline } from './support/go-offline.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('a case is added with what is wrong at its fields, its section chosen from the master data, its tax by itself', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeSection(colleague, '더하기 우회도로', '문새벽')
  await openGrid(page, office.url, '?search=더하기')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '사건 추가' }).click()
  const dialog = page.getByRole('dialog', { name: '사건 추가' })
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(dialog.getByText(/: 필수 항목입니다\.$/)).toHaveCount(5)
  await expect(dialog.getByRole('combobox', { name: /^사업구간/ })).toBeFocused()

  await dialog.getByRole('combobox', { name: /^사업구간/ }).fill('ㄷㅎㄱ')
  await page.getByRole('option', { name: '더하기 우회도로' }).click()
  await expect(dialog.getByRole('combobox', { name: /^담당자/ })).toHaveValue('문새벽')
  await dialog.getByLabel('소유자').fill('더하기1')
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
  await expect(page.getByText('새 사건이 성공적으로 추가되었습니다.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(caseCell(caseRow(page, '더하기1'), '의뢰번호')).toHaveText('00700')
  await expect
    .poll(() => depositsOf(colleague, '더하기'))
    .toMatchObject([
      {
        business_section: '더하기 우회도로',
        business_manager: '문새벽',
        request_number: '00700',
        fees: 123_456,
        fees_vat: 12_346,
      },
    ])
})

test('cells are edited in place, a state is chosen by its label, a required field does not go empty', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '제자리')
  await openGrid(page, office.url, '?search=제자리')
  const row = caseRow(page, '제자리1')
  await typeIntoCell(page, caseCell(row, '등기목적'), '대위상속')
  await expect(page.getByText('성공적으로 수정되었습니다.')).toBeVisible()
  await typeIntoCell(page, caseCell(row, '상태'), '감정')
  await expect(caseCell(row, '상태')).toHaveText('감정평가중')
  await expect
    .poll(() => depositsOf(colleague, '제자리'))
    .toMatchObject([{ purpose: '대위상속', status: 'appraising', owner_name: '제자리1' }])
  await caseCell(row, '담당자').click()
  await page.keyboard.press('Delete')
  await expect(page.getByText('담당자: 필수 항목입니다.').first()).toBeVisible()
  await expect.poll(async () => (await depositsOf(colleague, '제자리'))[0]?.business_manager).toBe('한도담')
})

test('ticked cases are changed together, the tax follows, and one step takes it back', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '한꺼번', 3)
  await openGrid(page, office.url, '?search=한꺼번')
  await tick(page, '한꺼번1', '한꺼번2')
  await page.getByRole('button', { name: '일괄 수정 (2)' }).click()
  const dialog = page.getByRole('dialog', { name: '일괄 수정(2건 선택)' })
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('수정할 항목을 하나 이상 선택해 주세요.')
  await dialog.getByRole('checkbox', { name: '보수료', exact: true }).check()
  await expect(dialog.getByRole('checkbox', { name: '부가세' })).toBeChecked()
  await dialog.getByLabel('보수료 새 값').fill('200,000')
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await dialog.getByRole('button', { name: '2건 변경' }).click()
  await expect(page.getByText('2개 데이터가 일괄 변경되었습니다.')).toBeVisible()
  const amounts = async () => (await depositsOf(colleague, '한꺼번')).map(({ fees, fees_vat }) => [fees, fees_vat])
  const [plain, changed] = [
    [100_000, 10_000],
    [200_000, 20_000],
  ]
  await expect.poll(amounts).toEqual([changed, changed, plain])
  await page.getByRole('button', { name: /^실행 취소: 일괄 수정/ }).click()
  await expect.poll(amounts).toEqual([plain, plain, plain])
})

test('a case is deleted after its section was asked about, several after their number, and undo brings them back', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '지움', 3)
  await openGrid(page, office.url, '?search=지움')
  await caseRow(page, '지움1').getByRole('button', { name: '삭제' }).click()
  const question = page.getByRole('dialog', { name: "'지움 구간' 건을 삭제하시겠습니까?" })
  await question.getByRole('button', { name: '삭제' }).click()
  const owners = async () => (await depositsOf(colleague, '지움')).map(({ owner_name }) => owner_name).toSorted()
  await expect.poll(owners).toEqual(['지움2', '지움3'])
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(owners).toEqual(['지움1', '지움2', '지움3'])

  await page.getByRole('button', { name: '새로고침' }).click()
  // What came back is sorted in before it is ticked: rows that still move are easily missed.
  await expect(page.getByRole('row').filter({ hasText: /지움\d/ })).toContainText(['지움3', '지움2', '지움1'])
  await tick(page, '지움1', '지움2')
  await page.getByRole('button', { name: '선택 삭제 (2)' }).click()
  await page
    .getByRole('dialog', { name: '선택한 2건을 삭제하시겠습니까?' })
    .getByRole('button', { name: '삭제' })
    .click()
  await expect(page.getByText('2개가 삭제되었습니다.')).toBeVisible()
  await expect.poll(owners).toEqual(['지움3'])
  await page.getByRole('button', { name: /^실행 취소: 삭제/ }).click()
  await expect.poll(owners).toEqual(['지움1', '지움2', '지움3'])
})

test('the detail panel gathers changes over its tabs, saves them, and lets them go', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '곁패널')
  await openGrid(page, office.url, '?search=곁패널')
  await caseRow(page, '곁패널1').getByRole('button', { name: '상세' }).click()
  const panel = page.getByRole('region', { name: '공탁 사건 상세: 곁패널1' })
  await panel.getByRole('combobox', { name: '등기목적' }).fill('소유권이전')
  await panel.getByRole('tab', { name: '비용' }).click()
  await panel.getByLabel('보수료').fill('300000')
  await panel.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('변경사항이 저장되었습니다.')).toBeVisible()
  await expect
    .poll(() => depositsOf(colleague, '곁패널'))
    .toMatchObject([{ purpose: '소유권이전', fees: 300_000, fees_vat: 30_000 }])
  await expect(panel.getByRole('tab')).toHaveText([
    '기본정보',
    '비용',
    '공탁',
    '일자',
    '기타',
    '부동산 주소',
    '서류철',
    '변경 이력',
  ])
  await panel.getByLabel('제증명').fill('999')
  await panel.getByRole('button', { name: '취소' }).click()
  await expect(panel.getByLabel('제증명')).toHaveValue('')
  await page.reload()
  await expect(panel.getByLabel('보수료')).toHaveValue('300,000')
})

test('what waits in the panel for 저장 is dropped neither by another tab nor by a menu link unasked', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '미저장')
  await openGrid(page, office.url, '?search=미저장')
  await caseRow(page, '미저장1').getByRole('button', { name: '상세' }).click()
  const panel = page.getByRole('region', { name: '공탁 사건 상세: 미저장1' })
  await panel.getByRole('combobox', { name: '등기목적' }).fill('상속')
  const question = page.getByRole('dialog', { name: '입력 중인 내용을 버리고 이동하시겠습니까?' })
  const menu = page.getByRole('navigation', { name: '업무' })
  for (const away of [page.getByRole('tab', { name: '사건부' }), menu.getByRole('link', { name: '등기 관리' })]) {
    await away.click()
    await question.getByRole('button', { name: '취소' }).click()
    await expect(panel.getByRole('combobox', { name: '등기목적' })).toHaveValue('상속')
  }
  await panel.getByRole('tab', { name: '비용' }).click()
  await panel.getByRole('tab', { name: '기본정보' }).click()
  await expect(panel.getByRole('combobox', { name: '등기목적' })).toHaveValue('상속')
  await page.getByRole('tab', { name: '사건부' }).click()
  await question.getByRole('button', { name: '버리고 이동' }).click()
  await expect(page.getByRole('grid', { name: '공탁 사건부' })).toBeVisible()
})

test('a link opens its case wherever it stands in the result, and says so when it does not stand there', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeDeposits(colleague, '먼링크')
  // The last of them all.
  await colleague.send('PUT', '/api/mysql/deposition/list/', { id: made?.id, created_at: '1990-01-01' })
  await openGrid(page, office.url, `?open=${made?.id}`)
  const panel = page.getByRole('region', { name: '공탁 사건 상세: 먼링크1' })
  await expect(panel).toBeVisible({ timeout: 60_000 })
  await expect(caseRow(page, '먼링크1')).toBeVisible()
  await openGrid(page, office.url, `?search=이런사건은없다&open=${made?.id}`)
  await expect(page.getByText('열려던 사건이 지금 조건에 없습니다.')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(/open=/)
})

test('what is half filled in is asked about before another tab opens', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '반쯤')
  await openGrid(page, office.url, '?search=반쯤')
  await caseRow(page, '반쯤1').getByRole('button', { name: '상세' }).click()
  const panel = page.getByRole('region', { name: '공탁 사건 상세: 반쯤1' })
  await panel.getByRole('textbox', { name: '의뢰번호' }).fill('0007')
  await page.getByRole('tab', { name: '사건부' }).click()
  const question = page.getByRole('dialog', { name: '입력 중인 내용을 버리고 이동하시겠습니까?' })
  await question.getByRole('button', { name: '취소' }).click()
  await expect(panel.getByRole('textbox', { name: '의뢰번호' })).toHaveValue('0007')
  await page.getByRole('tab', { name: '사건부' }).click()
  await question.getByRole('button', { name: '버리고 이동' }).click()
  await expect(page.getByRole('grid', { name: '공탁 사건부' })).toBeVisible()
})

test('without a network cases are added, edited and deleted all the same, and the server has it all afterwards @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '끊긴공탁', 3)
  await openGrid(page, office.url, '?search=끊긴공탁')
  await goOffline(page, office)
  await page.getByRole('button', { name: '사건 추가' }).click()
  const dialog = page.getByRole('dialog', { name: '사건 추가' })
  for (const [label, text] of [
    ['사업구간', '끊긴공탁 구간'],
    ['담당자', '한도담'],
    ['소유자', '끊긴공탁4'],
    ['등기목적', '공탁'],
    ['부동산의 표시', '가온시 솔빛동 9'],
  ] as const) {
    // From field to field with Tab, as it is typed: a list of suggestions that is still open hides the rest from readers.
    await expect(dialog.getByLabel(label).first()).toBeFocused()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('새 사건이 성공적으로 추가되었습니다. · 저장됨(전송 대기)')).toBeVisible()
  await typeIntoCell(page, caseCell(caseRow(page, '끊긴공탁2'), '등기목적'), '근저당말소')
  await caseRow(page, '끊긴공탁1').getByRole('button', { name: '삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await expect(page.getByText('대기 3')).toBeVisible()
  office.network.setReachable(true)
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText('대기 0')).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(async () => (await depositsOf(colleague, '끊긴공탁')).map(({ owner_name, purpose }) => [owner_name, purpose]))
    .toEqual([
      ['끊긴공탁2', '근저당말소'],
      ['끊긴공탁3', '공탁'],
      ['끊긴공탁4', '공탁'],
    ])
})

async function tick(page: Page, ...owners: string[]): Promise<void> {
  for (const owner of owners) await caseRow(page, owner).getByRole('checkbox').first().check()
}
