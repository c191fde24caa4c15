import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { insertText, press } from '#tests/component/table/table-steps.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import { ReferenceField } from './new-value-field.tsx'

const options = [
  { value: 'a', label: '솔빛마을 1단지', note: '한빛신탁' },
  { value: 'b', label: '솔빛마을 2단지', note: '미래신탁' },
  { value: 'c', label: '가람동' },
]

const [column] = buildVisibleColumns(
  {
    name: 'x',
    label: 'x',
    groups: {},
    fields: [{ key: 'group_id', label: '사업구간', kind: 'reference', group: 'basic' }],
  },
  { group_id: { options: () => options } },
)

function Form() {
  const [value, setValue] = useState('')
  if (!column) return null
  return (
    <>
      <ReferenceField
        field={{ label: '사업구간 새 값' }}
        error={undefined}
        column={{ ...column, optionCreator: { noun: '사업구간', make: async () => null } }}
        text={value}
        onText={setValue}
      />
      <output>{value === '' ? '(없음)' : value}</output>
    </>
  )
}

const findChosen = () => page.getByRole('status').last()

test('takes the only match, asks when several match, and reports no value when emptied', async () => {
  await render(<Form />)
  const field = page.getByRole('combobox', { name: '사업구간 새 값' })
  await field.click()
  await insertText('가람')
  expect(
    page
      .getByRole('option')
      .elements()
      .map((line) => line.textContent),
  ).toEqual(['가람동'])
  await press('Enter')
  await expect.element(field).toHaveValue('가람동')
  await expect.element(findChosen()).toHaveTextContent('c')
  await press('Control+KeyA')
  await insertText('솔빛')
  await press('Tab')
  await expect.element(page.getByText('맞는 항목이 2건입니다.', { exact: false })).toBeVisible()
  await press('ArrowDown', 'Enter')
  await expect.element(findChosen()).toHaveTextContent('b')
  await press('Control+KeyA', 'Delete')
  await expect.element(findChosen()).toHaveTextContent('(없음)')
})
