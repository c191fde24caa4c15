import { z } from 'zod'
import { generateCode } from '../../support/people/authenticator-app.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openBook } from '../support/deposits.ts'
import { ageSessions, allowCodesAgain, enrollApp, runInDatabase, test } from '../support/factors.ts'
import { chooseFiles, openPapersOfCase, paperCard, takePhotograph } from '../support/papers.ts'
import { startSession } from '../support/start-session.ts'
import { expect } from '../support/test.ts'

test('opens a document or a letter only after a fresh second factor, also when it was first cancelled', async ({
  office,
  newDevicePage: page,
  browser,
}) => {
  test.setTimeout(180_000)
  await startSession(page, office)
  await page.goto(`${office.url}/staff`)
  const { secret } = await enrollApp(page)
  const owner = z
    .object({ owner: z.string() })
    .parse((await runInDatabase(office, 'select owner from real_estate limit 1'))[0])
  await openPapersOfCase(page, office.url, owner.owner)
  await chooseFiles(page, [await takePhotograph(page, '현관.jpg')])
  await page.getByRole('dialog').getByRole('button', { name: '추가', exact: true }).click()
  await expect(paperCard(page, /현관/)).not.toContainText('전송')

  const other = await (await browser.newContext()).newPage()
  await startSession(other, office)
  await allowCodesAgain(office)
  await other.goto(`${office.url}/staff`)
  await other.locator('[data-lock-layer]').getByLabel('인증 앱의 6자리 코드').fill(generateCode(secret))
  await other.keyboard.press('Enter')
  await expect(other.locator('[data-lock-layer]')).toHaveCount(0)
  await openPapersOfCase(other, office.url, owner.owner)
  await ageSessions(office, '11 minutes')
  await paperCard(other, /현관/).click()
  const factorDialog = other.getByRole('dialog', { name: '2단계 인증' })
  await factorDialog.getByRole('button', { name: '취소' }).click()
  await expect(other.getByText('이 파일을 열려면 2단계 인증이 필요합니다.')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: '2단계 인증하고 열기' }).click()
  await allowCodesAgain(office)
  await factorDialog.getByLabel('인증 앱의 6자리 코드').fill(generateCode(secret))
  await factorDialog.getByRole('button', { name: '인증', exact: true }).click()
  await expect(other.getByRole('img', { name: '현관' })).toBeVisible()
  await other.getByRole('dialog', { name: '현관' }).getByRole('button', { name: '닫기' }).last().click()

  await openBook(other, office.url, '')
  await other
    .getByRole('button', { name: /공문 작성$/ })
    .first()
    .click()
  const letter = other.getByRole('dialog', { name: '공문 작성' })
  await letter.getByRole('textbox', { name: /^본문/ }).fill('1. 알립니다.')
  await ageSessions(office, '11 minutes')
  await allowCodesAgain(office)
  await letter.getByRole('button', { name: '미리보기' }).click()
  await factorDialog.getByLabel('인증 앱의 6자리 코드').fill(generateCode(secret))
  await factorDialog.getByRole('button', { name: '인증', exact: true }).click()
  await expect(letter.getByRole('button', { name: '계속 작성' })).toBeVisible()
  await other.context().close()
})
