import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { pressOn } from '../steps.ts'
import { openGallery } from './open-gallery.tsx'

beforeEach(async () => {
  await openGallery('floating')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(async () => {
  vi.useRealTimers()
  // Moves the pointer away, because one left over the toasts would keep those of the next test
  // open.
  await commands.moveMouse({ x: 0, y: 0 })
})

const region = () => page.getByRole('region', { name: '알림' })
const toasts = () => region().getByRole('dialog')
const show = (name: string) => pressOn(page.getByRole('button', { name }), 'Enter')

/**
 * Waits in real time. Each try of `expect.poll` and `expect.element` moves the fake clock by 50 ms.
 */
async function waitUntil(condition: () => boolean): Promise<boolean> {
  const deadline = performance.now() + 10_000
  while (!condition() && performance.now() < deadline) await new Promise(requestAnimationFrame)
  return condition()
}

/** Long enough for an expired toast to disappear. */
async function waitForRerender(): Promise<void> {
  await new Promise(requestAnimationFrame)
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  await new Promise(requestAnimationFrame)
}

function isShown(toast: Locator): boolean {
  return toast.elements().length === 1
}

function isGone(toast: Locator): boolean {
  return toast.elements().length === 0
}

test.each([
  ['성공 알림', 2500, '성공적으로 수정되었습니다.'],
  ['안내 알림', 2500, '무한스크롤 모드가 활성화되었습니다.'],
  ['주의 알림', 3000, '선택된 항목이 없습니다.'],
  ['오류 알림', 4000, '작업 중 오류가 발생했습니다: 서버에 연결할 수 없습니다.'],
  ['닫기 없는 알림', 2000, '자동으로 사라집니다.'],
])('%s stays for %i ms', async (name, ms, text) => {
  await show(name)
  expect(await waitUntil(() => isShown(toasts()))).toBe(true)
  expect(toasts().element().textContent).toContain(text)
  vi.advanceTimersByTime(ms - 100)
  await waitForRerender()
  expect(isShown(toasts())).toBe(true)
  vi.advanceTimersByTime(200)
  expect(await waitUntil(() => isGone(toasts()))).toBe(true)
})

test('announces toasts politely, in a region that exists before the first of them', async () => {
  await expect.element(region()).toHaveAttribute('aria-live', 'polite')
  await show('오류 알림')
  expect(await waitUntil(() => isShown(toasts()))).toBe(true)
  expect(region().getByRole('alert').elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: '오류 알림' })).toHaveFocus()
})

test('shows at most three toasts, and the same message twice as one', async () => {
  for (const name of ['성공 알림', '성공 알림', '안내 알림', '주의 알림', '오류 알림']) await show(name)
  expect(await waitUntil(() => region().getByCss('[data-limited]').elements().length === 1)).toBe(true)
  const listVisible = () =>
    toasts()
      .elements()
      .filter((toast) => toast.checkVisibility({ visibilityProperty: true }))
  expect(await waitUntil(() => listVisible().length === 3)).toBe(true)
})

test('keeps a toast open on hover, runs its action once, and closes it with its button', async () => {
  await show('두 줄과 되돌리기')
  const toast = toasts().filter({ hasText: '12개가 삭제되었습니다.' })
  const undone = toasts().filter({ hasText: '되돌렸습니다.' })
  expect(await waitUntil(() => isShown(toast))).toBe(true)
  expect(toast.element().textContent).toContain('사건부에서 지웠습니다.')
  await toast.hover()
  vi.advanceTimersByTime(10_000)
  await waitForRerender()
  expect(isShown(toast)).toBe(true)
  await toast.getByRole('button', { name: '되돌리기' }).click()
  expect(await waitUntil(() => isShown(undone))).toBe(true)
  await show('닫기 없는 알림')
  const withoutClose = toasts().filter({ hasText: '자동으로' })
  expect(await waitUntil(() => isShown(withoutClose))).toBe(true)
  expect(withoutClose.getByRole('button').elements()).toEqual([])
  await undone.getByRole('button', { name: '알림 닫기' }).click()
  vi.advanceTimersByTime(500)
  expect(await waitUntil(() => isGone(undone))).toBe(true)
})
