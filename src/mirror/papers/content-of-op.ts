import { paperCollections } from '#contract/books/papers.ts'
import type { StoredOp } from '../outbox/stored-op.ts'

const papers: readonly string[] = Object.values(paperCollections)

/** The content that an edit makes a paper of; undefined: it is about something else. To a person the record and its file are one thing. */
export function contentOfOp({
  kind,
  collection,
  changes,
}: Pick<StoredOp, 'kind' | 'collection' | 'changes'>): string | undefined {
  if (kind !== 'create' || !papers.includes(collection)) return undefined
  const id = changes['content_id']?.new
  return typeof id === 'string' ? id : undefined
}
