import { expect, test } from 'vitest'
import type { CollectionName } from '#contract/books/collections.ts'
import { findTitleKey } from './books.ts'

test.each<[CollectionName, readonly string[], string]>([
  ['real-estate', ['owner_address', 'owner'], 'owner'],
  ['deposit-cases', ['business_section', 'owner_name', 'address'], 'owner_name'],
  ['real-estate-units', ['purpose', 'dongho', 'owner'], 'dongho'],
  ['addresses', ['address', 'jibun'], 'jibun'],
  ['companies', ['address', 'name'], 'name'],
  ['inquiries', ['phone', 'subject', 'name'], 'name'],
  ['unit-owners', ['owner', 'owner_address'], 'owner'],
  ['leave-requests', ['requester_name', 'reason'], 'requester_name'],
])('records of %s with the fields %j are named by %s', (collection, keys, key) => {
  expect(findTitleKey(collection, keys)).toBe(key)
})
