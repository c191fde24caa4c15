import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { applyTheme } from '#app/ui/theme/theme.ts'
import { expectAccessible } from '../accessibility.ts'
import { focus, pressOn } from '../steps.ts'
import { press } from '../table/table-steps.ts'
import { sectionIds } from './gallery.tsx'
import { openGallery } from './open-gallery.tsx'

// Checks the colors of thousands of elements.
describe('axe', { timeout: 120_000 }, () => {
  test.each(sectionIds)('passes in section %s, light and dark', async (section) => {
    await openGallery(section)
    await expectAccessible()
  })

  test('passes in toasts and a popover, light and dark', async () => {
    await openGallery('floating')
    for (const name of ['두 줄과 되돌리기', '오류 알림']) await page.getByRole('button', { name }).click()
    const toasts = page.getByRole('region', { name: '알림' })
    await toasts.getByRole('dialog').last().hover()
    await expectAccessible(await toasts.findElement())
    await page.getByRole('button', { name: '펼침' }).click()
    await expectAccessible(await page.getByRole('dialog', { name: '필터 추가' }).findElement())
  })
})

test("the browser's text size changes no space while it changes no text", async () => {
  await openGallery('buttons')
  const measure = () =>
    page
      .getByRole('button')
      .elements()
      .map((button) => [getComputedStyle(button).fontSize, button.getBoundingClientRect().height])
  const before = measure()
  document.documentElement.style.fontSize = '32px'
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  expect(measure()).toEqual(before)
})

describe('brightness', () => {
  afterEach(async () => {
    localStorage.clear()
    applyTheme()
    await commands.emulateMedia({ colorScheme: null })
  })

  test('the switch shows light on a dark device and dark on a light one', async () => {
    const getBackground = () => getComputedStyle(document.body).backgroundColor
    await commands.emulateMedia({ colorScheme: 'light' })
    await openGallery('json')
    const light = getBackground()
    await page.getByRole('button', { name: '어둡게' }).click()
    const dark = getBackground()
    expect(dark).not.toBe(light)
    await commands.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: '밝게' }).click()
    expect(getBackground()).toBe(light)
    await page.getByRole('button', { name: '기기 설정대로' }).click()
    expect(getBackground()).toBe(dark)
  })
})

test.each(sectionIds)('section %s has no transitions for people who want reduced motion', async (section) => {
  await commands.emulateMedia({ reducedMotion: 'reduce' })
  await openGallery(section)
  const moving = [...document.querySelectorAll('body *')].filter(
    (element) => getComputedStyle(element).transitionProperty !== 'none',
  )
  expect(moving).toEqual([])
})

test('each of the nine button tones comes in five sizes with their stated heights', async () => {
  await openGallery('buttons')
  const lines = page.getByRole('list', { name: '단추' }).getByRole('listitem')
  const heights = lines.all().map((line) =>
    line
      .getByRole('button', { name: / (xs|sm|md|lg|xl)$/ })
      .elements()
      .map((button) => button.getBoundingClientRect().height),
  )
  expect(heights).toEqual(Array.from({ length: 9 }, () => [24, 28, 32, 40, 44]))
})

test('a disabled button shows its reason, keeps the focus, and works once it is enabled', async () => {
  await openGallery('buttons')
  const connection = page.getByRole('button', { name: '연결' })
  const send = page.getByRole('button', { name: '지금 보내기' })
  const sentCount = page.getByText(/^보낸 횟수/)
  await pressOn(connection, 'Tab')
  await expect.element(send).toHaveFocus()
  await expect.element(send).toHaveAccessibleDescription('네트워크에 연결되면 시작할 수 있습니다.')
  const reason = page.getByRole('tooltip')
  await expect.element(reason).toBeVisible()
  await press('Enter')
  await expect.element(sentCount).toHaveTextContent('보낸 횟수 0')
  await press('Escape')
  await expect.element(reason).not.toBeInTheDocument()
  await connection.click()
  await press('Tab', 'Enter')
  await expect.element(sentCount).toHaveTextContent('보낸 횟수 1')
  // Disabled again by its own action.
  await expect.element(send).toHaveFocus()
})

describe('action bar', () => {
  afterEach(() => page.viewport(1440, 900))

  const bar = () => page.getByRole('toolbar', { name: '주소 작업' })
  const other = () => page.getByRole('toolbar', { name: '세 가지뿐인 작업' })
  const more = () => bar().getByRole('button', { name: '더보기' })
  const names = () =>
    bar()
      .getByRole('button')
      .elements()
      .map((button) => button.textContent)

  test('shows three actions and puts the rest behind 더보기; three actions need no 더보기', async () => {
    await openGallery('bars')
    await expect.poll(names).toEqual(['등본 발급', '등본 다운로드', '소유자 정보 갱신', '더보기'])
    expect(other().getByRole('button').elements()).toHaveLength(3)
    await more().click()
    const items = page.getByRole('menuitem')
    await expect
      .poll(() => items.elements().map((item) => item.textContent))
      .toEqual(['상태 변경', '토지조서 생성선택된 항목이 없습니다.', '삭제'])
    await page.getByRole('menuitem', { name: '상태 변경' }).click()
    await expect.element(page.getByRole('status').filter({ hasText: /^상태 변경$/ })).toBeVisible()
  })

  test('is one Tab stop; arrows reach every action, and a disabled one does nothing', async () => {
    await openGallery('bars')
    const done = (name: string) => page.getByCss('output').filter({ hasText: name })
    await focus(bar().getByRole('button', { name: '등본 발급' }))
    await press('ArrowRight', 'Enter')
    await expect.element(done('등본 다운로드')).toBeVisible()
    await press('ArrowRight')
    await expect.element(bar().getByRole('button', { name: '소유자 정보 갱신' })).toHaveFocus()
    await press('Enter')
    await press('ArrowRight')
    await expect.element(more()).toHaveFocus()
    expect(done('소유자 정보 갱신').elements()).toEqual([])
    await press('Enter')
    await expect.element(page.getByRole('menu')).toBeVisible()
    await press('Escape')
    await expect.element(more()).toHaveFocus()
    await press('Tab')
    await expect.element(other().getByRole('button').first()).toHaveFocus()
  })

  test('shows fewer actions in little space, truncates none, and moves the focus to 더보기', async () => {
    await page.viewport(390, 844)
    await openGallery('bars')
    await expect.poll(() => names().length).toBeLessThan(4)
    expect(names().at(-1)).toBe('더보기')
    await page.viewport(1440, 900)
    await expect.poll(() => names().length).toBe(4)
    await focus(bar().getByRole('button', { name: '등본 다운로드' }))
    await page.viewport(320, 844)
    await expect.element(bar().getByRole('button', { name: '등본 다운로드' })).not.toBeInTheDocument()
    await expect.element(more()).toHaveFocus()
    expect(bar().getByRole('button').last().element().getBoundingClientRect().right).toBeLessThanOrEqual(320)
  })
})

test('removes finished downloads one by one or all at once, and the focus stays in the list', async () => {
  await openGallery('downloads')
  const list = page.getByRole('group', { name: '다운로드 작업 목록' }).first()
  const articles = () => list.getByRole('article').elements().length
  const progress = list.getByRole('progressbar', { name: '사건부 엑셀 진행률' }).last()
  await expect.element(progress).toHaveAttribute('aria-valuenow', '41')
  const count = list.getByText('처리 건수').first().element().parentElement
  expect(count?.textContent).toBe('처리 건수41,000 / 100,000건')
  await pressOn(list.getByRole('button', { name: '등본 3건 삭제' }), 'Enter')
  await expect.poll(articles).toBe(4)
  await expect.element(list).toHaveFocus()
  await list.getByRole('button', { name: '끝난 작업 모두 삭제 (2)' }).click()
  await expect.poll(articles).toBe(2)
  await page.getByRole('button', { name: '네트워크 끊기' }).click()
  await expect
    .element(list.getByRole('status'))
    .toHaveTextContent('네트워크가 끊겨 확인을 멈췄습니다. 연결되면 이어서 확인합니다.')
})
