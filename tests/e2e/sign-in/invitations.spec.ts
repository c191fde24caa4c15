import type { Locator, Page } from '@playwright/test'
import { createdInvitationSchema, invitationsPath } from '#contract/people/invitations.ts'
import { peoplePath } from '#contract/people/people.ts'
import { demoAccounts } from '#server/session/demo-users.ts'
import { signInAt } from '../../support/people/sign-in-at.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessibility.ts'
import type { Office } from '../support/office-kinds.ts'
import { expect, test } from '../support/own-office.ts'
import { startSession } from '../support/start-session.ts'

async function openInvitations(page: Page, office: Office): Promise<Locator> {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=people`)
  await page.getByRole('button', { name: '직원 초대' }).click()
  const dialog = page.getByRole('dialog', { name: '직원 초대' })
  await expect(dialog.getByRole('heading', { name: '초대 링크 목록' })).toBeVisible()
  return dialog
}

async function callAsSuperuser(office: Office, call: `${'POST' | 'PUT'} ${string}`, body: object): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ')
  const headers = { ...(await signInAt(office.origin, 'superuser')), 'content-type': 'application/json' }
  const response = await fetch(office.origin + path, { method, headers, body: JSON.stringify(body) })
  expect(response.ok).toBe(true)
  return await response.json()
}

/** An invitation link at the public URL. */
async function linkFor(office: Office, note: string): Promise<string> {
  const invitation = createdInvitationSchema.parse(await callAsSuperuser(office, `POST ${invitationsPath}`, { note }))
  return `${office.url}/invitation${new URL(invitation.link).hash}`
}

/** Makes 박새론 a member, as in a new office. */
async function makeMember(office: Office): Promise<void> {
  await callAsSuperuser(office, `PUT ${peoplePath}/${demoAccounts.member.id}/role`, { role: 'member' })
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test.beforeEach(async ({ office }) => makeMember(office))

test.use({ permissions: ['clipboard-read', 'clipboard-write'], ownedBy: 'invitations' })

test('a superuser creates an invitation link, sees it once and withdraws it', async ({
  office,
  newDevicePage: page,
}) => {
  const note = '김새벽 사무원'
  const dialog = await openInvitations(page, office)
  await dialog.getByRole('button', { name: '초대 링크 만들기' }).click()
  await expect(dialog.getByText('받는 사람을 입력해 주세요.')).toBeVisible()
  // The keyboard-only path.
  await dialog.getByRole('textbox', { name: '받는 사람' }).fill(note)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('초대 링크를 만들었습니다.')).toBeVisible()
  const link = await dialog.getByRole('textbox', { name: '초대 링크' }).inputValue()
  expect(new URL(link).hash).toMatch(/^#ogi_[\w-]{43}$/)
  await expect(dialog.getByRole('button', { name: '링크 복사' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('초대 링크를 복사했습니다.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: '닫기' }).click()

  await page.getByRole('button', { name: '직원 초대' }).click()
  const line = dialog.getByRole('list', { name: '초대 링크 목록' }).getByRole('listitem').filter({ hasText: note })
  await expect(line).toContainText('사용 전')
  await expect(line).toContainText('만든 사람 한온결')
  await expect(dialog.getByRole('textbox', { name: '초대 링크', exact: true })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await line.getByRole('button', { name: '철회' }).click()
  await page.getByRole('button', { name: '철회', exact: true }).last().click()
  await expect(line).toContainText('한온결 님이 철회')
  await page.goto(`${office.url}/invitation${new URL(link).hash}`)
  await expect(heading(page, '이미 이 사무소의 직원입니다')).toBeVisible()
})

test('signing in through an invitation link makes a person staff, and the link works once', async ({
  browser,
  office,
  newDevicePage: page,
}) => {
  const link = await linkFor(office, '새 직원')
  const token = new URL(link).hash.slice(1)
  const messages: string[] = []
  page.on('request', (request) => messages.push(request.url(), request.headers()['referer'] ?? ''))
  await page.goto(link)
  await expect(heading(page, '온결 법무사사무소에서 직원으로 초대했습니다')).toBeVisible()
  await expect(page.getByText('한온결 님이 보낸 초대입니다.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: '로그인하고 시작' }).click()
  await page.getByText('일반 회원', { exact: true }).click()
  await expect(heading(page, '온결 법무사사무소의 직원이 되었습니다')).toBeVisible()
  await expect(page).toHaveURL(`${office.url}/invitation`)
  await expectAccessibleInBothThemes(page)
  // The token is sent neither to the server nor to the provider, nor in a Referer.
  expect(messages.filter((text) => text.split('#')[0]?.includes(token))).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('kakao_auth_state'))).toBeNull()
  await page.getByRole('link', { name: '사건부 열기' }).click()
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()

  const late = await (await browser.newContext()).newPage()
  await late.goto(link)
  await expect(heading(late, '이미 사용된 초대 링크입니다')).toBeVisible()
  await expect(late.getByText('초대한 최고관리자에게 새 초대 링크를 요청해 주세요.')).toBeVisible()
  await expectAccessibleInBothThemes(late)
  await late.context().close()
})

test('a signed-in member becomes staff in every window without signing in again', async ({
  office,
  newDevicePage: page,
}) => {
  const link = await linkFor(office, '박새론')
  await startSession(page, office, 'member')
  await page.goto(`${office.url}/about`)
  const otherTab = await page.context().newPage()
  await otherTab.goto(link)
  await expect(otherTab.getByText('지금 박새론 님의 계정으로 로그인되어 있습니다.')).toBeVisible()
  await expect(otherTab.getByRole('button', { name: '다른 계정으로 로그인' })).toBeVisible()
  await expectAccessible(otherTab)
  await otherTab.getByRole('button', { name: '직원으로 등록' }).click()
  await expect(heading(otherTab, '온결 법무사사무소의 직원이 되었습니다')).toBeVisible()
  await expect(page.getByRole('link', { name: '업무 화면' })).toBeVisible()
  await otherTab.reload()
  await expect(heading(otherTab, '이미 이 사무소의 직원입니다')).toBeVisible()
})

test('explains whether a link is truncated, unknown or withdrawn, or the server unreachable', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(`${office.url}/invitation`)
  await expect(heading(page, '초대 링크가 온전하지 않습니다')).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/invitation/look', (route) => route.abort())
  await page.goto(`${office.url}/invitation#ogi_${'x'.repeat(43)}`)
  await expect(page.getByText('초대 내용은 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  await page.unroute('**/api/invitation/look')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(heading(page, '알 수 없는 초대 링크입니다')).toBeVisible()
  const invitation = createdInvitationSchema.parse(
    await callAsSuperuser(office, `POST ${invitationsPath}`, { note: '철회할 링크' }),
  )
  const headers = { ...(await signInAt(office.origin, 'superuser')), 'content-type': 'application/json' }
  const body = JSON.stringify({ id: invitation.invitations[0]?.id })
  await fetch(office.origin + invitationsPath, { method: 'DELETE', headers, body })
  await page.goto(`${office.url}/invitation${new URL(invitation.link).hash}`)
  await expect(heading(page, '철회된 초대 링크입니다')).toBeVisible()
  await expect(page).toHaveURL(`${office.url}/invitation`)
})
