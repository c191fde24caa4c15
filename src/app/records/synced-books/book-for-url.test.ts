import { expect, test } from 'vitest'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import { findBookForUrl } from './book-for-url.ts'

test('finds every book with a screen of its own by its path', () => {
  for (const name of collectionNames.filter((collection) => !getBook(collection).isPart)) {
    const { path, search = {} } = getBook(name).screen
    expect(findBookForUrl(path, search), name).toBe(name)
    expect(findBookForUrl(`/popup/${name}/0199`, {}), name).toBe(name)
  }
})

test.each([
  ['/services/real-estate', {}, 'real-estate'],
  ['/services/real-estate/', { tab: 'report' }, 'real-estate'],
  ['/services/deposit', { tab: 'report', open: 'x' }, 'deposit-cases'],
  ['/staff/car-ledger', {}, 'card-usage'],
  ['/settings', { tab: 'addresses' }, 'addresses'],
  ['/settings', { tab: 'people' }, null],
  ['/staff', {}, null],
  ['/popup/nothing/7', {}, null],
])('maps %s %o to %s', (path, search, book) => {
  expect(findBookForUrl(path, search)).toBe(book)
})
