import { z } from 'zod'
import { generateCode } from '../../support/people/authenticator-app.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { bookRows, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { pressExport } from '../support/export-reason.ts'
import {
  ageSessions,
  allowCodesAgain,
  enrollApp,
  plugInKey,
  readShownKey,
  runInDatabase,
  shareKeys,
  test,
  toLocalhost,
} from '../support/factors.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { signIn } from '../support/sign-in.ts'
import { startSession } from '../support/start-session.ts'
import { expect } from '../support/test.ts'

test('leads staff through registering a passkey, and accepts it on a second device', async ({ office, browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const key = await plugInKey(page)
  await signIn(page, toLocalhost(office))
  const cover = page.locator('[data-lock-layer]')
  await expect(cover.getByRole('heading', { name: '2단계 인증 등록' })).toBeVisible()
  await expectAccessible(page)
  await cover.getByLabel('패스키 이름').fill('사무실 컴퓨터')
  await cover.getByRole('button', { name: '패스키 등록' }).click()
  await expect(cover.getByRole('list', { name: '복구 코드 목록' }).getByRole('listitem')).toHaveCount(10)
  await cover.getByRole('button', { name: '보관했습니다' }).click()
  await expect(cover).toHaveCount(0)
  await openCaseBook(page, toLocalhost(office))
  const second = await (await browser.newContext()).newPage()
  await shareKeys(key, await plugInKey(second))
  await signIn(second, toLocalhost(office))
  const factorDialog = second.locator('[data-lock-layer]')
  await expect(factorDialog.getByRole('heading', { name: '2단계 인증', exact: true })).toBeVisible()
  await factorDialog.getByRole('button', { name: '패스키로 인증' }).click()
  await expect(factorDialog).toHaveCount(0)
  await openCaseBook(second, toLocalhost(office))
  await second.context().close()
  await page.goto(`${toLocalhost(office)}/account/security`)
  const keys = page.getByRole('list', { name: '패스키 목록' })
  await expect(keys).toContainText('사무실 컴퓨터')
  await keys.getByRole('button', { name: '사무실 컴퓨터 이름 바꾸기' }).click()
  await page.getByLabel('패스키 이름').fill('내 자리')
  await page.getByRole('button', { name: '저장' }).click()
  await expect(keys).toContainText('내 자리')
  await expectAccessible(page)
  await page.getByRole('button', { name: '인증 앱 추가' }).click()
  await page.getByRole('button', { name: '인증 앱 등록' }).click()
  await page.getByLabel('인증 앱의 6자리 코드').fill(generateCode(await readShownKey(page)))
  await page.getByRole('button', { name: '등록', exact: true }).click()
  await page
    .getByRole('dialog', { name: '인증 수단을 등록했습니다.' })
    .getByRole('button', { name: '로그인한 기기' })
    .click()
  await expect(page.getByRole('heading', { name: '로그인한 기기' })).toBeVisible()
  await context.close()
})

test('a new device asks for the code, locks after five wrong ones, and accepts a recovery code', async ({
  office,
  newDevicePage: page,
  browser,
}) => {
  await startSession(page, office)
  await page.goto(`${office.url}/staff`)
  const { usedCode, codes } = await enrollApp(page)
  const other = await (await browser.newContext()).newPage()
  await startSession(other, office)
  await other.goto(`${office.url}/services/real-estate?tab=table`)
  const cover = other.locator('[data-lock-layer]')
  const confirm = cover.getByRole('button', { name: '인증', exact: true })
  // The first code was used before. One made now may be of the next step, and valid.
  for (const [tries, code] of [usedCode, ...Array.from({ length: 4 }, () => '000000')].entries()) {
    await cover.getByLabel('인증 앱의 6자리 코드').fill(code)
    await confirm.click()
    await expect(cover.getByText(tries < 4 ? `${4 - tries}번 더 틀리면` : '2단계 인증이 잠겼습니다')).toBeVisible()
  }
  await expect(other.getByRole('row')).toHaveCount(0)
  await expectAccessible(other)
  await cover.getByLabel('복구 코드').fill(codes[0] ?? '')
  await confirm.click()
  await expect(cover).toHaveCount(0)
  await expect(other.getByRole('row').nth(2)).toBeVisible()
  await other.goto(`${office.url}/account/security`)
  await expect(other.getByText('사용하지 않은 코드가 9개 있습니다.')).toBeVisible()
  await other.context().close()
})

test('after twelve hours work continues offline, but sending waits for the second factor', async ({
  office,
  newDevicePage: page,
}) => {
  await startSession(page, office)
  await page.goto(`${office.url}/staff`)
  const { secret } = await enrollApp(page)
  await openCaseBook(page, office.url)
  await waitUntilCopied(page)
  await ageSessions(office, '13 hours')
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(bookRows(page).first(), '보수료'), '321000')
  await expect(page.getByText('대기 1')).toBeVisible()
  await expect(page.getByText('서버 응답 없음', { exact: true })).toBeVisible({ timeout: 60_000 })
  const cover = page.locator('[data-lock-layer]')
  await expect(cover).toHaveCount(0)
  office.network.setReachable(true)
  await expect(cover.getByRole('heading', { name: '2단계 인증' })).toBeVisible({ timeout: 90_000 })
  await expect(cover.getByText(/보낼 작업 1건/)).toBeVisible()
  await expect(page.getByRole('grid', { name: '사건부' })).toBeHidden()
  const countSentEdits = () => runInDatabase(office, `select 1 as found from real_estate where fees = 321000`)
  expect(await countSentEdits()).toEqual([])
  // A reload unlocks nothing.
  await page.reload()
  await expect(cover.getByRole('heading', { name: '2단계 인증' })).toBeVisible()
  await allowCodesAgain(office)
  await cover.getByLabel('인증 앱의 6자리 코드').fill(generateCode(secret))
  await cover.getByRole('button', { name: '인증', exact: true }).click()
  await expect(cover).toHaveCount(0)
  await expect(page.getByText('동기화됨')).toBeVisible()
  await expect.poll(countSentEdits).toHaveLength(1)
})

test('an export asks for a fresh second factor, and can be cancelled and tried again', async ({
  office,
  newDevicePage: page,
}) => {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/staff`)
  const { secret } = await enrollApp(page)
  await page.goto(`${office.url}/settings?tab=trail`)
  const save = page.getByRole('button', { name: '엑셀 내보내기' })
  await expect(save).toBeVisible()
  await ageSessions(office, '11 minutes')
  await allowCodesAgain(office)
  await pressExport(page)
  const dialog = page.getByRole('dialog', { name: '2단계 인증' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '취소' }).click()
  await expect(dialog).toHaveCount(0)
  await pressExport(page)
  await dialog.getByLabel('인증 앱의 6자리 코드').fill(generateCode(secret))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '인증', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  await expect(dialog).toHaveCount(0)
})

test('shows a number after a fresh second factor, and keeps the reason typed before it', async ({
  office,
  newDevicePage: page,
}) => {
  await startSession(page, office)
  await page.goto(`${office.url}/staff`)
  const { secret } = await enrollApp(page)
  const [found] = await runInDatabase(
    office,
    'select unit_id, owner from unit_owner where owner_num is not null limit 1',
  )
  const { unit_id: unit, owner } = z.object({ unit_id: z.string(), owner: z.string() }).parse(found)
  await page.goto(`${office.url}/popup/real-estate-units/${unit}`)
  await page
    .getByRole('button', { name: `${owner} 번호 보기` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: '번호 보기' })
  await dialog.getByLabel('조회 사유').selectOption('직접 입력')
  await dialog.getByRole('textbox', { name: /^사유/ }).fill('등기소 보정 확인')
  await ageSessions(office, '11 minutes')
  await allowCodesAgain(office)
  await dialog.getByRole('button', { name: '보기', exact: true }).click()
  const factorDialog = page.getByRole('dialog', { name: '2단계 인증' })
  await factorDialog.getByLabel('인증 앱의 6자리 코드').fill(generateCode(secret))
  await factorDialog.getByRole('button', { name: '인증', exact: true }).click()
  await expect(factorDialog).toHaveCount(0)
  await expect(dialog.getByText(/\d{6}-\d{7}/)).toBeVisible()
  const rows = await runInDatabase(office, `select detail->>'reason' as reason from audit where act = 'reveal'`)
  expect(JSON.stringify(rows)).toContain('등기소 보정 확인')
})

test('a superuser resets the second factor of a person who lost it', async ({
  office,
  newDevicePage: page,
  browser,
}) => {
  const lostPage = await (await browser.newContext()).newPage()
  await startSession(lostPage, office)
  await lostPage.goto(`${office.url}/staff`)
  await enrollApp(lostPage)
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/staff`)
  await enrollApp(page)
  await page.goto(`${office.url}/settings?tab=people`)
  await page.getByRole('row').filter({ hasText: '김가온' }).getByRole('button', { name: '상세' }).click()
  const dialog = page.getByRole('dialog', { name: '김가온 님' })
  await dialog.getByRole('button', { name: '2단계 인증 초기화' }).click()
  await confirmDialog(page, /초기화하시겠습니까/)
    .getByRole('button', { name: '초기화' })
    .click()
  await expect(page.getByText('김가온 님의 2단계 인증을 초기화했습니다.')).toBeVisible()
  const opening = lostPage.waitForEvent('popup')
  await lostPage
    .getByRole('dialog', { name: '로그인이 만료되었습니다' })
    .getByRole('button', { name: '다시 로그인' })
    .click()
  await (await opening).getByText('직원', { exact: true }).click()
  await expect(lostPage.getByRole('heading', { name: '2단계 인증 등록' })).toBeVisible()
  await lostPage.context().close()
})
