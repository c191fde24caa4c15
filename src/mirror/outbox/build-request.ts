import { bookOf } from '#contract/records/collections.ts'
import type { SentRequest, StoredOp } from './stored-op.ts'

const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const

/** The request of an entry as it goes out first (design §4): id in the body, only the changed fields, the base version for `If-Match`. */
export function buildRequest(op: StoredOp): SentRequest {
  const values = Object.fromEntries(Object.entries(op.changes).map(([field, change]) => [field, change.new]))
  return {
    method: methods[op.kind],
    path: bookOf(op.collection).path,
    body: JSON.stringify({ id: op.recordId, ...values }),
    ifMatch: op.kind === 'create' || op.baseVersion === 0 ? null : op.baseVersion,
  }
}
