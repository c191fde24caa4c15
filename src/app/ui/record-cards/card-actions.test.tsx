import { expect, test } from 'vitest'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { buildCardActions, buildCardMenu } from './card-actions.tsx'

const row = createPlainRow({ id: '1', version: 1, inserted_at: '', updated_at: '' })
const nothing = () => undefined
const shape = { phoneColumns: [] }

function listLabels(props: Parameters<typeof buildCardActions>[0]) {
  const entries = buildCardMenu(buildCardActions(props, shape, row), { isChecked: false, onCheck: nothing })
  return entries.map((entry) => (entry === 'rule' ? '-' : entry.label))
}

test('offers 수정 first where the table edits its cells, and 상세 where nothing can be edited', () => {
  const props = { onOpenRow: nothing, onDeleteRow: nothing }
  expect(listLabels({ ...props, onEdit: () => ({ ok: true }) as never })).toEqual(['수정', '선택', '-', '삭제'])
  expect(listLabels(props)).toEqual(['상세', '선택', '-', '삭제'])
  expect(listLabels({ ...props, onEdit: () => ({ ok: true }) as never, opens: 'group' })[0]).toBe('묶음 열기')
})
