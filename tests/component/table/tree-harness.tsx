import { useEffect, useState } from 'react'
import { expect } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { RecordCards } from '#app/ui/record-cards/record-cards.tsx'
import type { SourceRow } from '#contract/records/row-source.ts'
import { createArrayRowSource, createPlainRow } from '../../support/books/array-row-source.ts'

const columns = buildAllColumns({
  name: 'tree',
  label: '묶음',
  groups: {},
  fields: [
    { key: 'name', label: '이름', kind: 'text', group: '', editable: false, pinned: true },
    { key: 'count', label: '건수', kind: 'number', group: '', editable: false },
  ],
})
const base = { version: 1, inserted_at: '', updated_at: '' }
const groupRow = (id: string) => createPlainRow({ ...base, id, name: `묶음 ${id}`, count: 2 })
const children = ['a1', 'a2'].map((id) => createPlainRow({ ...base, id, name: `기록 ${id}`, count: null }))

interface OpenTree {
  readonly opened: string[]
}

/** Two rows, the first with two children. */
export async function openTree(as: 'table' | 'cards' = 'table'): Promise<OpenTree> {
  const tree: OpenTree = { opened: [] }
  await render(<Tree tree={tree} as={as} />)
  await expect.element(page.getByText('묶음 a')).toBeVisible()
  return tree
}

function Tree({ tree, as }: { tree: OpenTree; as: 'table' | 'cards' }) {
  const [source] = useState(() => createArrayRowSource([groupRow('a'), groupRow('b')]))
  const [openId, setOpenId] = useState<string | null>(null)
  useEffect(() => {
    source.setRows([groupRow('a'), ...(openId === null ? [] : children), groupRow('b')])
  }, [source, openId])
  const props: DataTableProps = {
    tableId: 'tree',
    label: '묶음',
    source,
    columns,
    sort: [],
    queryKey: 'one',
    today: () => '2026-11-20',
    onMessage: () => undefined,
    onOpenRow: (row) => tree.opened.push(row.id),
    opens: (row) => (isUnder(row) ? 'detail' : 'group'),
    tree: {
      nodeOf: (row) =>
        isUnder(row)
          ? { level: 2, isOpen: null, number: Number(row.id.slice(1)) }
          : { level: 1, isOpen: row.id === openId, number: 1 },
      setOpen: (row, isOpen) => setOpenId(isOpen ? row.id : null),
    },
  }
  return (
    <main className="flex h-dvh flex-col bg-paper">
      <h1>표 시험대</h1>
      {as === 'table' ? (
        <DataTable {...props} />
      ) : (
        <RecordCards props={props} columns={columns} fields={undefined} onAdd={undefined} onTable={() => undefined} />
      )}
    </main>
  )
}

function isUnder({ id }: SourceRow): boolean {
  return id.length > 1
}
