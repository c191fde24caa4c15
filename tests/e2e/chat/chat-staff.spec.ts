import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { listDeposits, makeDeposits } from '../support/deposits.ts'
import { goOffline, waitUntilCopied } from '../support/go-offline.ts'
import type { Office } from '../support/office-kinds.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

async function openChat(page: Page, office: Office): Promise<{ box: Locator; log: Locator }> {
  await page.goto(`${office.url}/features`)
  const log = page.getByRole('log', { name: '대화' })
  await expect(log).toContainText('장부 도우미입니다.')
  return { box: page.getByRole('textbox', { name: '질문' }), log }
}

function lastAnswer(log: Locator): Locator {
  return log.locator('> ol > li').filter({ hasText: '답변: ' }).last()
}

test('a change made in the conversation is undone by asking for it', async ({ office, colleague, staffPage: page }) => {
  await makeDeposits(colleague, '채팅취소', 1)
  const { box, log } = await openChat(page, office)
  await waitUntilCopied(page)
  await box.fill('방금 바꾼 거 되돌려줘')
  await box.press('Enter')
  await expect(lastAnswer(log)).toContainText('이 대화에서 적용한 변경이 없습니다.')
  const readStatus = async () => (await listDeposits(colleague, '채팅취소'))[0]?.status
  const before = await readStatus()
  await box.fill('채팅취소1 공탁 보류로 해줘')
  await box.press('Enter')
  await lastAnswer(log).getByRole('button', { name: '적용' }).click()
  await expect.poll(readStatus).toBe('on_hold')
  await box.fill('방금 바꾼 거 되돌려줘')
  await box.press('Enter')
  await expect(lastAnswer(log)).toContainText('마지막으로 적용한 변경: 상태 수정 (채팅취소1)')
  await expectAccessible(page, 'main')
  await lastAnswer(log).getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(readStatus).toBe(before)
  await expect(lastAnswer(log)).toContainText('되돌렸습니다: 상태 수정 (채팅취소1)')
})

test('opens the query of an answer in the book, undoes a proposed change, and lists earlier conversations', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '채팅표', 3)
  const { box, log } = await openChat(page, office)
  await waitUntilCopied(page)
  await box.focus()
  await page.keyboard.type('소유자 채팅표 공탁 사건 몇 건이야?')
  await page.keyboard.press('Enter')
  await expect(lastAnswer(log)).toContainText('공탁 사건 3건입니다.')
  await expect(lastAnswer(log).getByRole('row')).toHaveCount(5)
  await expect(box).toBeFocused()
  await lastAnswer(log).getByRole('link', { name: '공탁 사건에서 같은 조건으로 열기' }).click()
  await expect(page).toHaveURL(/\/services\/deposit\?/)
  await expect(page.getByText('총 3건')).toBeVisible()
  await page.goBack()
  await expect(lastAnswer(log)).toContainText('공탁 사건 3건입니다.')

  await box.fill('채팅표1 공탁 사건 보류로 바꿔 줘')
  await box.press('Enter')
  const card = lastAnswer(log).getByRole('region', { name: '변경 제안: 채팅표1' })
  await expect(card).toContainText('보류')
  await expectAccessible(page, 'main')
  const readStatus = async () =>
    (await listDeposits(colleague, '채팅표')).find(({ owner_name }) => owner_name === '채팅표1')?.status
  const before = await readStatus()
  expect(before).not.toBe('on_hold')
  await card.getByRole('button', { name: '적용' }).click()
  await expect.poll(readStatus).toBe('on_hold')
  await expect(card).toContainText('적용됨')
  await card.getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(readStatus).toBe(before)
  await expect(card.getByRole('button', { name: '적용' })).toBeVisible()

  // A rephrased question replaces the original.
  await page.getByRole('button', { name: '질문 수정' }).click()
  await expect(box).toHaveValue('채팅표1 공탁 사건 보류로 바꿔 줘')
  await box.fill('다시 적은 이야기 사건')
  await box.press('Enter')
  await expect(page.getByRole('button', { name: '질문 수정' })).toBeVisible()
  await box.fill('쓰다 만 질문')
  await page.reload()
  await expect(log.getByText('다시 적은 이야기 사건', { exact: true })).toHaveCount(0)
  await expect(box).toHaveValue('쓰다 만 질문')
  await page.getByRole('button', { name: '지난 대화' }).click()
  const past = page.getByRole('region', { name: '지난 대화' })
  await expect(past.getByRole('heading')).toBeFocused()
  await expectAccessible(page, 'main')
  await past
    .getByRole('button', { name: /^소유자 채팅표 공탁/ })
    .first()
    .click()
  await expect(log.getByText('다시 적은 이야기 사건', { exact: true })).toBeVisible()
  await expect(log.getByText('채팅표1 공탁 사건 보류로 바꿔 줘', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: '지난 대화' }).click()
  await past.getByRole('button', { name: /^소유자 채팅표 공탁.* 삭제$/ }).click()
  await expect(past.getByRole('status')).toHaveText('삭제했습니다.')
  await expect(log.getByText('다시 적은 이야기 사건', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(past).toHaveCount(0)
})

test('answers offline from the copy on this device, including unsent changes @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '채팅사본', 2)
  const { box, log } = await openChat(page, office)
  await goOffline(page, office)
  await box.fill('소유자 채팅사본 공탁 사건 보수료 합계')
  await box.press('Enter')
  await expect(lastAnswer(log)).toContainText('서버 대신 이 기기의 사본에서 찾았습니다.')
  await expect(lastAnswer(log)).toContainText('공탁 사건 2건, 보수료 합계')
  await box.fill('채팅사본1 공탁 사건 보류로 바꿔 줘')
  await box.press('Enter')
  await lastAnswer(log).getByRole('button', { name: '적용' }).click()
  await expect(lastAnswer(log)).toContainText('적용됨')
  await box.fill('소유자 채팅사본 보류 중인 공탁 사건 몇 건')
  await box.press('Enter')
  await expect(lastAnswer(log)).toContainText('공탁 사건 1건입니다.')
  office.network.setReachable(true)
  await expect.poll(async () => (await listDeposits(colleague, '채팅사본'))[0]?.status).toBe('on_hold')
})
