import { describe, expect, test } from 'vitest'
import { bookOf, collectionNames, type CollectionName } from '#contract/books/collections.ts'
import type { CardFields, Field } from '#contract/books/field.ts'
import { caseStates } from '#domain/today/case-state.ts'
import { allColumnsOf } from '../data-table/columns/table-columns.ts'
import { cardShape } from './card-shape.ts'

const listed = collectionNames.filter((name) => bookOf(name).isPart !== true)

/** Keys on the card of a book, as its description alone makes it. */
function cardOf(name: CollectionName, overrides: Parameters<typeof allColumnsOf>[1] = {}) {
  const shape = cardShape(allColumnsOf(bookOf(name), overrides), bookOf(name).card)
  return {
    title: shape.title.key,
    note: shape.note?.key,
    state: shape.state?.key,
    section: shape.section?.key,
    place: shape.place?.key,
    foot: shape.foot.map(({ key }) => key),
    calls: shape.calls.map(({ key }) => key),
  }
}

describe.each(listed)('the card of %s', (name) => {
  test('has a title, and no value stands on it twice', () => {
    const { title, note, section, place, state, foot } = cardOf(name)
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

/** Columns that no description has: what follows from days, and the balance of the deliveries. */
const addedByScreens = ['state', 'balance']

test('a case stands with owner, section, address, day, state and amount', () => {
  const state = { label: '진행', field: { kind: 'enum', choices: caseStates } } as const
  expect(cardOf('real-estate', { state })).toMatchObject({
    title: 'owner',
    section: 'group_id',
    place: 'owner_address',
    state: 'state',
    foot: ['regi_date', 'fees'],
  })
  expect(cardOf('deposit-cases')).toMatchObject({
    title: 'owner_name',
    section: 'business_section',
    place: 'address',
    state: 'status',
    foot: ['receipted_at', 'fees'],
  })
})

test('whoever can be called is called from the card', () => {
  expect(cardOf('inquiries').calls).toEqual(['phone'])
  expect(cardOf('managers').calls).toEqual(['tel'])
  expect(cardOf('real-estate').calls).toEqual([])
})

test('without a column for the title, what stands beside it moves up', () => {
  const columns = allColumnsOf(bookOf('leave-requests'), { requester_name: null })
  const { title, note } = cardShape(columns, bookOf('leave-requests').card)
  expect([title.key, note]).toEqual(['type', null])
})

describe('what no description says', () => {
  const plain = { group: '', editable: false } as const
  const cardOfFields = (fields: readonly Field[], card?: CardFields) => {
    const shape = cardShape(allColumnsOf({ name: 'x', label: 'x', groups: {}, fields }), card)
    return { ...shape, title: shape.title.key, foot: shape.foot.map(({ key }) => key) }
  }

  test('the first searched text is the title, the first day and the first amount stand at the foot', () => {
    const fields: readonly Field[] = [
      { key: 'code', label: '번호', kind: 'text', ...plain },
      { key: 'who', label: '이름', kind: 'text', searched: true, ...plain },
      { key: 'on', label: '일자', kind: 'date', ...plain },
      { key: 'won', label: '금액', kind: 'won', ...plain },
    ]
    expect(cardOfFields(fields)).toMatchObject({ title: 'who', foot: ['on', 'won'] })
    // A place that is to stay empty goes to the next that stands nowhere.
    expect(cardOfFields(fields, { day: null })).toMatchObject({ foot: ['code', 'won'] })
  })

  test('a list of groups has its name, its count and its sum', () => {
    const fields: readonly Field[] = [
      { key: 'name', label: '사업구간', kind: 'text', ...plain },
      { key: 'count', label: '건수', kind: 'number', ...plain },
      { key: 'sum0', label: '보수료', kind: 'won', ...plain },
    ]
    expect(cardOfFields(fields)).toMatchObject({ title: 'name', foot: ['count', 'sum0'] })
  })
})
