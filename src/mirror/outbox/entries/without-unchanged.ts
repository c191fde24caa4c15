import type { CollectionName } from '#contract/books/collections.ts'
import { bookRules } from '#domain/books/books.ts'
import type { StoredOp } from '../stored-op.ts'

/**
 * The changes that change something. A field that stays as it was although what it follows changes is one of them (a tax set back by hand after its fee): left out, the
 * server would derive it anew.
 */
export function withoutUnchanged(collection: CollectionName, changes: StoredOp['changes']): StoredOp['changes'] {
  const { follows = [] } = bookRules[collection]
  const isChanged = (key: string) => changes[key] !== undefined && changes[key].old !== changes[key].new
  const isKept = (key: string) => follows.some((one) => one.key === key && isChanged(one.of))
  return Object.fromEntries(Object.entries(changes).filter(([key]) => isChanged(key) || isKept(key)))
}
