import type { AnyRecord } from '#contract/books/field.ts'
import type { WritableCollection, WriteRequest } from '../db/writable-collection.ts'
import { auditRow } from '../audit/audit.ts'
import { mergeFields } from './merge.ts'
import { firstViolation, addFollowing, namedIn } from './write-input.ts'
import { changedFields } from './write-log.ts'

/** Everything an edit writes, computed from the row as it was read. */
export interface PlainEdit {
  readonly changes: Readonly<Record<string, unknown>>
  readonly derived: Readonly<Record<string, unknown>>
  /** The changed fields as stored in the change log. */
  readonly fields: ReturnType<typeof changedFields>
  readonly trail: ReturnType<typeof auditRow>
}

/**
 * Plans an ordinary edit for the statements that write without a lock, one or many at a time.
 * Undefined for anything else (no such row, stale If-Match, nothing to change, another record
 * referenced, a refusal), which `applyUpdate` decides.
 */
export function planPlainEdit(
  collection: WritableCollection,
  supplied: Readonly<Record<string, unknown>>,
  { current, request }: { current: AnyRecord | undefined; request: WriteRequest },
): PlainEdit | undefined {
  if (!current || (request.baseVersion ?? current.version) !== current.version) return undefined
  const merge = mergeFields({ supplied, current, theirs: new Map() })
  if (merge.kind === 'conflict') return undefined
  const changed = Object.keys(merge.changes)
  if (
    changed.length === 0 ||
    changed.some((key) => key in collection.references || key === collection.description.unique?.key)
  )
    return undefined
  const changes = addFollowing(
    collection,
    merge.changes,
    namedIn(request, collection, { supplied, changed: merge.changes }),
  )
  const after = Object.assign({ ...current }, changes)
  if (firstViolation(collection, { before: current, after })) return undefined
  const fields = changedFields(collection, current, after)
  const trail = auditRow({
    user: { id: request.writer.userId, name: request.writer.userName },
    address: request.writer.address,
    act: 'update',
    subject: collection.rules.subjectOf(after),
    detail: { fields: Object.keys(fields) },
  })
  return { changes, derived: derivedColumns(collection, { changes, after }), fields, trail }
}

/**
 * The derived columns an edit changes. Usually none: sums and dates do not affect the search
 * columns.
 */
function derivedColumns(
  { description, derive }: WritableCollection,
  { changes, after }: { changes: Readonly<Record<string, unknown>>; after: AnyRecord },
): ReturnType<WritableCollection['derive']> {
  return description.fields.some(({ key, searched }) => searched && key in changes) ? derive(after) : {}
}
