import type { CollectionName } from '#contract/books/collections.ts'
import { bookRules } from './books.ts'

/**
 * Which of these fields names a record to people first: the one its caption begins with when each of them holds its own key; the first where the caption is made of
 * something else (leave: its days).
 */
export function titleKeyOf(collection: CollectionName, keys: readonly string[]): string {
  const marked = Object.fromEntries(keys.map((key) => [key, markOf(key)]))
  const caption = bookRules[collection].captionOf(marked)
  return keys.find((key) => caption.startsWith(markOf(key))) ?? keys[0] ?? ''
}

/** No key is the beginning of another with it at the end. */
function markOf(key: string): string {
  return `${key}|`
}
