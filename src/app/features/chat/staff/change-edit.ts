import type { ChangePart } from '#contract/chat/answer.ts'
import { collectionNames, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { recordBook } from '#app/records/record-book.ts'
import { recordUpdate } from '#app/records/record-edits.ts'

/**
 * `applied`: the record already has the value. `changed`: somebody has since written another value.
 */
export type ChangeStanding = 'open' | 'applied' | 'changed'

export function standingOf(change: ChangePart, record: AnyRecord): ChangeStanding {
  const now = record[change.field] ?? null
  if (now === change.after) return 'applied'
  return now === change.before ? 'open' : 'changed'
}

/**
 * The edit for a proposed change, checked by the book's rules and based on the version it was read
 * at; or the reason of a refusal.
 */
export function editOfChange(
  change: ChangePart,
  row: Pick<SourceRow, 'record' | 'joined'>,
): { edit: ActionEdit } | { refusal: string } {
  const collection = toCollection(change.collection)
  if (collection === null) return { refusal: '이 기기에서는 바꿀 수 없는 기록입니다.' }
  const book = recordBook(collection)
  const field = book.description.fields.find(({ key }) => key === change.field)
  if (!field || field.editable === false || field.isFixed) return { refusal: '여기서 바꿀 수 없는 항목입니다.' }
  if (standingOf(change, row.record) === 'changed')
    return { refusal: '그동안 다른 값으로 바뀌어 적용하지 않았습니다. 기록을 열어 확인해 주세요.' }
  const made = recordUpdate(book, row, { [change.field]: change.after })
  if ('refusal' in made) return made
  if (made.edit.kind !== 'update') return { refusal: '적용할 수 없는 변경입니다.' }
  // This device may be behind the version the proposal was read from.
  const baseVersion = Math.max(made.edit.baseVersion, change.version)
  return { edit: { edit: { ...made.edit, baseVersion }, record: row.record, caption: change.caption } }
}

export function toCollection(name: string): CollectionName | null {
  return collectionNames.find((known) => known === name) ?? null
}
