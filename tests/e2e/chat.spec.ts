import type { Page } from '@playwright/test'
import { chatPaths } from '#contract/chat/chat-words.ts'
import { expectNoBarrier } from './support/barriers.ts'
import type { Office } from './support/office-kinds.ts'
import { expect, test } from './support/test.ts'

async function openChat(page: Page, office: Office) {
  await page.goto(`${office.url}/features`)
  await expect(page.getByRole('heading', { name: 'AI 채팅' })).toBeVisible()
  await expect(page.getByRole('log', { name: '대화' })).toContainText('법무사사무소의 안내 도우미입니다.')
  return { box: page.getByRole('textbox', { name: '질문' }), log: page.getByRole('log', { name: '대화' }) }
}

test('a visitor asks with the keyboard alone, and the answer leads to the page it comes from', async ({
  office,
  calmPage: page,
}) => {
  const { box, log } = await openChat(page, office)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '보내기' })).toBeDisabled()
  await expectNoBarrier(page)
  await box.focus()
  await page.keyboard.type('   ')
  await expect(page.getByRole('button', { name: '보내기' })).toBeDisabled()
  await box.fill('')
  await page.keyboard.type('등기필증을')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('잃어버렸어요')
  await expect(box).toHaveValue('등기필증을\n잃어버렸어요')
  await page.keyboard.press('Enter')
  await expect(log).toContainText('등기필증은 다시 발급되지 않습니다.')
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
  await expectNoBarrier(page)
  await log.getByRole('navigation', { name: '출처' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/services\/real-estate#questions$/)
  // The conversation outlives the way there and back, and a reload.
  await page.goBack()
  await expect(log).toContainText('등기필증은 다시 발급되지 않습니다.')
  await page.reload()
  await expect(log).toContainText('등기필증은 다시 발급되지 않습니다.')
  await page.getByRole('button', { name: '대화 지우기' }).click()
  await expect(log).not.toContainText('등기필증')
})

test('a question is put otherwise, asked again and followed up; suggestions are asked by a press', async ({
  office,
  calmPage: page,
}) => {
  const { box, log } = await openChat(page, office)
  await page.getByRole('button', { name: '소유권이전등기 비용은 어떻게 정해지나요?' }).click()
  await expect(log).toContainText('따로 적어 견적을 드립니다.')
  await box.fill('맛집 추천해 줘')
  await box.press('Enter')
  await expect(log).toContainText('공개된 안내에서 답을 찾지 못했습니다.')
  await page.getByRole('button', { name: '질문 수정' }).click()
  await expect(box).toHaveValue('맛집 추천해 줘')
  await expect(box).toBeFocused()
  await expect(log).not.toContainText('찾지 못했습니다.')
  await box.fill('법인 설립')
  await box.press('Enter')
  await expect(log).toContainText('정관과 의사록의 작성')
  await page.getByRole('button', { name: '다시 묻기' }).click()
  await expect(log.getByText('법인 설립', { exact: true })).toHaveCount(1)
  // While an answer is on its way nothing is sent.
  await expect(page.getByRole('button', { name: '다시 묻기' })).toBeVisible()
  await box.fill('그럼 기한은?')
  await box.press('Enter')
  await expect(log.getByRole('listitem').filter({ hasText: '답변: ' }).last()).toContainText('2주')
})

test('without a network it says so and loses nothing; too many letters are told before they are sent', async ({
  office,
  calmPage: page,
}) => {
  const { box, log } = await openChat(page, office)
  office.network.setReachable(false)
  await box.fill('공탁이 뭔가요')
  await box.press('Enter')
  await expect(page.getByRole('alert')).toContainText('오류: 답을 받지 못했습니다.')
  await expect(log).toContainText('오류가 발생했습니다.')
  office.network.setReachable(true)
  await page.getByRole('button', { name: '다시 묻기' }).click()
  await expect(log).toContainText('공탁은 돈이나 물건을')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await box.fill('제 번호는 900101-1234568 입니다')
  await box.press('Enter')
  await expect(page.getByText('주민등록번호 1개를 가리고 물었습니다.')).toBeVisible()
  await box.fill('가'.repeat(8001))
  await expect(page.getByText('8,000자까지 보낼 수 있습니다. 1자가 넘쳤습니다.')).toBeVisible()
  await expect(page.getByRole('button', { name: '보내기' })).toBeDisabled()
  await page.context().setOffline(true)
  await expect(page.getByText('네트워크에 연결되어 있지 않습니다.')).toBeVisible()
  await page.context().setOffline(false)
})

test('an answer that does not come is stopped', async ({ office, calmPage: page }) => {
  const { box, log } = await openChat(page, office)
  office.network.setFaults(({ path }) => (path.includes(chatPaths.ask) ? { kind: 'hang' } : { kind: 'pass' }))
  await box.fill('공탁이 뭔가요')
  await box.press('Enter')
  await expect(page.getByText('답변을 생성하고 있습니다')).toBeVisible()
  await page.getByRole('button', { name: '중지' }).click()
  await expect(log).toContainText('답변을 중지했습니다.')
  await expect(box).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('nothing is cut off, and nothing stands over the box', async ({ office, calmPage: page }) => {
    const { box, log } = await openChat(page, office)
    await page.getByRole('button', { name: '토지 수용 보상금도 공탁해 주나요?' }).tap()
    await expect(log.getByRole('navigation', { name: '출처' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expect(box).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('navigation', { name: '바로 연락' })).toHaveCount(0)
    for (const button of await page.getByRole('main').locator('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectNoBarrier(page)
  })
})
