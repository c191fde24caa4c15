import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { insertText, press } from '#tests/component/table/table-steps.ts'
import { createArrayRowSource } from '#tests/support/books/array-row-source.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import { usePendingRow } from '../data-table/use-table.ts'
import { DetailField } from './detail-field.tsx'
import { useSharedCells } from './use-detail-panel.ts'

/** Declines a moment later, as a form that was closed. */
const closeForm = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 20))

const [column] = buildVisibleColumns(
  {
    name: 'x',
    label: 'x',
    groups: {},
    fields: [
      {
        key: 'business_section',
        label: '사업구간',
        kind: 'text',
        group: 'basic',
        names: { collection: 'projects', label: 'name' },
      },
    ],
  },
  {
    business_section: {
      options: () => [{ value: '가온 2단지', label: '가온 2단지' }],
      optionCreator: { noun: '사업구간', make: closeForm },
    },
  },
)

const row: SourceRow = {
  id: 'a',
  record: { id: 'a', version: 1, inserted_at: '', updated_at: '', business_section: '가온 2단지' },
  joined: {},
  marks: {},
  state: 'plain',
  isOutside: false,
}
const source = createArrayRowSource([row])

function Field({ saved }: { saved: FieldValue[] }) {
  const cells = useSharedCells(source)
  const pending = usePendingRow(cells, row.id)
  if (!column) return null
  return (
    <>
      <DetailField
        id="field"
        column={column}
        row={row}
        pending={pending}
        cells={cells}
        isEditable
        today={() => today}
      />
      <button
        type="button"
        onClick={() => cells.save([row.id], ({ changes }) => void saved.push(...changes.map((change) => change.new)))}
      >
        저장
      </button>
    </>
  )
}

const today = '2026-11-29'

test('a name whose record was not created is refused, and Escape restores the value', async () => {
  const saved: FieldValue[] = []
  await render(<Field saved={saved} />)
  const field = page.getByRole('combobox', { name: '사업구간' })
  await field.click()
  await press('Control+KeyA')
  await insertText('없는구간9')
  await press('Tab')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAccessibleDescription('확인 필요 등록되지 않은 사업구간입니다.')
  await page.getByRole('button', { name: '저장', exact: true }).click()
  expect(saved).toEqual([])
  await field.click()
  await press('Control+KeyA')
  await insertText('다른구간')
  await press('Tab', 'Escape')
  await expect.element(field).toHaveValue('없는구간9')
})

test('an unregistered name that Escape kept in the list is marked', async () => {
  const saved: FieldValue[] = []
  await render(<Field saved={saved} />)
  const field = page.getByRole('combobox', { name: '사업구간' })
  await field.click()
  await press('Control+KeyA')
  await insertText('없는구간9')
  await press('Escape', 'Tab')
  await expect.element(field).toHaveAccessibleDescription('저장 전 등록되지 않은 사업구간입니다.')
})
