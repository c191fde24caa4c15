import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { peoplePath, personDescription } from '#contract/people/people.ts'
import { connectAlone } from '#server/db/client.ts'
import { signInAt } from '../../support/people/sign-in-at.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { typeIntoCell } from '../support/case-book.ts'
import { pressExport } from '../support/export-reason.ts'
import type { Office } from '../support/office-kinds.ts'
import { expect, test } from '../support/own-office.ts'
import { startSession } from '../support/start-session.ts'

test.use({ ownedBy: 'people' })

async function openPeople(page: Page, office: Office): Promise<void> {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=people`)
  await expect(findRow(page, '김가온')).toBeVisible()
}

function findRow(page: Page, name: string): Locator {
  return page.getByRole('grid', { name: '사용자' }).getByRole('row').filter({ hasText: name })
}

function cellIn(row: Locator, key: (typeof personDescription)['fields'][number]['key']): Locator {
  const column = personDescription.fields.findIndex((field) => field.key === key)
  return row.locator(`[role=gridcell][data-col="${column}"]`)
}

async function openPerson(page: Page, name: string): Promise<Locator> {
  await findRow(page, name).getByRole('button', { name: '상세' }).click()
  const dialog = page.getByRole('dialog', { name: `${name} 님` })
  await expect(dialog).toBeVisible()
  return dialog
}

test('a superuser finds a person, edits the record and exports the list', async ({ office, newDevicePage: page }) => {
  const position = '과장'
  await openPeople(page, office)
  await searchForNobody(page)
  await page.getByRole('searchbox', { name: '이름' }).fill('ㄱㄱㅇ')
  await expect(findRow(page, '한온결')).toHaveCount(0)
  const row = findRow(page, '김가온')
  await typeIntoCell(page, cellIn(row, 'position'), position)
  await expect(page.getByText('성공적으로 수정되었습니다.').first()).toBeVisible()
  await typeIntoCell(page, cellIn(row, 'card_num'), '9410123456789012')
  await expect(cellIn(row, 'card_num')).toHaveText('9410-****-****-9012')
  await typeIntoCell(page, cellIn(row, 'card_num'), '1234')
  await expect(page.getByText('카드 번호 14~19자리를 숫자로 입력해 주세요.').first()).toBeVisible()
  await page.reload()
  await expect(cellIn(row, 'position')).toHaveText(position)
  await expect(cellIn(row, 'card_num')).toHaveText('9410-****-****-9012')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await pressExport(page)
  expect((await download).suggestedFilename().normalize('NFC')).toMatch(/^사용자목록_\d{4}-\d\d-\d\d\.xlsx$/)
})

/** Searches as a name is typed, and clears a filter without results. */
async function searchForNobody(page: Page): Promise<void> {
  const searchedNames: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === `${peoplePath}/`) searchedNames.push(searchParams.get('name'))
  })
  const name = page.getByRole('searchbox', { name: '이름' })
  await name.pressSequentially('없는사람')
  await expect(page.getByText('필터에 맞는 사용자가 없습니다.')).toBeVisible()
  expect(searchedNames).toEqual(['없는사람'])
  await page.getByRole('button', { name: '필터 초기화' }).click()
  await expect(name).toHaveValue('')
  await expect(page.getByText(/^사용자 \d+명$/)).toBeVisible()
}

test('points out people who left but can still sign in, and warns before a change of your own role', async ({
  office,
  newDevicePage: page,
}) => {
  await openPeople(page, office)
  await page.getByRole('button', { name: '컬럼 관리' }).click()
  const columns = page.getByRole('dialog', { name: '컬럼 관리' })
  await columns.getByRole('checkbox', { name: '퇴사일' }).check()
  await columns.getByRole('button', { name: '설정 저장' }).click()
  const place = await page.getByRole('columnheader', { name: '퇴사일' }).getAttribute('data-col')
  const lastDay = findRow(page, '한온결').locator(`[role=gridcell][data-col="${place}"]`)
  await typeIntoCell(page, lastDay, '2026-01-02')
  const notice = page.getByText('퇴사일이 지났지만 아직 로그인할 수 있는 사용자입니다.')
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: '한온결', exact: true }).click()
  const own = page.getByRole('dialog', { name: '한온결 님' })
  await expect(own).toContainText('퇴사일(2026.01.02)이 지났지만')
  await expectAccessible(page)
  await expect(own.getByRole('button', { name: '차단' })).toHaveAttribute('aria-disabled', 'true')
  await own.getByRole('button', { name: '직원으로 변경' }).click()
  await expect(page.getByText('본인 계정입니다.')).toBeVisible()
  await page.keyboard.press('Escape')
  await own.getByRole('button', { name: '닫기' }).last().click()
  await lastDay.click()
  await page.keyboard.press('Delete')
  await expect(notice).toHaveCount(0)
})

/** 김가온's device reports that it holds an unsent edit. */
async function reportUnsentEdit(office: Office): Promise<void> {
  const headers = { ...(await signInAt(office.origin, 'staff')), 'content-type': 'application/json' }
  const trace = { op_id: randomUUID(), what: 'enqueued', at: '2026-11-24T09:00:00+09:00' }
  const body = JSON.stringify({ device_id: randomUUID(), traces: [trace] })
  expect((await fetch(`${office.origin}/api/sync/traces`, { method: 'POST', headers, body })).status).toBe(200)
}

test('changes roles with a history, and blocking a person warns of unsent work and signs them out at once', async ({
  office,
  newDevicePage: page,
}) => {
  // Another test file invites the same person in this office.
  const owner = await connectAlone(office.ownerUrl())
  await owner.query(`update app_user set is_staff = false where nickname = '박새론'`)
  await owner.end()
  // A device where staff signed in before and never signed out.
  await startSession(page, office)
  await reportUnsentEdit(office)
  await openPeople(page, office)
  const dialog = await openPerson(page, '박새론')
  await dialog.getByRole('button', { name: '직원으로 변경' }).click()
  await page.getByRole('button', { name: '변경', exact: true }).click()
  await expect(dialog.getByRole('list', { name: '권한 변경 이력' })).toContainText('일반 회원 → 직원')
  await dialog.getByRole('button', { name: '일반 회원으로 변경' }).click()
  await page.getByRole('button', { name: '변경', exact: true }).click()
  await expect(dialog.getByRole('list', { name: '권한 변경 이력' })).toContainText('직원 → 일반 회원')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '닫기' }).last().click()

  const own = await openPerson(page, '한온결')
  await own.getByRole('button', { name: '직원으로 변경' }).click()
  await page.getByRole('button', { name: '변경', exact: true }).click()
  await expect(page.getByText('마지막 최고관리자입니다.').first()).toBeVisible()
  await own.getByRole('button', { name: '닫기' }).last().click()

  const staff = await openPerson(page, '김가온')
  await expect(staff.getByRole('list', { name: '로그인한 기기' }).getByRole('listitem').first()).toBeVisible()
  await expect(staff.getByText('미전송 1건')).toBeVisible()
  await staff.getByRole('button', { name: '차단', exact: true }).click()
  await expect(page.getByText('기기에 전송하지 않은 작업이 1건 있으며')).toBeVisible()
  await page.getByRole('button', { name: '차단', exact: true }).last().click()
  await expect(page.getByText('김가온 님을 차단했습니다.')).toBeVisible()
  await expect(staff.locator('p').filter({ hasText: '로그인한 기기가 없습니다.' })).toBeVisible()
  await expect(signInAt(office.origin, 'staff')).rejects.toThrow()
  await staff.getByRole('button', { name: '차단 해제' }).click()
  await expect(page.getByText('김가온 님의 차단을 해제했습니다.')).toBeVisible()
  await signInAt(office.origin, 'staff')
})
