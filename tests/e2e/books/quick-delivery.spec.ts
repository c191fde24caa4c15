import { confirmDialog } from '../support/confirm-dialog.ts'
import {
  expectBalances,
  formField,
  listQuick,
  openQuick,
  quickCell,
  quickRow,
  saveButton,
  startLedger,
  stat,
} from '../support/quick-delivery.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test.beforeEach(async ({ colleague }) => {
  await startLedger(colleague)
})

test('asks visitors and members to sign in instead of showing data, and returns to the page afterwards', async ({
  office,
  newDevicePage: page,
}) => {
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto(`${office.url}/quick`)
  await expect(page.getByRole('heading', { level: 1, name: '퀵' })).toBeVisible()
  await expect(page.getByText('직원 로그인이 필요합니다')).toBeVisible()
  expect(requestedPaths.filter((path) => path.startsWith('/api/quick'))).toEqual([])
  await page.locator('main').getByRole('button', { name: '로그인' }).click()
  await page.getByText('일반 회원', { exact: true }).click()
  await expect(page.getByText('배송 기록과 잔액을 볼 수 없습니다', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '다른 계정으로 로그인' }).click()
  await page.getByText('직원', { exact: true }).click()
  await expect(page).toHaveURL(/\/quick$/)
  await expect(quickRow(page, '김가온')).toBeVisible()
  await page.getByRole('link', { name: '뒤로' }).click()
  await expect(page).toHaveURL(`${office.url}/staff`)
})

test('adds rides by keyboard: Enter moves through the fields and Ctrl+S saves', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openQuick(page, office.url)
  await expectBalances(page, ['70,000', '90,000', '100,000'])
  await expect(saveButton(page)).toBeDisabled()
  await formField(page, '기사명').click()
  await page.keyboard.type('정하람')
  // The open list of suggestions hides the rest of the page from screen readers.
  await expect(page.getByText('저장', { exact: true })).toBeEnabled()
  for (const text of ['사무소', '여울등기소', '12500']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(formField(page, '메모')).toBeFocused()
  await expect(formField(page, '금액(원)')).toHaveValue('12,400')
  await page.keyboard.type('왕복')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('기록이 저장되었습니다.')).toBeVisible()
  await expectBalances(page, ['57,600', '70,000', '90,000', '100,000'])
  await expect(stat(page, '사용 가능 잔액')).toHaveText('57,600원')
  await expect(stat(page, '총 사용액')).toHaveText('42,400원')
  await expect(formField(page, '기사명')).toBeFocused()
  await expect(formField(page, '기사명')).toHaveValue('')
  // Typing the first letters suggests earlier riders; Enter accepts the highlighted one and
  // goes to the next field.
  await page.keyboard.type('정')
  await expect(page.getByRole('option', { name: '정하람' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(formField(page, '기사명')).toHaveValue('정하람')
  await expect(formField(page, '보내는 분')).toBeFocused()
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Enter')
  await expect(saveButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await listQuick(colleague)).map(({ balance }) => balance))
    .toEqual([57_600, 57_600, 70_000, 90_000, 100_000])
})

test('shows a saved ride, at the top of a scrolled ledger and on another page', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  for (let ride = 1; ride <= 24; ride += 1)
    await colleague.send('POST', '/api/quick/', { rider: '이하늘', amount: 100 })
  await page.setViewportSize({ width: 1280, height: 820 })
  await openQuick(page, office.url)
  const grid = page.getByRole('grid', { name: '퀵 기록' })
  const save = async (rider: string) => {
    await formField(page, '기사명').fill(rider)
    await formField(page, '보내는 분').fill('사무소')
    await formField(page, '받는 분').fill('여울등기소')
    await formField(page, '금액(원)').fill('5000')
    await page.keyboard.press('Control+s')
    await expect(quickCell(quickRow(page, rider), '기사명')).toBeInViewport({ ratio: 0.9 })
    await expect(formField(page, '기사명')).toBeFocused()
  }
  await save('정하람')
  await grid.hover()
  await page.mouse.wheel(0, 400)
  await expect(quickRow(page, '정하람')).not.toBeInViewport()
  await save('서도윤')
  await page.getByRole('button', { name: '다음 페이지' }).click()
  await expect(quickRow(page, '월 정산')).toBeVisible()
  await save('문가람')
})

test('edits, cancels and deletes an earlier ride, and recalculates later balances', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openQuick(page, office.url)
  await expect(quickRow(page, '월 정산').getByRole('button')).toHaveText([''])
  await expect(quickRow(page, '월 정산').getByRole('button', { name: '수정' })).toHaveCount(0)
  await formField(page, '메모').fill('쓰던 것')
  await quickRow(page, '김가온').getByRole('button', { name: '수정' }).click()
  await expect(page.getByRole('button', { name: '수정 완료' })).toBeEnabled()
  await expect(formField(page, '기사명')).toHaveValue('김가온')
  await formField(page, '금액(원)').fill('99900')
  await formField(page, '메모').focus()
  await page.keyboard.press('Escape')
  await expect(page.getByText('수정을 취소했습니다.')).toBeVisible()
  // The unfinished new record is in the form again.
  await expect(saveButton(page)).toBeVisible()
  await expect(formField(page, '메모')).toHaveValue('쓰던 것')
  await expectBalances(page, ['70,000', '90,000', '100,000'])

  await quickRow(page, '김가온').getByRole('button', { name: '수정' }).click()
  await formField(page, '금액(원)').fill('30000')
  await page.getByRole('button', { name: '수정 완료' }).click()
  await expect(page.getByText('배송 정보가 수정되었습니다.')).toBeVisible()
  await expectBalances(page, ['50,000', '70,000', '100,000'])
  await expect
    .poll(async () => (await listQuick(colleague)).map(({ balance }) => balance))
    .toEqual([50_000, 70_000, 100_000])

  // Deleting a record while it is being edited discards the edit.
  await quickRow(page, '김가온').getByRole('button', { name: '수정' }).click()
  await quickRow(page, '김가온').getByRole('button', { name: '삭제' }).click()
  await expect(page.getByRole('dialog').getByText('이 기록을 삭제하시겠습니까?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await expect(page.getByText('기록이 삭제되었습니다.')).toBeVisible()
  await expect(saveButton(page)).toBeVisible()
  await expectBalances(page, ['80,000', '100,000'])
  const toast = page.getByRole('dialog', { name: '기록이 삭제되었습니다.' })
  await toast.getByRole('button', { name: '되돌리기' }).click()
  await expectBalances(page, ['50,000', '70,000', '100,000'])
  await expect.poll(async () => (await listQuick(colleague)).length).toBe(3)
})

test('tops up the balance in a dialog and refuses an invalid amount', async ({ office, staffPage: page }) => {
  await openQuick(page, office.url)
  await page.getByRole('button', { name: '잔액 충전' }).click()
  const dialog = page.getByRole('dialog', { name: '잔액 충전' })
  await expect(dialog.getByLabel(/충전 금액/)).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect(dialog.getByText('올바른 금액을 입력하세요.')).toBeVisible()
  await dialog.getByLabel(/충전 금액/).fill('1,500')
  await dialog.getByRole('button', { name: '충전', exact: true }).click()
  await expect(dialog.getByText('1,000원 단위로 입력해 주세요.')).toBeVisible()
  await dialog.getByLabel(/충전 금액/).fill('30000')
  await dialog.getByRole('button', { name: '+10,000' }).click()
  await dialog.getByLabel('메모').fill('카드 결제')
  await page.keyboard.press('Escape')
  await confirmDialog(page, '입력한 내용을 버리시겠습니까?').getByRole('button', { name: '취소' }).click()
  await expect(dialog.getByLabel('메모')).toHaveValue('카드 결제')
  await dialog.getByRole('button', { name: '충전', exact: true }).click()
  await expect(page.getByText('잔액이 성공적으로 추가되었습니다.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(stat(page, '총 충전액')).toHaveText('140,000원')
  await expect(quickCell(quickRow(page, '카드 결제'), '금액')).toHaveText('+40,000')
  await expectBalances(page, ['110,000', '70,000', '90,000', '100,000'])
})

test('Ctrl+F focuses the search and Alt+N a new record; Ctrl+S saves no page as a file', async ({
  office,
  staffPage: page,
}) => {
  await openQuick(page, office.url)
  const waitForPrevented = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          addEventListener('keydown', (event) => event.code === 'KeyS' && resolve(event.defaultPrevented), {
            once: false,
          })
          document.body.dispatchEvent(
            new KeyboardEvent('keydown', { code: 'KeyS', key: 's', ctrlKey: true, bubbles: true, cancelable: true }),
          )
        }),
    )
  expect(await waitForPrevented()).toBe(true)
  await page.keyboard.press('Control+f')
  const search = page.getByRole('searchbox', { name: '검색' })
  await expect(search).toBeFocused()
  await page.keyboard.type('ㅂㅅㄹ')
  await expectBalances(page, ['70,000'])
  await expect(page).toHaveURL(/search=/)
  await page.keyboard.press('Alt+n')
  await expect(formField(page, '기사명')).toBeFocused()
  await page.getByRole('link', { name: '보낼 작업' }).first().click()
  // Waits for the next page's own heading, because this page's keys are handled until then.
  await expect(page.getByRole('heading', { level: 1, name: '보낼 작업' })).toBeVisible()
  expect(await waitForPrevented()).toBe(true)
})
