import { generateCode } from '../../support/people/authenticator-app.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { bookRows, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { ageSessions, allowCodesAgain, enrollApp, runInDatabase, test } from '../support/factors.ts'
import { pin, sealHere, unlock } from '../support/sealed-copy.ts'
import { startSession } from '../support/start-session.ts'
import { expect } from '../support/test.ts'

test('half an hour without activity locks the screens of all tabs and keeps typed text', async ({
  office,
  newDevicePage: page,
}) => {
  await startSession(page, office)
  await page.goto(`${office.url}/staff`)
  const { secret } = await enrollApp(page)
  await page.clock.install()
  await openCaseBook(page, office.url)
  const otherTab = await page.context().newPage()
  await otherTab.goto(`${office.url}/staff`)
  await expect(otherTab.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.bringToFront()
  await findCell(bookRows(page).first(), '소유자').click()
  await page.keyboard.type('가나다')
  const editor = page.locator('input:focus, textarea:focus')
  await expect(editor).toHaveValue('가나다')
  await page.clock.fastForward('30:10')
  const cover = page.locator('[data-lock-layer]')
  await expect(cover.getByRole('heading', { name: '화면이 잠겼습니다' })).toBeVisible()
  await expect(otherTab.locator('[data-lock-layer]')).toBeVisible()
  await expect(page.getByRole('grid', { name: '사건부' })).toBeHidden()
  await expectAccessible(page)
  // Neither Escape nor Tab reaches what is beneath it.
  await page.keyboard.press('Escape')
  for (let n = 0; n < 6; n += 1) await page.keyboard.press('Tab')
  expect(
    await page.evaluate(
      () =>
        document.activeElement?.closest('[data-lock-layer], body:focus') !== null ||
        document.activeElement === document.body,
    ),
  ).toBe(true)
  await expect(cover).toBeVisible()
  await ageSessions(office, '31 minutes')
  await allowCodesAgain(office)
  await cover.getByLabel('인증 앱의 6자리 코드').fill(generateCode(secret))
  await cover.getByRole('button', { name: '인증', exact: true }).click()
  await expect(cover).toHaveCount(0)
  await expect(otherTab.locator('[data-lock-layer]')).toHaveCount(0)
  await expect(editor).toHaveValue('가나다')
  await page.keyboard.type('라')
  await expect(editor).toHaveValue('가나다라')

  await test.step('a reload keeps the lock, and signing out removes it', async () => {
    await page.keyboard.press('Escape')
    await otherTab.close()
    await page.evaluate(() => localStorage.setItem('screen_lock', '["idle"]'))
    await page.reload()
    await expect(cover.getByRole('heading', { name: '화면이 잠겼습니다' })).toBeVisible()
    await expect(cover.getByLabel('인증 앱의 6자리 코드')).toBeVisible()
    await cover.getByRole('button', { name: '로그아웃' }).click()
    await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
    await expect(cover).toHaveCount(0)
  })
})

test('the PIN of an encrypted copy unlocks an idle screen without another factor @offline', async ({
  office,
  newDevicePage: page,
}) => {
  await startSession(page, office)
  await page.goto(`${office.url}/staff`)
  await enrollApp(page)
  await page.clock.install()
  // Other stories of the same office may have left sessions with a PIN.
  const countRegistered = async () =>
    (await runInDatabase(office, 'select id from session where pin_proof_hash is not null')).length
  const before = await countRegistered()
  await sealHere(page, office.url)
  await expect.poll(countRegistered).toBe(before + 1)
  const second = await page.context().newPage()
  await openCaseBook(second, office.url)
  await openCaseBook(page, office.url)
  const row = bookRows(page).first()
  for (const isReachable of [true, false]) {
    await page.clock.fastForward('31:00')
    await ageSessions(office, '31 minutes')
    for (const window of [page, second])
      await expect(window.getByRole('heading', { name: '화면이 잠겼습니다' })).toBeVisible()
    await expect(page.getByLabel('PIN', { exact: true })).toBeVisible()
    office.network.setReachable(isReachable)
    await unlock(page, pin)
    for (const window of [page, second]) await expect(window.locator('[data-lock-layer]')).toHaveCount(0)
    await typeIntoCell(page, findCell(row, '소유자'), isReachable ? '회의 뒤' : '현장에서')
    await expect(page.getByRole('link', { name: isReachable ? '대기 0' : '대기 1' })).toBeVisible({ timeout: 60_000 })
  }
  // Online again: nobody who entered the PIN meanwhile is asked for anything.
  office.network.setReachable(true)
  await expect(page.getByRole('link', { name: '대기 0' })).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('[data-lock-layer]')).toHaveCount(0)
})
