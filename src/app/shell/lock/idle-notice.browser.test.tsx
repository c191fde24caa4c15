import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectNoBarrier } from '../../../../tests/component/barriers.ts'
import { endNotice, idleNotice } from './idle-countdown.ts'
import { IdleNotice } from './idle-notice.tsx'

test('it says when the screen is locked and which key keeps it open, over dialogs and without taking the focus', async () => {
  const onStay = vi.fn<() => void>()
  const dialog = document.createElement('dialog')
  dialog.innerHTML = '<input aria-label="금액">'
  document.body.append(dialog)
  dialog.showModal()
  idleNotice.locksAt = Date.now() + 60_000
  await render(<IdleNotice onStay={onStay} />)
  const notice = page.getByRole('alert')
  await expect.element(notice).toHaveTextContent('1분 안에 화면이 잠깁니다')
  await expect.element(notice).toHaveTextContent('Shift 키')
  await expect.element(page.getByLabelText('금액')).toHaveFocus()
  const box = notice.element().getBoundingClientRect()
  expect(document.elementFromPoint(box.x + 8, box.y + 8)).toBe(notice.element())
  await expectNoBarrier()
  dialog.close()
  await page.getByRole('button', { name: '계속 사용' }).click()
  expect(onStay).toHaveBeenCalled()
  endNotice()
  await expect.element(notice).not.toBeInTheDocument()
  dialog.remove()
})
