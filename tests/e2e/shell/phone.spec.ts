import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { cards, findCard, findCardFace, openCards } from '../support/cards.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'
import { drag } from '../support/touch-targets.ts'

test.use({ reusesDevice: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

const book = '/services/real-estate?tab=table'
const findPanel = (page: Page, owner: string) => page.getByRole('region', { name: `사건부 상세: ${owner}` })

test('a case is a card that opens by a tap, closes by going back and marks a waiting edit', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '카드본이')
  const changes = {
    owner_address: '가람도 솔빛시 해든구 1-2',
    regi_date: '2026-12-24',
    fees: 345_000,
    fees_vat: 34_500,
  }
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: made?.id, ...changes })
  await openCards(page, office.url, `${book}&search=카드본이`)
  await expect(page.getByRole('grid')).toHaveCount(0)
  const card = findCard(page, '카드본이1')
  for (const text of ['가람도 솔빛시 해든구 1-2', '2026.12.24', '진행중', '345,000원', '소유권이전'])
    await expect(findCardFace(card)).toContainText(text)
  await expectAccessible(page)

  const panel = findPanel(page, '카드본이1')
  await findCardFace(card).tap()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)

  await waitUntilCopied(page)
  office.network.setReachable(false)
  await findCardFace(card).tap()
  await panel.getByRole('combobox', { name: '등기목적' }).fill('말소등기')
  await panel.getByRole('button', { name: '저장' }).tap()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(card).toContainText('말소등기')
  await expect(card.locator('[data-mark="queued"]')).toBeVisible()
  await expect(findCardFace(card)).toContainText('전송 대기')
  office.network.setReachable(true)
  await expect(card.locator('[data-mark]')).toHaveCount(0, { timeout: 60_000 })

  await test.step('groups are cards too, and a tap lists the cases of one', async () => {
    await openCards(page, office.url, `${book}&group=purpose`)
    await expect(cards(page).first()).toContainText('건수')
    await findCardFace(cards(page).first()).tap()
    await expect(page.getByRole('list', { name: '사건부', exact: true })).toBeVisible()
    await expect(page).not.toHaveURL(/group=/)
  })
})

test('swiping left shows actions and swiping right selects; ⋯ and keys do the same', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '쓸기', 3)
  await openCards(page, office.url, `${book}&search=쓸기&sort=owner`)
  const card = findCard(page, '쓸기1')
  const remove = card.getByRole('button', { name: '삭제' })
  await expect(remove).toHaveCount(0)
  await drag(page, findCardFace(card), { x: -160, y: 12 })
  await expect(remove).toBeVisible()
  // A tap on the card closes it, and another opens the record.
  const box = await card.boundingBox()
  await page.touchscreen.tap(80, (box?.y ?? 0) + 40)
  await expect(remove).toHaveCount(0)
  await drag(page, findCardFace(card), { x: 120 })
  await expect(page.getByText('1건 선택됨')).toBeVisible()
  await expect(card.getByRole('checkbox')).toBeChecked()
  await findCard(page, '쓸기2').getByRole('checkbox').tap()
  await expect(page.getByText('2건 선택됨')).toBeVisible()
  await page.getByRole('button', { name: '선택 해제' }).tap()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await drag(page, findCardFace(card), { x: -200 })
  await remove.tap()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).tap()
  await expect(findCard(page, '쓸기1')).toHaveCount(0)
  await expect.poll(async () => (await listOwnCases(colleague, '쓸기')).length).toBe(2)

  await findCard(page, '쓸기2').getByRole('button', { name: '1행 작업' }).tap()
  await expect(page.getByRole('menuitem')).toHaveText(['수정', '선택', '삭제'])
  await page.getByRole('menuitem', { name: '선택' }).tap()
  await expect(page.getByText('1건 선택됨')).toBeVisible()
  await findCardFace(findCard(page, '쓸기2')).focus()
  await page.keyboard.press('ArrowDown')
  await expect(findCardFace(findCard(page, '쓸기3'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findPanel(page, '쓸기3')).toBeVisible()
})

test('a mostly vertical drag scrolls the list, and a drag from the edge selects nothing', async ({
  office,
  staffPage: page,
}) => {
  await openCards(page, office.url, book)
  const scroller = page.locator('[data-record-cards] [data-virtuoso-scroller]')
  const face = findCardFace(cards(page).nth(2))
  await drag(page, face, { x: -40, y: -160 })
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(60)
  await expect(page.getByRole('button', { name: '삭제' })).toHaveCount(0)
  const box = await scroller.boundingBox()
  await drag(page, scroller, { x: 150, from: { x: 6, y: (box?.y ?? 0) + 100 } })
  await expect(page.getByText(/건 선택됨/)).toHaveCount(0)
})

test('adds and sorts cases on a phone, switches to the table, and keeps typed text when rotated', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openCards(page, office.url, book)
  await page.getByRole('button', { name: '추가', exact: true }).tap()
  const form = page.getByRole('dialog', { name: '사건 추가' })
  await form.getByLabel('사업구간').selectOption({ index: 1 })
  await form.getByLabel('소유자', { exact: true }).fill('(가)폰에서')
  await form.getByRole('button', { name: '저장' }).tap()
  await expect(form).toHaveCount(0)
  await expect.poll(async () => (await listOwnCases(colleague, '(가)폰에서')).length).toBe(1)
  await page.getByRole('combobox', { name: '정렬' }).selectOption({ label: '소유자' })
  await expect(page).toHaveURL(/sort=owner/)
  await expect(cards(page).first()).toContainText('(가)폰에서')
  await page.getByRole('button', { name: /^오름차순/ }).tap()
  await expect(page).toHaveURL(/sort=-owner/)
  await expect(cards(page).first()).not.toContainText('(가)폰에서')

  await makeCases(colleague, '화면돌림')
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(`${office.url}${book}&search=화면돌림`)
  const cell = page.getByRole('gridcell', { name: '소유권이전', exact: true }).first()
  await cell.tap()
  await cell.tap()
  await page.keyboard.type(' 다시')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('[data-cell-input]')).toHaveValue('소유권이전 다시')
  await page.keyboard.press('Enter')
  await expect(findCard(page, '화면돌림1')).toContainText('소유권이전 다시')

  await page.getByRole('button', { name: '표로 보기' }).tap()
  await page.reload()
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await page.getByRole('button', { name: '카드로 보기' }).tap()
  await expect(cards(page).first()).toBeVisible()
})
