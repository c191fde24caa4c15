import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { expectAccessible } from '#tests/component/accessibility.ts'
import { endNotice, idleNotice } from './idle-countdown.ts'
import { IdleNotice } from './idle-notice.tsx'

test('shows over a dialog when the screen locks and which key prevents it, without taking the focus', async () => {
  endNotice()
  await render(
    <>
      <Dialog open title="사건 추가" onClose={() => undefined}>
        <input aria-label="금액" />
      </Dialog>
      <IdleNotice />
    </>,
  )
  await expect.element(page.getByLabelText('금액')).toHaveFocus()
  idleNotice.locksAt = Date.now() + 60_000
  const notice = page.getByRole('alert')
  await expect.element(notice).toMatchTextContent(/1분 안에 화면이 잠깁니다/)
  await expect.element(notice).toMatchTextContent(/Shift 키/)
  await expect.element(page.getByLabelText('금액')).toHaveFocus()
  const box = notice.element().getBoundingClientRect()
  expect(document.elementFromPoint(box.x + 8, box.y + 8)).toBe(notice.element())
  await expectAccessible()
  endNotice()
  await expect.element(notice).not.toBeInTheDocument()
})
