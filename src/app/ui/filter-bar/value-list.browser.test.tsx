import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { Filter } from '#contract/records/query.ts'
import type { ValueCount } from '#contract/records/row-source.ts'
import { insertText, press } from '#tests/component/table/table-steps.ts'
import { emptyQuery, type FilterableField, type FilterQuery, withFilter } from './filter-query.ts'
import { formatFilterTag } from './filter-texts.ts'
import { ValueList } from './value-list.tsx'

const values = ['근저당권설정', '근저당권말소', '소유권이전', '이전'].map((value) => ({
  value,
  label: value,
  count: 2,
}))
const field = { field: 'purpose', label: '등기목적', kind: 'text' } as const

interface ListProps {
  field?: FilterableField
  start?: Filter
  counted?: readonly ValueCount[]
}

function List({ field: listed = field, start, counted = values }: ListProps) {
  const [query, setQuery] = useState<FilterQuery>({ ...emptyQuery, filters: start ? [start] : [] })
  const [filter] = query.filters
  return (
    <>
      <ValueList
        field={listed}
        filter={filter}
        countValues={async () => counted}
        onFilter={(next) => setQuery(withFilter(query, next))}
      />
      <output>{filter ? formatFilterTag(filter, listed) : '없음'}</output>
    </>
  )
}

async function openList(props: ListProps = {}) {
  await render(<List {...props} />)
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
  await expect.element(chosen()).toHaveTextContent('등기목적 = 근저당권말소, 근저당권설정')
  await expect.element(page.getByRole('checkbox', { name: /찾은 항목 모두 선택/ })).toBeChecked()
  await press('Enter')
  await expect.element(chosen()).toHaveTextContent('없음')
  await insertText('이전')
  await press('Enter')
  await expect.element(chosen()).toHaveTextContent('등기목적 = 이전')
})

test('the down arrow goes to the list, where Space ticks, and up returns to the box', async () => {
  const box = await openList()
  await insertText('근저당')
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Space')
  await expect.element(chosen()).toHaveTextContent('등기목적 = 근저당권설정')
  await press('ArrowUp', 'ArrowUp', 'ArrowUp')
  await expect.element(box).toHaveFocus()
})

const textField: FilterableField = { ...field, isPlainText: true }

test('Enter on a part of a text finds all texts that contain it, and on a whole value only that', async () => {
  await openList({ field: textField })
  await insertText('근저당')
  await press('Enter')
  await expect.element(chosen()).toHaveTextContent('등기목적 포함 근저당')
  await expect.element(page.getByRole('checkbox', { name: '‘근저당’ 포함하는 것 모두 4' })).toBeChecked()
  await press('Enter')
  await expect.element(chosen()).toHaveTextContent('없음')
  await insertText('소유권이전')
  await press('Enter')
  await expect.element(chosen()).toHaveTextContent('등기목적 = 소유권이전')
})

test('a filter on a part of a text opens with its text', async () => {
  const box = await openList({ field: textField, start: { op: 'contains', field: 'purpose', text: '이전' } })
  await expect.element(box).toHaveValue('이전')
  await page.getByRole('checkbox', { name: /포함하는/ }).click()
  await expect.element(chosen()).toHaveTextContent('없음')
})

test('선택한 값 제외 finds all other values, whether ticked before or after them', async () => {
  await openList()
  const isExcluding = page.getByRole('checkbox', { name: '선택한 값 제외' })
  await isExcluding.click()
  await page.getByRole('checkbox', { name: '소유권이전 2' }).click()
  await expect.element(chosen()).toHaveTextContent('등기목적 ≠ 소유권이전')
  await isExcluding.click()
  await expect.element(chosen()).toHaveTextContent('등기목적 = 소유권이전')
})

test('선택한 값 제외 after a part of a text excludes the texts that contain it', async () => {
  await openList({ field: textField, start: { op: 'contains', field: 'purpose', text: '이전' } })
  await page.getByRole('checkbox', { name: '선택한 값 제외' }).click()
  await expect.element(chosen()).toHaveTextContent('등기목적 ≠ 소유권이전, 이전')
})

test('offers no part of a text that no value contains', async () => {
  await openList({ field: textField })
  await insertText('없는 말')
  await expect.element(page.getByText('맞는 값이 없습니다.')).toBeVisible()
  await press('Enter')
  await expect.element(chosen()).toHaveTextContent('없음')
  expect(page.getByRole('checkbox', { name: /포함하는/ }).elements()).toEqual([])
})

test('an excluding filter opens with its values ticked', async () => {
  await openList({ start: { op: 'none_of', field: 'purpose', values: ['소유권이전'] } })
  await expect.element(page.getByRole('checkbox', { name: '소유권이전 2' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: '선택한 값 제외' })).toBeChecked()
})

test('a list without values says that the other conditions find nothing', async () => {
  await render(<List counted={[]} />)
  await expect.element(page.getByText('지금 조건에 맞는 기록이 없습니다.')).toBeVisible()
})
