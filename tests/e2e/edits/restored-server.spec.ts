import { type Page, test } from '@playwright/test'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { type Colleague, signInColleague } from '../support/colleague.ts'
import { expect } from '../support/expect.ts'
import { openOffice } from '../support/office.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { signIn } from '../support/sign-in.ts'

test('after a restore from an older backup, lost edits can be discarded or sent again, each once', async ({ page }) => {
  test.setTimeout(300_000)
  const office = await openOffice()
  try {
    const before = await signInColleague(office.origin)
    await makeCases(before, '되찾기', 3)
    await signIn(page, office.url)
    await openCaseBook(page, office.url, '?search=되찾기')
    await typeIntoCell(page, findCell(findCaseRow(page, '되찾기1'), '등기목적'), '백업 앞 목적')
    await expect.poll(() => listPurposes(before)).toEqual(['백업 앞 목적', '소유권이전', '소유권이전'])
    await office.backup()
    await typeIntoCell(page, findCell(findCaseRow(page, '되찾기1'), '보수료'), '770000')
    await typeIntoCell(page, findCell(findCaseRow(page, '되찾기2'), '등기목적'), '백업 뒤 목적')
    await typeIntoCell(page, findCell(findCaseRow(page, '되찾기3'), '등기목적'), '버릴 목적')
    await expect.poll(() => listPurposes(before)).toEqual(['백업 앞 목적', '백업 뒤 목적', '버릴 목적'])
    await expect(page.getByText('대기 0')).toBeVisible()
    await office.restore()

    await signInAgainInPopup(page)
    const note = page.getByRole('region', { name: '알림' })
    await expect(note).toContainText('서버가 백업에서 복원되면서 저장된 작업이 사라졌습니다.', { timeout: 60_000 })
    await expect(note).toContainText('작업 3건을 다시 보내거나 버릴 수 있습니다.')
    await expect(page.getByText('확인 필요 3')).toBeVisible()
    await expect(findCell(findCaseRow(page, '되찾기2'), '등기목적')).toContainText('백업 뒤 목적')
    await note.getByRole('button', { name: '보낼 작업 열기' }).click()
    await expect(page).toHaveURL(`${office.url}/staff/outbox`)

    const colleague = await signInColleague(office.origin)
    expect(await listPurposes(colleague)).toEqual(['백업 앞 목적', '소유권이전', '소유권이전'])
    await expect(findEntry(page, '되찾기1')).toContainText('770,000원')
    await expect(findEntry(page, '되찾기1')).not.toContainText('백업 앞 목적')
    await expect(findEntry(page, '되찾기2')).toContainText(
      '서버가 백업에서 복원되면서 이 수정이 서버에서 사라졌습니다. 다시 보내거나 버릴 수 있습니다.',
    )
    await findEntry(page, '되찾기3').getByRole('button', { name: '버리기' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '버리기' }).click()
    await expect(findEntry(page, '되찾기3')).toHaveCount(0)
    await page.getByRole('button', { name: '모두 다시 보내기' }).click()
    await expect(page.getByText('보낼 작업이 없습니다.')).toBeVisible({ timeout: 60_000 })
    expect(await listOwnCases(colleague, '되찾기')).toMatchObject([
      { purpose: '백업 앞 목적', fees: 770_000, version: 3 },
      { purpose: '백업 뒤 목적', version: 2 },
      { purpose: '소유권이전', version: 1 },
    ])
  } finally {
    await office.stop()
  }
})

async function listPurposes(colleague: Colleague): Promise<(string | null)[]> {
  return (await listOwnCases(colleague, '되찾기')).map(({ purpose }) => purpose)
}

/** A restore ends every session, so the page asks for a new sign-in without leaving the work. */
async function signInAgainInPopup(page: Page): Promise<void> {
  // Only saves time: the page may have noticed already, and then the panel covers the button.
  await page
    .getByRole('button', { name: '지금 동기화' })
    .click({ timeout: 5_000 })
    .catch(() => null)
  const panel = page.getByRole('dialog', { name: '로그인이 만료되었습니다' })
  await expect(panel).toBeVisible({ timeout: 120_000 })
  const opening = page.waitForEvent('popup')
  await panel.getByRole('button', { name: '다시 로그인' }).click()
  await (await opening).getByText('직원', { exact: true }).click()
  await expect(panel).toBeHidden({ timeout: 60_000 })
}

function findEntry(page: Page, caption: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: caption, exact: true }) })
}
