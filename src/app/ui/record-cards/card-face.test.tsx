import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { buildAllColumns } from '../data-table/columns/table-columns.ts'
import { CardFace } from './card-face.tsx'
import { createCardShape } from './card-shape.ts'

const createdFields = { version: 1, inserted_at: '2026-11-20 09:00:00', updated_at: '2026-11-20 09:00:00' }
const joined = { group_id: { ...createdFields, id: 'g', name: '제1공구' } }

/** The text on the card of a record. */
function renderCardText(name: CollectionName, record: Readonly<Record<string, FieldValue>>): string {
  const columns = buildAllColumns(getBook(name))
  const row: SourceRow = {
    id: '1',
    record: { ...createdFields, id: '1', ...record },
    joined,
    marks: {},
    state: 'plain',
    isOutside: false,
  }
  const shape = createCardShape(columns, getBook(name).card)
  const face = <CardFace row={row} shape={shape} columns={columns} pending={{}} finder={null} />
  return renderToStaticMarkup(face).replaceAll(/<[^>]*>/g, '')
}

test('separates section and address, and ends with the section where there is no address', () => {
  const renderAddress = (address: string | null) =>
    renderCardText('real-estate', { owner: '김가온', group_id: 'g', owner_address: address })
  expect(renderAddress('솔빛시 1')).toContain(' · 솔빛시 1')
  for (const none of [null, '']) expect(renderAddress(none)).not.toContain('·')
})

test('shows another day of a record without its most important one', () => {
  const days = { receipted_at: '2026-11-02', expropriated_at: '2026-12-30' }
  expect(renderCardText('deposit-cases', days)).toContain('수용개시일2026.12.30')
  expect(renderCardText('deposit-cases', days)).not.toContain('서류접수일')
  expect(renderCardText('deposit-cases', { ...days, expropriated_at: null })).toContain('서류접수일2026.11.02')
})

test('shows which end of a delivery is known', () => {
  const renderWay = (sender: string | null, receiver: string | null) =>
    renderCardText('quick-deliveries', { rider: '최가온', sender, receiver })
  expect(renderWay('사무소', '솔빛 등기과')).toContain('사무소 → 솔빛 등기과')
  expect(renderWay(null, '솔빛 등기과')).toContain(' → 솔빛 등기과')
  expect(renderWay('사무소', null)).toContain('사무소 → ')
  expect(renderWay(null, null)).not.toContain('→')
})
