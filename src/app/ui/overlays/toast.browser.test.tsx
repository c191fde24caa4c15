import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../buttons/button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { ToastProvider, useToast } from './toast.tsx'

function Notifier() {
  const toast = useToast()
  return <Button onClick={() => toast.success('붙여넣기 성공 (12건)')}>알리기</Button>
}

const getToast = () => page.getByRole('region', { name: '알림' }).getByRole('dialog')
const measureBox = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()

/** Whether the shown toast covers a part of the element. */
function isCovered(selector: string): boolean {
  const [shown, target] = [getToast().element().getBoundingClientRect(), measureBox(selector)]
  if (!target || shown.height === 0) throw new Error('nothing to compare')
  const isBeside = shown.right <= target.left || shown.left >= target.right
  return !(isBeside || shown.bottom <= target.top || shown.top >= target.bottom)
}

test.each([
  [1440, 900, 'wide'],
  [1366, 768, 'wide'],
  [1366, 768, 'regular'],
] satisfies [number, number, DialogProps['width']][])(
  'at %i × %i a toast covers neither content nor buttons of a full %s dialog',
  async (width, height, size) => {
    await page.viewport(width, height)
    await render(
      <ToastProvider>
        <Dialog
          open
          width={size}
          title="붙여넣기 미리보기"
          onClose={() => undefined}
          actions={<Button>붙여넣기</Button>}
        >
          <Notifier />
          {Array.from({ length: 60 }, (_, index) => (
            <p key={index}>새 기록 {index + 1}</p>
          ))}
        </Dialog>
      </ToastProvider>,
    )
    await userEvent.click(page.getByRole('button', { name: '알리기' }))
    await expect.element(getToast()).toBeInViewport({ ratio: 1 })
    await expect.poll(() => isCovered('[data-content]')).toBe(false)
    expect(isCovered('[data-actions] button')).toBe(false)
  },
)

test('a toast covers neither the open record nor a bar that appears below the list', async () => {
  await page.viewport(1366, 768)
  await render(
    <ToastProvider>
      <div data-detail-panel style={{ position: 'fixed', insetBlock: 0, right: 16, width: 400 }} />
      <div data-below-toasts style={{ position: 'fixed', bottom: 24, left: 0, right: 0, height: 30 }} />
      <Notifier />
    </ToastProvider>,
  )
  await userEvent.click(page.getByRole('button', { name: '알리기' }))
  await expect.element(getToast()).toBeInViewport({ ratio: 1 })
  await expect.poll(() => isCovered('[data-detail-panel]')).toBe(false)
  expect(isCovered('[data-below-toasts]')).toBe(false)
})

test('a toast rises above the row that is being worked on, and stays at the bottom otherwise', async () => {
  await page.viewport(1366, 768)
  await render(
    <ToastProvider>
      <div role="grid">
        {[100, 720].map((top) => (
          <input key={top} aria-label={`${top}`} data-row={top} style={{ position: 'fixed', top, height: 30 }} />
        ))}
      </div>
      <Notifier />
    </ToastProvider>,
  )
  await userEvent.click(page.getByRole('button', { name: '알리기' }))
  await expect.element(getToast()).toBeInViewport({ ratio: 1 })
  const getBottom = () => getToast().element().getBoundingClientRect().bottom
  await userEvent.click(page.getByRole('textbox', { name: '720' }))
  await expect.poll(getBottom).toBeLessThanOrEqual(720)
  await userEvent.click(page.getByRole('textbox', { name: '100' }))
  await expect.poll(getBottom).toBeGreaterThan(740)
})
