import { makeGrayPng } from '../../support/documents/pictures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { findCard, findCardFace, openCards } from '../support/cards.ts'
import { goOffline } from '../support/go-offline.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test('the bottom bar has 오늘, 사건, 퀵 and 카드, and 더보기 has the other screens and the account', async ({
  office,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/staff`)
  const bar = page.getByRole('navigation', { name: '빠른 이동' })
  await expect(bar.getByRole('link')).toHaveText(['오늘', '사건', '퀵', '카드'])
  for (const [place, path] of [
    ['사건', '/services/real-estate'],
    ['퀵', '/quick'],
    ['카드', '/staff/card-report'],
    ['오늘', '/staff'],
  ] as const) {
    await bar.getByRole('link', { name: place }).tap()
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(bar.locator('[aria-current]')).toHaveText(place)
  }
  const more = bar.getByRole('button', { name: '더보기' })
  await more.tap()
  const menu = page.getByRole('dialog', { name: '업무 메뉴' })
  await expect(menu.getByRole('region', { name: '내 정보' })).toContainText('김가온')
  await expect(menu.getByRole('button', { name: '로그아웃' })).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('link', { name: '공탁 관리' }).tap()
  await expect(menu).toHaveCount(0)
  await expect(more).toHaveAttribute('aria-current', 'true')
  await more.tap()
  await menu.getByRole('button', { name: '로그인한 기기' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: '로그인한 기기' })).toBeVisible()
})

test('the status line cuts off no word while a photograph waits @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '사진줄')
  await openCards(page, office.url, '/services/real-estate?tab=table&search=사진줄')
  await goOffline(page, office)
  await findCardFace(findCard(page, '사진줄1')).tap()
  const panel = page.getByRole('region', { name: /사진줄1/ })
  await panel.getByRole('tab', { name: /^서류철/ }).tap()
  const photograph = { name: 'IMG.png', mimeType: 'image/png', buffer: makeGrayPng(900, 600) }
  await panel.getByTestId('paper-camera').setInputFiles(photograph)
  const dialog = page.getByRole('dialog', { name: /^사진 추가/ })
  await dialog.getByRole('button', { name: '추가', exact: true }).tap()
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  const line = page.getByRole('contentinfo', { name: '연결과 전송 상태' })
  await expect(line.getByText('사진 1', { exact: true })).toBeVisible()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    const cut = await line.evaluate((element) => {
      const box = element.getBoundingClientRect()
      const texts = [...element.querySelectorAll('span')].filter(
        ({ children, textContent }) => children.length === 0 && textContent,
      )
      // Below the line is out of sight as a whole.
      const inLine = texts
        .map((text) => [text.textContent, text.getBoundingClientRect()] as const)
        .filter(([, { width: wide, top }]) => wide > 1 && top < box.bottom)
      return inLine.filter(([, { left, right }]) => left < box.left || right > box.right).map(([text]) => text)
    })
    expect(cut).toEqual([])
  }
})
