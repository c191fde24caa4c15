import { expect, test } from 'vitest'
import type { RecordDescription } from '#contract/books/field.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { buildDetailTabs, buildVisibleColumns } from '#tests/support/books/from-description.ts'
import { type DetailTab, findFieldTab, formatTabLabel, listTabColumns } from './detail-tabs.ts'

const description: RecordDescription = {
  name: 'cases',
  label: '사건',
  groups: { basic: '기본정보', cost: '비용' },
  fields: [
    { key: 'owner', label: '소유자', kind: 'text', group: 'basic' },
    { key: 'fees', label: '보수료', kind: 'won', group: 'cost' },
    { key: 'tax', label: '공과금', kind: 'won', group: 'cost', shown: false },
  ],
}
const tabs: readonly DetailTab[] = [
  ...buildDetailTabs(description),
  { key: 'owners', label: '소유자 목록', content: () => null },
]

test('makes each group of the description a tab, including hidden columns', () => {
  expect(buildDetailTabs(description)).toEqual([
    { key: 'basic', label: '기본정보', fields: ['owner'] },
    { key: 'cost', label: '비용', fields: ['fees', 'tax'] },
  ])
  expect(findFieldTab('tax', tabs)?.key).toBe('cost')
  expect(findFieldTab('nowhere', tabs)).toBeUndefined()
})

test('shows the listed fields in a fields tab and none in an embedded tab', () => {
  const columns = buildVisibleColumns(description)
  expect(tabs.map((tab) => listTabColumns(tab, columns).map((column) => column.key))).toEqual([['owner'], ['fees'], []])
})

test('shows in a tab how many of its fields wait for 저장', () => {
  const base = createPlainRow({ id: 'a', version: 1, inserted_at: '', updated_at: '' })
  const waiting = { value: 1, text: null, error: null, base }
  const inFlight = { value: 1, text: null, error: null }
  const labels = tabs.map((tab) => formatTabLabel(tab, { fees: waiting, tax: waiting, owner: inFlight }))
  expect(labels).toEqual(['기본정보', '비용 (2)', '소유자 목록'])
})
