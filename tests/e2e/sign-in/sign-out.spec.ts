import type { Page } from '@playwright/test'
import { startSignInState } from '../../support/people/sign-in-calls.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { openSignOut } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('signing out sends waiting work online, and discards it only after a typed confirmation', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '지금')
  await editOffline(page, office, '지금')
  const dialog = await openSignOut(page)
  await dialog.getByRole('button', { name: '버리기' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).last()
  const confirm = question.getByRole('button', { name: '버리기', exact: true })
  await expect(confirm).toBeDisabled()
  await question.getByRole('button', { name: '취소' }).click()
  await expect(page.getByText('대기 1')).toBeVisible()
  office.network.setFaults(({ opId }) => (opId ? { kind: 'delay', ms: 4000 } : { kind: 'pass' }))
  office.network.setReachable(true)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'))
  })
  await dialog.getByRole('button', { name: '지금 보내기' }).click()
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible({ timeout: 60_000 })
  expect((await listOwnCases(colleague, '지금'))[0]?.purpose).toBe('퇴근 전 수정')
})

test('signing in over another person neither sends nor shows their work', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '덮어로그인')
  await editOffline(page, office, '덮어로그인')
  // The first person never signed out; another one signs in on the same machine, on the provider's
  // page.
  const dropped = { writes: 0 }
  office.network.setFaults(({ opId }) => (opId ? (dropped.writes++, { kind: 'drop_request' }) : { kind: 'pass' }))
  office.network.setReachable(true)
  const { authorizeUrl, state, code_verifier: verifier } = await startSignInState(office.url)
  await page.evaluate(
    (begun) => {
      const savedState = { ...begun, timestamp: Date.now(), path: '/', search: '', hash: '', place: 'page' }
      localStorage.setItem('kakao_auth_state', JSON.stringify(savedState))
    },
    { state, verifier },
  )
  await page.goto(`${authorizeUrl}&account=superuser`)
  await page.waitForURL(`${office.url}/staff`)
  const sessions = await page.evaluate(async () => {
    const counts: Record<string, number> = {}
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('outbox-')) continue
      counts[name] = await new Promise<number>((resolve) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('session').objectStore('session').count()
          counting.addEventListener('success', () => {
            opening.result.close()
            resolve(counting.result)
          })
        })
      })
    }
    return counts
  })
  expect(sessions).toEqual({
    'outbox-00000000-0000-7000-8000-000000000001': 1,
    'outbox-00000000-0000-7000-8000-000000000002': 0,
  })
  office.network.setFaults(() => ({ kind: 'pass' }))
  await openCaseBook(page, office.url, '?search=덮어로그인')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await expect(findCell(findCaseRow(page, '덮어로그인1'), '등기목적')).toHaveText('소유권이전')
  expect((await listOwnCases(colleague, '덮어로그인'))[0]?.version).toBe(1)
})

async function editOffline(
  page: Page,
  office: { url: string; network: { setReachable(is: boolean): void } },
  name: string,
) {
  await openCaseBook(page, office.url, `?search=${name}`)
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(findCaseRow(page, `${name}1`), '등기목적'), '퇴근 전 수정')
  await expect(page.getByText('대기 1')).toBeVisible()
  await expect(page.getByText('서버 응답 없음', { exact: true })).toBeVisible({ timeout: 60_000 })
}
