import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
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

test('focuses the first field of a dialog opened by key, and Escape returns the focus to the button', async () => {
  await render(<Opener />)
  const button = page.getByRole('button', { name: '열기' })
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByLabelText('내용')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

/** As `새 회사 만들기` next to a field: the dialog fills the field, which then has the focus. */
function FieldWithDialog() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open onClose={() => undefined} title="바깥 창">
      <input aria-label="회사" />
      <Button onClick={() => setIsOpen(true)}>만들기</Button>
      {isOpen ? (
        <Dialog
          open
          onClose={() => {
            // After a save, as a form closes.
            setTimeout(() => {
              setIsOpen(false)
              document.querySelector<HTMLElement>('[aria-label="회사"]')?.focus()
            })
          }}
          title="안쪽 창"
        >
          <input aria-label="이름" />
        </Dialog>
      ) : null}
    </Dialog>
  )
}

test('leaves the focus where the caller has moved it while the dialog closes', async () => {
  await render(<FieldWithDialog />)
  await page.getByRole('button', { name: '만들기' }).click()
  await expect.element(page.getByLabelText('이름')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: '안쪽 창' })).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('회사')).toHaveFocus()
})

test.each([
  [640, 400],
  [320, 256],
])(
  'at %i × %i pixels, as zoom leaves them, a dialog scrolls as a whole, from title to buttons',
  async (width, height) => {
    await page.viewport(width, height)
    await render(
      <Dialog
        open
        title="여러 필드가 있는 긴 제목의 창"
        onClose={() => undefined}
        actions={<Button>저장</Button>}
        headActions={<Button>도움말</Button>}
      >
        {Array.from({ length: 20 }, (_, index) => (
          <input key={index} aria-label={`내용 ${index}`} className="block h-8" />
        ))}
      </Dialog>,
    )
    const dialog = page.getByRole('dialog').element()
    const save = page.getByRole('button', { name: '저장' })
    await expect.element(page.getByLabelText('내용 0')).toHaveFocus()
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect.element(page.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
    await expect.element(save).toBeInViewport({ ratio: 1 })
    dialog.scrollTop = 0
    await expect.element(save).not.toBeInViewport()
    await userEvent.wheel(page.getByLabelText('내용 1'), { delta: { y: 2000 } })
    await expect.element(save).toBeInViewport({ ratio: 1 })
  },
)
