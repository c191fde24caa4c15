import type { Edit } from '../offline-copy.ts'
import type { SeenLog } from './seen-log.ts'

/** An action over more records than this is done to a list, which is noted as one, and not to a person. */
const mostRecords = 20

/** Who changes a row has seen it, also when the change is taken back before it is ever sent. */
export function noteEdited(seen: Pick<SeenLog, 'note'>, edits: readonly Edit[]): void {
  const changed = edits.filter(({ kind }) => kind !== 'create')
  if (changed.length > mostRecords) return
  for (const { collection, id } of changed)
    seen.note({ act: 'read', collection, recordId: id, about: { place: 'edit' } })
}
