import { expect, test } from 'vitest'
import { collectionNames } from '#contract/books/collections.ts'
import { listInCopyOrder } from './pull-changes.ts'

test('copies every collection once, after those it takes names from, and long books last', () => {
  const order = listInCopyOrder([])
  expect(order.toSorted()).toEqual(collectionNames.toSorted())
  expect(order.indexOf('companies')).toBeLessThan(order.indexOf('departments'))
  expect(order.indexOf('departments')).toBeLessThan(order.indexOf('managers'))
  expect(order.indexOf('projects')).toBeLessThan(order.indexOf('titles'))
  expect(order.slice(-7)).toEqual([
    'real-estate',
    'case-papers',
    'unit-papers',
    'address-papers',
    'deposit-cases',
    'deposit-papers',
    'register-entries',
  ])
})

test('copies what screens ask for first, with the groups of a book before the book', () => {
  const order = listInCopyOrder(['real-estate', 'quick-deliveries'])
  expect(order.slice(0, 3)).toEqual(['real-estate-groups', 'real-estate', 'quick-deliveries'])
  expect(order.toSorted()).toEqual(collectionNames.toSorted())
})
