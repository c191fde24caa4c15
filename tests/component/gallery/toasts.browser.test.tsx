import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { pressOn } from '../steps.ts'
import { openGallery } from './open-gallery.tsx'

beforeEach(async () => {
  await openGallery('floating')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(async () => {
  vi.useRealTimers()
  // A pointer left over the toasts would hold those of the next test.
  await commands.moveMouse({ x: 0, y: 0 })
})

const region = () => page.getByRole('region', { name: '알림' })
const toasts = () => region().getByRole('dialog')
const show = (name: string) => pressOn(page.getByRole('button', { name }), 'Enter')

test.each([
  ['성공 알림', '성공적으로 수정되었습니다.', 2500],
  ['안내 알림', '무한스크롤 모드가 활성화되었습니다.', 2500],
  ['주의 알림', '선택된 항목이 없습니다.', 3000],
  ['오류 알림', '작업 중 오류가 발생했습니다: 서버에 연결할 수 없습니다.', 4000],
  ['닫기 없는 알림', '자동으로 사라집니다.', 2000],
])('%s stays as long as its kind says', async (name, text, ms) => {
  await show(name)
  await expect.element(toasts()).toMatchTextContent(text)
  vi.advanceTimersByTime(ms - 100)
  await expect.element(toasts()).toBeVisible()
  vi.advanceTimersByTime(700)
  await expect.poll(() => toasts().elements()).toEqual([])
})

test('toasts are read out politely, in a region that is there before the first of them', async () => {
  await expect.element(region()).toHaveAttribute('aria-live', 'polite')
  await show('오류 알림')
  await expect.element(toasts()).toBeVisible()
  expect(region().getByRole('alert').elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: '오류 알림' })).toHaveFocus()
})

test('shows at most three toasts, and the same message twice as one', async () => {
  for (const name of ['성공 알림', '성공 알림', '안내 알림', '주의 알림', '오류 알림']) await show(name)
  await expect.poll(() => region().getByCss('[data-limited]').elements().length).toBe(1)
  await expect
    .poll(
      () =>
        toasts()
          .elements()
          .filter((toast) => toast.checkVisibility({ visibilityProperty: true })).length,
    )
    .toBe(3)
})

test('hover holds a toast, its action runs once, and its close button closes it', async () => {
  await show('두 줄과 되돌리기')
  const toast = toasts().filter({ hasText: '12개가 삭제되었습니다.' })
  const undone = toasts().filter({ hasText: '되돌렸습니다.' })
  await expect.element(toast).toMatchTextContent('사건부에서 지웠습니다.')
  await toast.hover()
  vi.advanceTimersByTime(10_000)
  await expect.element(toast).toBeVisible()
  await toast.getByRole('button', { name: '되돌리기' }).click()
  await expect.element(undone).toBeVisible()
  await show('닫기 없는 알림')
  const withoutClose = toasts().filter({ hasText: '자동으로' })
  await expect.element(withoutClose).toBeInTheDocument()
  expect(withoutClose.getByRole('button').elements()).toEqual([])
  await undone.getByRole('button', { name: '알림 닫기' }).click()
  vi.advanceTimersByTime(500)
  await expect.poll(() => undone.elements()).toEqual([])
})
