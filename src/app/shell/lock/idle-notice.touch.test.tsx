import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { endNotice, idleNotice } from './idle-countdown.ts'
import { IdleNotice } from './idle-notice.tsx'

test('asks for a touch instead of a key on a touch device', async () => {
  await render(<IdleNotice />)
  idleNotice.locksAt = Date.now() + 60_000
  const notice = page.getByRole('alert')
  await expect.element(notice).toBeVisible()
  const text = (notice.element() as HTMLElement).innerText
  expect(text).toContain('계속하려면 화면을 건드려 주세요.')
  expect(text).not.toContain('Shift')
  endNotice()
})
