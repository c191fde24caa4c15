import { paperCollections } from '#contract/books/papers.ts'
import type { StoredOp } from '../outbox/stored-op.ts'

const papers: readonly string[] = Object.values(paperCollections)

/**
 * The content a paper's create refers to; undefined for other edits. To users, the record and its
 * file are one thing.
 */
export function contentOfOp({
  kind,
  collection,
  changes,
}: Pick<StoredOp, 'kind' | 'collection' | 'changes'>): string | undefined {
  if (kind !== 'create' || !papers.includes(collection)) return undefined
  const id = changes['content_id']?.new
  return typeof id === 'string' ? id : undefined
}
