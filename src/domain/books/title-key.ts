import type { CollectionName } from '#contract/books/collections.ts'
import { bookRules } from './books.ts'

/**
 * The field that names a record first: the one its caption begins with when each field contains its
 * own key. Otherwise the first field, when the caption is composed differently (leave: its days).
 */
export function titleKeyOf(collection: CollectionName, keys: readonly string[]): string {
  const fieldMarks = Object.fromEntries(keys.map((key) => [key, markOf(key)]))
  const caption = bookRules[collection].captionOf(fieldMarks)
  return keys.find((key) => caption.startsWith(markOf(key))) ?? keys[0] ?? ''
}

/** The suffix keeps a key from being a prefix of another. */
function markOf(key: string): string {
  return `${key}|`
}
