import { collectionNames } from '#contract/books/collections.ts'
import type { OfficeData } from '#domain/chat/knowledge.ts'

const refuse = () => Promise.reject(new Error('not asked'))

/** An office whose questions can be read but whose records can't. */
export function makeUnreadOffice(changes: Partial<OfficeData> = {}): OfficeData {
  return {
    today: '2026-11-25',
    collections: new Set(collectionNames),
    asker: { name: '김가온', isSuperuser: true },
    hasStoppedRecords: refuse,
    find: refuse,
    findRecord: refuse,
    sum: refuse,
    listValues: refuse,
    readLeaveBalance: refuse,
    ...changes,
  }
}
