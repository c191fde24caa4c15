import type { Page } from '@playwright/test'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, ownPage, test } from './harness-server.ts'

const title = '부품 진열대'

async function open(page: Page, harnessUrl: string): Promise<void> {
  await page.goto(`${harnessUrl}gallery.html`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.locator('[role=gridcell][data-row="0"]').first().waitFor()
}

for (const scheme of ['light', 'dark'] as const) {
  test(`every part in every state holds no barrier, ${scheme}`, async ({ page, harnessUrl }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await open(page, harnessUrl)
    // Thousands of elements, and each is looked at in its colours.
    test.setTimeout(240_000)
    await expectNoBarrier(page)
    await page.getByRole('button', { name: '두 줄과 되돌리기' }).click()
    await page.getByRole('button', { name: '오류 알림' }).click()
    await page.getByRole('region', { name: '알림', exact: true }).getByRole('dialog').last().hover()
    await expectNoBarrier(page, '[aria-live=polite][role=region]')
    await page.getByRole('button', { name: '펼침' }).click()
    await expect(page.getByRole('dialog', { name: '필터 추가' })).toBeVisible()
    await expectNoBarrier(page, '[role=dialog][id]')
  })
}

test('the switch shows light on a dark device and dark on a light one', async ({ page, harnessUrl }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, harnessUrl)
  const light = await paper()
  await page.getByRole('button', { name: '어둡게' }).click()
  const dark = await paper()
  expect(dark).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: '밝게' }).click()
  expect(await paper()).toBe(light)
  await page.getByRole('button', { name: '기기 설정대로' }).click()
  expect(await paper()).toBe(dark)
})

test('the built app holds nothing of the gallery', async ({ page, harnessUrl }) => {
  // Sees that the title looked for does stand in the gallery: else the test would pass for nothing.
  await open(page, harnessUrl)
  const dist = fileURLToPath(new URL('../../../dist', import.meta.url))
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|html|map)$/.test(name),
  )
  expect(files.length).toBeGreaterThan(10)
  const holding = files.filter((name) => readFileSync(join(dist, name), 'utf8').includes(title))
  expect(holding).toEqual([])
  expect(files.filter((name) => /gallery/i.test(name))).toEqual([])
})

test('nine variants stand in five sizes, each as high as its size says', async ({ page, harnessUrl }) => {
  await open(page, harnessUrl)
  const lines = page.getByRole('list', { name: '단추' }).getByRole('listitem')
  await expect(lines).toHaveCount(9)
  for (const line of await lines.all()) {
    const heights = await line
      .getByRole('button', { name: / (xs|sm|md|lg|xl)$/ })
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
    expect(heights).toEqual([24, 28, 32, 40, 44])
  }
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true })
  test('no button is lower than 44 px', async ({ page, harnessUrl }) => {
    await open(page, harnessUrl)
    const heights = await page
      .getByRole('list', { name: '단추' })
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBe(44)
  })
})

test('a button that cannot be pressed says why, keeps the focus, and works once it can', async ({
  page,
  harnessUrl,
}) => {
  await open(page, harnessUrl)
  const send = page.getByRole('button', { name: '지금 보내기' })
  const sent = page.getByText(/^보낸 횟수/)
  await page.getByRole('button', { name: '연결', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(send).toBeFocused()
  await expect(send).toHaveAccessibleDescription('네트워크에 연결되면 시작할 수 있습니다.')
  const reason = page.getByRole('tooltip')
  await expect(reason).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(sent).toHaveText('보낸 횟수 0')
  await page.keyboard.press('Escape')
  await expect(reason).toBeHidden()
  await page.getByRole('button', { name: '연결', exact: true }).click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(sent).toHaveText('보낸 횟수 1')
  // It cannot be pressed again now, and still has the focus.
  await expect(send).toBeFocused()
})

test.describe('action bar', () => {
  const bar = (page: Page) => page.getByRole('toolbar', { name: '주소 작업' })
  const names = (page: Page) => bar(page).getByRole('button').allTextContents()

  test('three actions stand in it, the rest behind 더보기; three need none', async ({ page, harnessUrl }) => {
    await open(page, harnessUrl)
    expect(await names(page)).toEqual(['등본 발급', '등본 다운로드', '소유자 정보 갱신', '더보기'])
    expect(await page.getByRole('toolbar', { name: '세 가지뿐인 작업' }).getByRole('button').count()).toBe(3)
    await bar(page).getByRole('button', { name: '더보기' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['상태 변경', '토지조서 생성선택된 항목이 없습니다.', '삭제'])
    await page.getByRole('menuitem', { name: '상태 변경' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^상태 변경$/ })).toBeVisible()
  })

  test('one stop for Tab, arrows from act to act, what cannot be done is reached and does nothing', async ({
    page,
    harnessUrl,
  }) => {
    await open(page, harnessUrl)
    await bar(page).getByRole('button', { name: '등본 발급' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.locator('output', { hasText: '등본 다운로드' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(bar(page).getByRole('button', { name: '소유자 정보 갱신' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('output', { hasText: '소유자 정보 갱신' })).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await expect(bar(page).getByRole('button', { name: '더보기' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar(page).getByRole('button', { name: '더보기' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('toolbar', { name: '세 가지뿐인 작업' }).getByRole('button').first()).toBeFocused()
  })

  test('where there is little room fewer stand in it, none is cut, and a focus goes to 더보기', async ({
    page,
    harnessUrl,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, harnessUrl)
    const narrow = await names(page)
    expect(narrow.at(-1)).toBe('더보기')
    expect(narrow.length).toBeLessThan(4)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(bar(page).getByRole('button')).toHaveCount(4)
    await bar(page).getByRole('button', { name: '등본 다운로드' }).focus()
    await page.setViewportSize({ width: 320, height: 844 })
    await expect(bar(page).getByRole('button', { name: '등본 다운로드' })).toHaveCount(0)
    await expect(bar(page).getByRole('button', { name: '더보기' })).toBeFocused()
    const { right } = await bar(page)
      .getByRole('button')
      .last()
      .evaluate((last) => last.getBoundingClientRect())
    expect(right).toBeLessThanOrEqual(320)
  })
})

test.describe('toasts', ownPage, () => {
  test.beforeEach(async ({ page, harnessUrl }) => {
    await page.clock.install({ time: new Date('2026-11-21T09:00:00+09:00') })
    await open(page, harnessUrl)
    // From here on time only passes when it is told to, however slow the machine.
    await page.clock.pauseAt(new Date('2026-11-21T10:00:00+09:00'))
  })

  const region = (page: Page) => page.getByRole('region', { name: '알림', exact: true })
  const shown = (page: Page) => region(page).getByRole('dialog')

  for (const [name, text, ms] of [
    ['성공 알림', '성공적으로 수정되었습니다.', 2500],
    ['안내 알림', '무한스크롤 모드가 활성화되었습니다.', 2500],
    ['주의 알림', '선택된 항목이 없습니다.', 3000],
    ['오류 알림', '작업 중 오류가 발생했습니다: 서버에 연결할 수 없습니다.', 4000],
    ['닫기 없는 알림', '자동으로 사라집니다.', 2000],
  ] as const) {
    test(`${name} stays ${ms} ms`, async ({ page }) => {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await expect(shown(page)).toContainText(text)
      await page.clock.runFor(ms - 100)
      await expect(shown(page)).toBeVisible()
      await page.clock.runFor(700)
      await expect(shown(page)).toHaveCount(0)
    })
  }

  test('they are read out politely, in a region that stands there before the first', async ({ page }) => {
    await expect(region(page)).toHaveAttribute('aria-live', 'polite')
    await page.getByRole('button', { name: '오류 알림' }).press('Enter')
    await expect(region(page).getByRole('alert')).toHaveCount(0)
    await expect(shown(page)).toBeVisible()
    await expect(page.getByRole('button', { name: '오류 알림' })).toBeFocused()
  })

  test('three are seen at most, and the same message twice is one', async ({ page }) => {
    for (const name of ['성공 알림', '성공 알림', '안내 알림', '주의 알림', '오류 알림']) {
      await page.getByRole('button', { name, exact: true }).press('Enter')
    }
    await expect(region(page).locator('[data-limited]')).toHaveCount(1)
    await expect(shown(page).filter({ visible: true })).toHaveCount(3)
  })

  test('hover holds a toast, its act runs once, and its close button closes it', async ({ page }) => {
    await page.getByRole('button', { name: '두 줄과 되돌리기' }).press('Enter')
    const toast = shown(page).filter({ hasText: '12개가 삭제되었습니다.' })
    await expect(toast).toContainText('사건부에서 지웠습니다.')
    await toast.hover()
    await page.clock.runFor(10_000)
    await expect(toast).toBeVisible()
    await toast.getByRole('button', { name: '되돌리기' }).click()
    await expect(shown(page).filter({ hasText: '되돌렸습니다.' })).toBeVisible()
    await page.getByRole('button', { name: '닫기 없는 알림' }).press('Enter')
    await expect(shown(page).filter({ hasText: '자동으로' }).getByRole('button')).toHaveCount(0)
    await shown(page).filter({ hasText: '되돌렸습니다.' }).getByRole('button', { name: '알림 닫기' }).click()
    await page.clock.runFor(500)
    await expect(shown(page).filter({ hasText: '되돌렸습니다.' })).toHaveCount(0)
  })
})

test('a finished download is removed one by one or all at once, and the focus stays in the list', async ({
  page,
  harnessUrl,
}) => {
  await open(page, harnessUrl)
  const list = page.getByRole('group', { name: '다운로드 작업 목록' }).first()
  await expect(list.getByRole('progressbar', { name: '사건부 엑셀 진행률' }).last()).toHaveAttribute(
    'aria-valuenow',
    '41',
  )
  await expect(list.getByText('처리 건수').nth(0).locator('..')).toHaveText('처리 건수41,000 / 100,000건')
  await list.getByRole('button', { name: '등본 3건 삭제' }).press('Enter')
  await expect(list.getByRole('article')).toHaveCount(4)
  await expect(list).toBeFocused()
  await list.getByRole('button', { name: '끝난 작업 모두 삭제 (2)' }).click()
  await expect(list.getByRole('article')).toHaveCount(2)
  await page.getByRole('button', { name: '네트워크 끊기' }).click()
  await expect(list.getByRole('status')).toHaveText('네트워크가 끊겨 확인을 멈췄습니다. 연결되면 이어서 확인합니다.')
})
