import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { firstDay } from '../../dates/office-date.ts'
import { instantsOfDays } from '../../dates/office-moment.ts'
import { fieldOfPath } from '../tools/record-question.ts'

/**
 * Records whose day is in a range (`YYYY-MM-DD`, both included; null leaves a side open). Leave
 * counts when it overlaps the range.
 */
export function daysFilter(
  collection: CollectionName,
  path: string,
  { from, to }: { from: string | null; to: string | null },
): Filter[] {
  if (collection === 'leave-requests' && path === 'startDate')
    return [
      ...(to === null ? [] : [{ op: 'between' as const, field: 'startDate', from: firstDay, to }]),
      ...(from === null ? [] : [{ op: 'between' as const, field: 'endDate', from, to: null }]),
    ]
  const isInstant = fieldOfPath(collection, path)?.kind === 'datetime'
  const range = isInstant ? instantsOfDays(from ?? '', to ?? '') : { from: from ?? firstDay, to }
  return [{ op: 'between', field: path, ...range }]
}
