import { describe, expect, test } from 'vitest'
import { bookOf, collectionNames, type CollectionName } from '#contract/books/collections.ts'
import type { CardFields, Field } from '#contract/books/field.ts'
import { caseStates } from '#domain/today/case-state.ts'
import { buildAllColumns } from '../data-table/columns/table-columns.ts'
import { createCardShape } from './card-shape.ts'

const listed = collectionNames.filter((name) => bookOf(name).isPart !== true)

/** Keys on a book's card, derived from its description only. */
function describeCard(name: CollectionName, overrides: Parameters<typeof buildAllColumns>[1] = {}) {
  const shape = createCardShape(buildAllColumns(bookOf(name), overrides), bookOf(name).card)
  return {
    title: shape.title.key,
    note: shape.note?.key,
    state: shape.state?.key,
    section: shape.section?.key,
    place: shape.place?.key,
    foot: shape.foot.map(({ key }) => key),
    calls: shape.phoneColumns.map(({ key }) => key),
  }
}

describe.each(listed)('the card of %s', (name) => {
  test('has a title and shows no value twice', () => {
    const { title, note, section, place, state, foot } = describeCard(name)
    const keys = [title, note, section, place, state, ...foot].filter((key) => key !== undefined)
    expect(title).not.toBe('')
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('names only columns that its lists have', () => {
    const known = new Set<string>([...bookOf(name).fields.map(({ key }) => key), ...addedByScreens])
    const { card = {} } = bookOf(name)
    expect(Object.values(card).filter((key) => key !== null && !known.has(key))).toEqual([])
  })
})

/** Columns added by screens, not descriptions: state and balance. */
const addedByScreens = ['state', 'balance']

test('shows owner, section, address, day, state and amount for a case', () => {
  const state = { label: '진행', field: { kind: 'enum', choices: caseStates } } as const
  expect(describeCard('real-estate', { state })).toMatchObject({
    title: 'owner',
    section: 'group_id',
    place: 'owner_address',
    state: 'state',
    foot: ['regi_date', 'fees'],
  })
  expect(describeCard('deposit-cases')).toMatchObject({
    title: 'owner_name',
    section: 'business_section',
    place: 'address',
    state: 'status',
    foot: ['receipted_at', 'fees'],
  })
})

test('offers to call everyone with a phone number', () => {
  expect(describeCard('inquiries').calls).toEqual(['phone'])
  expect(describeCard('managers').calls).toEqual(['tel'])
  expect(describeCard('real-estate').calls).toEqual([])
})

test('moves the next column up when there is none for the title', () => {
  const columns = buildAllColumns(bookOf('leave-requests'), { requester_name: null })
  const { title, note } = createCardShape(columns, bookOf('leave-requests').card)
  expect([title.key, note]).toEqual(['type', null])
})

describe('when the description defines no card', () => {
  const fieldDefaults = { group: '', editable: false } as const
  const buildCard = (fields: readonly Field[], card?: CardFields) => {
    const shape = createCardShape(buildAllColumns({ name: 'x', label: 'x', groups: {}, fields }), card)
    return { ...shape, title: shape.title.key, foot: shape.foot.map(({ key }) => key) }
  }

  test('takes the first searched text as title and the first date and amount for the bottom', () => {
    const fields: readonly Field[] = [
      { key: 'code', label: '번호', kind: 'text', ...fieldDefaults },
      { key: 'who', label: '이름', kind: 'text', searched: true, ...fieldDefaults },
      { key: 'on', label: '일자', kind: 'date', ...fieldDefaults },
      { key: 'won', label: '금액', kind: 'won', ...fieldDefaults },
    ]
    expect(buildCard(fields)).toMatchObject({ title: 'who', foot: ['on', 'won'] })
    // An empty slot goes to the next column not shown elsewhere.
    expect(buildCard(fields, { day: null })).toMatchObject({ foot: ['code', 'won'] })
  })

  test('shows name, count and sum for a list of groups', () => {
    const fields: readonly Field[] = [
      { key: 'name', label: '사업구간', kind: 'text', ...fieldDefaults },
      { key: 'count', label: '건수', kind: 'number', ...fieldDefaults },
      { key: 'sum0', label: '보수료', kind: 'won', ...fieldDefaults },
    ]
    expect(buildCard(fields)).toMatchObject({ title: 'name', foot: ['count', 'sum0'] })
  })
})
