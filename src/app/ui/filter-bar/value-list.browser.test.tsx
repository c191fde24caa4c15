import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { FieldValue } from '#contract/books/field.ts'
import { insertText, press } from '#tests/component/table/table-steps.ts'
import { ValueList } from './value-list.tsx'

const values = ['근저당권설정', '근저당권말소', '소유권이전', '이전'].map((value) => ({
  value,
  label: value,
  count: 2,
}))
const field = { field: 'purpose', label: '등기목적', kind: 'text' } as const

function List() {
  const [chosen, setChosen] = useState<readonly FieldValue[]>([])
  return (
    <>
      <ValueList field={field} chosenValues={chosen} countValues={async () => values} onChosen={setChosen} />
      <output>{chosen.join(' ')}</output>
    </>
  )
}

async function openList() {
  await render(<List />)
  const box = page.getByRole('searchbox', { name: '등기목적 값 찾기' })
  await expect.element(page.getByRole('checkbox', { name: /소유권/ })).toBeVisible()
  await box.click()
  return box
}

const chosen = () => page.getByRole('status').last()

test('Enter takes all values found, and only the one typed in full', async () => {
  await openList()
  await insertText('근저당')
  await press('Enter')
  await expect.element(chosen()).toHaveTextContent('근저당권설정 근저당권말소')
  await expect.element(page.getByRole('checkbox', { name: /찾은 항목 모두 선택/ })).toBeChecked()
  await press('Enter')
  await expect.element(chosen()).toHaveTextContent('')
  await insertText('이전')
  await press('Enter')
  await expect.element(chosen()).toHaveTextContent('이전')
})

test('the down arrow goes to the list, where Space ticks, and up returns to the box', async () => {
  const box = await openList()
  await insertText('근저당')
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Space')
  await expect.element(chosen()).toHaveTextContent('근저당권말소')
  await press('ArrowUp', 'ArrowUp', 'ArrowUp')
  await expect.element(box).toHaveFocus()
})
