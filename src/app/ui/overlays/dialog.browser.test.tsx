import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../buttons/button.tsx'
import { Dialog } from './dialog.tsx'

function Opener() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>열기</Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="메모">
        <input aria-label="내용" />
      </Dialog>
    </>
  )
}

test('a dialog opened by key starts in its first field, and Escape brings the focus back to the button', async () => {
  await render(<Opener />)
  const button = page.getByRole('button', { name: '열기' })
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByLabelText('내용')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})
