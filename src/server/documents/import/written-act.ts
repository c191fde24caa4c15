import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { ImportReport } from '#contract/excel-import.ts'
import type { Database } from '#server/db/client.ts'

/** What an import wrote, as the change log has it: the same for the first answer and for every repetition of it. */
export async function readWrittenAct(
  db: Database,
  collection: CollectionName,
  actId: string,
): Promise<Pick<ImportReport, 'act_id' | 'imported' | 'ids' | 'made' | 'changes'>> {
  const rows = await db
    .selectFrom('change')
    .select(['collection', 'record_id', 'version', 'kind', 'fields'])
    .where('act_id', '=', actId)
    .orderBy('seq')
    .execute()
  const created = rows.filter(({ kind }) => kind === 'create')
  const ids = created.filter((row) => row.collection === collection).map((row) => row.record_id)
  return {
    act_id: rows.length === 0 ? null : actId,
    imported: ids.length,
    ids,
    made: created
      .filter((row) => row.collection !== collection)
      .map((row) => ({ collection: row.collection as CollectionName, id: row.record_id })),
    changes: rows
      .filter(({ kind }) => kind === 'update')
      .map(({ record_id: id, version, fields }) => ({
        id,
        version,
        fields: fields as Record<string, { old: FieldValue; new: FieldValue }>,
      })),
  }
}
