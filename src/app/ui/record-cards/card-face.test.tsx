import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bookOf } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { buildAllColumns } from '../data-table/columns/table-columns.ts'
import { CardFace } from './card-face.tsx'
import { createCardShape } from './card-shape.ts'

const book = bookOf('real-estate')
const columns = buildAllColumns(book)
const createdFields = { version: 1, inserted_at: '2026-11-20 09:00:00', updated_at: '2026-11-20 09:00:00' }

/** The text on the card of a case with this address. */
function renderCardText(address: string | null): string {
  const row: SourceRow = {
    id: '1',
    record: { ...createdFields, id: '1', owner: '김가온', group_id: 'g', owner_address: address },
    joined: { group_id: { ...createdFields, id: 'g', name: '제1공구' } },
    marks: {},
    state: 'plain',
    isOutside: false,
  }
  const face = (
    <CardFace row={row} shape={createCardShape(columns, book.card)} columns={columns} pending={{}} finder={null} />
  )
  return renderToStaticMarkup(face).replaceAll(/<[^>]*>/g, '')
}

test('separates section and address, and ends with the section where there is no address', () => {
  expect(renderCardText('솔빛시 1')).toContain(' · 솔빛시 1')
  for (const none of [null, '']) expect(renderCardText(none)).not.toContain('·')
})
