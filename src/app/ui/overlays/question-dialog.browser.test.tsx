import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../buttons/button.tsx'
import { ConfirmProvider, useConfirm, useConfirmClose } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

function Editor() {
  const [isOpen, setIsOpen] = useState(true)
  const [text, setText] = useState('')
  const close = useConfirmClose(text !== '', () => setIsOpen(false))
  return isOpen ? (
    <Dialog open title="메모" onClose={() => void close()} actions={<Button type="submit">저장</Button>}>
      <input aria-label="내용" value={text} onChange={(event) => setText(event.target.value)} />
    </Dialog>
  ) : (
    <p>닫혔습니다</p>
  )
}

const dialogs = page.getByRole('dialog')
const question = page.getByRole('group', { name: '입력한 내용을 버리시겠습니까?' })
const content = page.getByLabelText('내용')

async function openAndType() {
  await render(
    <ConfirmProvider>
      <Editor />
    </ConfirmProvider>,
  )
  await content.fill('쓰던 것')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
}

test('a question over a dialog replaces its buttons, and the safe answer has the focus', async () => {
  await openAndType()
  expect(dialogs.elements()).toHaveLength(1)
  expect(dialogs.element().contains(question.element())).toBe(true)
  await expect.element(page.getByRole('button', { name: '취소' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: '저장' })).not.toBeInTheDocument()
  await expect.element(page.getByText('저장하지 않은 내용은 되돌릴 수 없습니다.')).toBeInViewport({ ratio: 1 })
  // The edited form waits: Tab stays among the answers.
  for (const name of ['버리기', '취소', '버리기']) {
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('button', { name })).toHaveFocus()
  }
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Enter on the safe answer', () => userEvent.keyboard('{Enter}')],
])('%s returns to editing, with the focus where it was', async (_how, answer) => {
  await openAndType()
  await answer()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(content).toHaveFocus()
  await expect.element(content).toHaveValue('쓰던 것')
  await expect.element(page.getByRole('button', { name: '저장' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
})

test('the other answer discards the input and closes the dialog', async () => {
  await openAndType()
  await page.getByRole('button', { name: '버리기' }).click()
  await expect.element(page.getByText('닫혔습니다')).toBeVisible()
  expect(dialogs.elements()).toHaveLength(0)
})

function QuestionHost({ onAnswer, isInDialog }: { onAnswer(yes: boolean): void; isInDialog: boolean }) {
  const confirm = useConfirm()
  const [isOpen, setIsOpen] = useState(isInDialog)
  const ask = () => void confirm({ title: '삭제하시겠습니까?', confirmLabel: '삭제' }).then(onAnswer)
  return (
    <>
      {isOpen ? (
        <Dialog open title="목록" onClose={() => setIsOpen(false)}>
          <Button onClick={ask}>지우기</Button>
          <Button
            onClick={() => {
              ask()
              setTimeout(() => setIsOpen(false), 100)
            }}
          >
            지우고 사라지기
          </Button>
        </Dialog>
      ) : (
        <Button onClick={ask}>지우기</Button>
      )}
    </>
  )
}

test('a question without an open dialog opens in a dialog of its own', async () => {
  const answers: boolean[] = []
  await render(
    <ConfirmProvider>
      <QuestionHost isInDialog={false} onAnswer={(yes) => answers.push(yes)} />
    </ConfirmProvider>,
  )
  await page.getByRole('button', { name: '지우기' }).click()
  await expect.element(page.getByRole('dialog', { name: '삭제하시겠습니까?' })).toBeVisible()
  await page.getByRole('button', { name: '삭제' }).click()
  await expect.poll(() => answers).toEqual([true])
})

test('a question whose dialog closes is answered with no', async () => {
  const answers: boolean[] = []
  await render(
    <ConfirmProvider>
      <QuestionHost isInDialog onAnswer={(yes) => answers.push(yes)} />
    </ConfirmProvider>,
  )
  await page.getByRole('button', { name: '지우고 사라지기' }).click()
  await expect.poll(() => answers).toEqual([false])
  await expect.element(page.getByText('삭제하시겠습니까?')).not.toBeInTheDocument()
})
