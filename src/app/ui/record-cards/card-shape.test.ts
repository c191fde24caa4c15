import { describe, expect, test } from 'vitest'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { CardFields, Field } from '#contract/books/field.ts'
import { caseStates } from '#domain/real-estate/case-state.ts'
import { buildAllColumns } from '../data-table/columns/table-columns.ts'
import { createCardShape, fitPortrait } from './card-shape.ts'

const listed = collectionNames.filter((name) => getBook(name).isPart !== true)

/** Keys on a book's card, derived from its description only. */
function describeCard(name: CollectionName, overrides: Parameters<typeof buildAllColumns>[1] = {}) {
  const shape = createCardShape(buildAllColumns(getBook(name), overrides), getBook(name).card)
  return {
    title: shape.title.key,
    note: shape.note?.key,
    state: shape.state?.key,
    section: shape.section?.key,
    place: shape.place?.key,
    foot: shape.foot.map(({ key }) => key),
    otherDay: shape.otherDay?.key,
    phones: shape.phoneColumns.map(({ key }) => key),
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
    const known = new Set<string>([...getBook(name).fields.map(({ key }) => key), ...addedByScreens])
    const { isRoute: _isRoute, ...places } = getBook(name).card ?? {}
    expect(Object.values(places).filter((key) => key !== null && !known.has(key))).toEqual([])
  })
})

/** Columns added by screens, not descriptions. */
const addedByScreens = ['state', 'balance', 'days', 'issue']

test('shows owner, section, address, day, state and amount for a case', () => {
  const state = { label: '진행', field: { kind: 'enum', choices: caseStates } } as const
  expect(describeCard('real-estate', { state })).toMatchObject({
    title: 'owner',
    section: 'group_id',
    place: 'owner_address',
    state: 'state',
    foot: ['regi_date', 'fees'],
    otherDay: 'receipted_at',
  })
  expect(describeCard('deposit-cases')).toMatchObject({
    title: 'owner_name',
    section: 'business_section',
    place: 'address',
    state: 'status',
    foot: ['expropriated_at', 'fees'],
    otherDay: 'receipted_at',
  })
})

test('shows both ends of a delivery and both days of a leave', () => {
  expect(describeCard('quick-deliveries')).toMatchObject({ section: 'sender', place: 'receiver' })
  const days = { label: '일수', field: { kind: 'text' } } as const
  expect(describeCard('leave-requests', { days })).toMatchObject({
    section: 'days',
    place: 'reason',
    foot: ['startDate', 'endDate'],
  })
})

describe('a list that is wider than a tablet in portrait', () => {
  const listFirst = (name: CollectionName) =>
    fitPortrait(buildAllColumns(getBook(name)), getBook(name).card)
      .filter(({ isHidden }) => !isHidden)
      .slice(0, 4)

  test('begins with owner, section, address and day of a case', () => {
    expect(listFirst('deposit-cases').map(({ key }) => key)).toEqual([
      'owner_name',
      'business_section',
      'address',
      'expropriated_at',
    ])
    expect(listFirst('real-estate').map(({ key }) => key)).toEqual(['owner', 'group_id', 'owner_address', 'regi_date'])
  })

  test('fits them next to checkbox, number and ⋯, and pins the owner', () => {
    for (const name of ['deposit-cases', 'real-estate'] as const) {
      const first = listFirst(name)
      expect(first.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(564)
      expect(first.filter(({ isPinned }) => isPinned)).toEqual(first.slice(0, 1))
    }
  })

  test('keeps every column', () => {
    const all = buildAllColumns(getBook('deposit-cases'))
    const fitted = fitPortrait(all, getBook('deposit-cases').card)
    expect(fitted.map(({ key }) => key).toSorted()).toEqual(all.map(({ key }) => key).toSorted())
  })
})

test('a list stays as it is if it fits a tablet in portrait, if its title is an address, or if it has no address', () => {
  for (const name of ['addresses', 'quick-deliveries'] as const) {
    const all = buildAllColumns(getBook(name))
    expect(fitPortrait(all, getBook(name).card)).toBe(all)
  }
  const columns = buildAllColumns(getBook('banks')).slice(0, 3)
  expect(fitPortrait(columns, getBook('banks').card)).toBe(columns)
})

test('offers to call everyone with a phone number', () => {
  expect(describeCard('inquiries').phones).toEqual(['phone'])
  expect(describeCard('managers').phones).toEqual(['tel'])
  expect(describeCard('real-estate').phones).toEqual([])
})

test('moves the next column up when there is none for the title', () => {
  const columns = buildAllColumns(getBook('leave-requests'), { requester_name: null })
  const { title, note } = createCardShape(columns, getBook('leave-requests').card)
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
