import type { ServedBook } from '../books/served-book.ts'
import { writableCollection } from '../db/writable-collection.ts'
import { addressOptions } from './address-options.ts'
import { chosenTogether } from './belonging.ts'
import { applyChange, judgeChange, judgeExtract } from './decide-change.ts'
import { requireAddressAccess as policy } from './policy.ts'

/** Property addresses 부동산 주소 (decision 15). */
const addresses: ServedBook = {
  ...served(writableCollection('addresses', { referenceConflict: chosenTogether }), '-id'),
  options: addressOptions,
}

/** Registry extracts 등기부: made by jobs alone. */
const extracts: ServedBook = served(writableCollection('address-extracts', { judge: judgeExtract }), '-issued_at')

/** What an extract says other than the one before it: found by jobs, decided on by people. */
const changes: ServedBook = served(
  writableCollection('address-changes', { judge: judgeChange, alongside: applyChange }),
  '-id',
)

/** Names, addresses and who owns what: whoever looks at a list leaves a trace. */
function served(collection: ServedBook['collection'], usualOrder: string): ServedBook {
  return { collection, list: { collection, usualOrder }, policy }
}

export const addressBooks = [addresses, extracts, changes]
