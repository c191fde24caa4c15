import type { BrowserContext, Page } from '@playwright/test'
import { countDeviceData, listNotAllowed } from '../support/browser-storage.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import type { Office } from '../support/office-kinds.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { confirmSignOut, openSignOut, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const staffId = '00000000-0000-7000-8000-000000000002'
const memberOutbox = 'outbox-00000000-0000-7000-8000-000000000003'

test('signing out leaves nothing of the person on the device, with any number of open windows @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const context = page.context()
  await makeCases(colleague, '자취')
  const second = await workInTwoWindows({ page, context, url: office.url, name: '자취' })
  await typeIntoCell(page, findCell(findCaseRow(page, '자취1'), '등기목적'), '보낸 수정')
  await expect
    .poll(async () => (await listOwnCases(colleague, '자취'))[0]?.purpose, { timeout: 60_000 })
    .toBe('보낸 수정')
  const before = await countDeviceData(page)
  expect(before.databases.filter((name) => /^(mirror|history)-/.test(name)).length).toBeGreaterThanOrEqual(2)
  await confirmSignOut(page)
  await expect(second.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
  await expect.poll(async () => listNotAllowed(await countDeviceData(page), staffId)).toEqual([])
  // Waits to see that pending work in either window restores nothing.
  await page.waitForTimeout(2000)
  const left = await countDeviceData(page)
  expect(listNotAllowed(left, staffId)).toEqual([])
  expect(left).toMatchObject({ unsent: 0, loggedTexts: 0 })
})

test('signing out offline deletes the copy, and keeps or discards unsent work as chosen @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const context = page.context()
  await makeCases(colleague, '남김표')
  const second = await workInTwoWindows({ page, context, url: office.url, name: '남김표' })
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(findCaseRow(page, '남김표1'), '등기목적'), '퇴근 전 수정')
  await expect(page.getByText('대기 1')).toBeVisible()
  const dialog = await openSignOut(page)
  await expect(dialog).toContainText('아직 전송되지 않은 작업이 1건 있습니다.')
  await expect(dialog.getByRole('button', { name: '지금 보내기' })).toBeDisabled()
  await dialog.getByRole('button', { name: '다음 로그인까지 보관' }).click()
  await expect(second.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
  await expect.poll(async () => listNotAllowed(await countDeviceData(page), staffId)).toEqual([])
  expect(await countDeviceData(page)).toMatchObject({ unsent: 1 })
  await second.close()

  office.network.setReachable(true)
  await signIn(page, office.url, '일반 회원')
  await expect
    .poll(async () => (await countDeviceData(page)).databases.toSorted((a, b) => a.localeCompare(b)))
    .toEqual([`outbox-${staffId}`, memberOutbox, `papers-${staffId}`, `seen-${staffId}`])
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
  await signIn(page, office.url, '직원')
  await openCaseBook(page, office.url)
  await expect
    .poll(async () => (await listOwnCases(colleague, '남김표'))[0]?.purpose, { timeout: 60_000 })
    .toBe('퇴근 전 수정')
  await discardOnSignOut(page, office)
})

async function discardOnSignOut(page: Page, office: Office): Promise<void> {
  await openCaseBook(page, office.url, '?search=남김표')
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(findCaseRow(page, '남김표1'), '등기목적'), '버릴 수정')
  await expect(page.getByText('대기 1')).toBeVisible()
  await openSignOut(page).then((dialog) => dialog.getByRole('button', { name: '버리기' }).click())
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).last()
  await question.getByRole('textbox').fill('버리기')
  await question.getByRole('button', { name: '버리기', exact: true }).click()
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
  // The member who signed in in between left an empty outbox.
  const listLeftData = async () =>
    listNotAllowed(await countDeviceData(page), staffId).filter((name) => name !== memberOutbox)
  await expect.poll(listLeftData).toEqual([])
  expect(await countDeviceData(page)).toMatchObject({ unsent: 0, loggedTexts: 0 })
}

test('signs out although a window holds the database open, and deletes it after that window closes', async ({
  office,
  staffPage: page,
}) => {
  const context = page.context()
  await openCaseBook(page, office.url)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const holding = await context.newPage()
  await holding.goto(`${office.url}/about`)
  await holding.evaluate(async () => {
    const names = (await indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => name.startsWith('mirror-'))
    for (const name of names) {
      await new Promise((resolve) => {
        const opening = indexedDB.open(name)
        // This connection ignores the request to close.
        opening.addEventListener('success', () => resolve(Object.assign(window, { held: opening.result })))
      })
    }
  })
  await confirmSignOut(page)
  expect(
    listNotAllowed(await countDeviceData(page), staffId).filter((name) => name.startsWith('mirror-')),
  ).toHaveLength(1)
  await page.close()
  await holding.close()
  const next = await context.newPage()
  await next.goto(office.url)
  await expect.poll(async () => listNotAllowed(await countDeviceData(next), staffId)).toEqual([])
})

test('signs out even when the same click closes the window, also offline @offline', async ({
  office,
  staffPage: page,
}) => {
  const context = page.context()
  await openCaseBook(page, office.url)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  // The part of the app that finishes a sign-out must be on the device; it loads after the service
  // worker, with the code only staff need.
  const hasPart = async () =>
    (await countDeviceData(page)).cached.some((path) => path.includes('staff-restore-tokens-from-outbox'))
  await expect.poll(hasPart, { timeout: 120_000 }).toBe(true)
  office.network.setReachable(false)
  const dialog = await openSignOut(page)
  await dialog.getByRole('button', { name: '로그아웃' }).evaluate((button) => {
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    location.assign('/about')
  })
  await page.waitForURL(`${office.url}/about`)
  await page.close()
  const next = await context.newPage()
  await next.goto(office.url)
  await expect(next.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
  await expect.poll(async () => listNotAllowed(await countDeviceData(next), staffId)).toEqual([])
  office.network.setReachable(true)
  await signIn(next, office.url, '직원')
})

test('keeps the copy when the server ends a session, and removes it when somebody else signs in', async ({
  office,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`
    await fetch('/api/session/devices?which=all', { method: 'DELETE', headers: { authorization } })
  })
  await page.goto(office.url)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await page.reload()
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
  await page.waitForTimeout(1500)
  const listMirrors = async () => (await countDeviceData(page)).databases.filter((name) => name.startsWith('mirror-'))
  expect((await listMirrors()).length).toBe(1)
  await signIn(page, office.url, '최고관리자')
  await expect.poll(async () => (await listMirrors()).filter((name) => name.includes(staffId))).toEqual([])
})

/** Both windows view records, edit, filter and save a filter: everything that leaves traces. */
async function workInTwoWindows(work: { page: Page; context: BrowserContext; url: string; name: string }) {
  const { page, context, url, name } = work
  await openCaseBook(page, url, `?search=${name}`)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await typeIntoCell(page, findCell(findCaseRow(page, `${name}1`), '등기목적'), '첫 수정')
  await expect(page.getByText('대기 0')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '저장된 보기' }).click()
  await page.getByLabel('현재 보기의 이름').fill('내 필터')
  await page.getByRole('button', { name: '현재 보기 저장', exact: true }).click()
  await page.keyboard.press('Escape')
  const second = await context.newPage()
  await openCaseBook(second, url, `?search=${name}`)
  await expect(findCaseRow(second, `${name}1`)).toBeVisible()
  return second
}
