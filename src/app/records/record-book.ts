import type { CollectionName } from '#contract/records/collections.ts'
import type { FieldValue, RecordDescription } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { vatOf } from '#domain/vat.ts'
import type { FieldFollow } from '../ui/bulk-edit/bulk-edit-props.ts'

/**
 * What two books of records of the office (사건부 of real estate, deposit cases) do not share: everything else about keeping one on a screen stands in this
 * folder once. A book is a constant, so it is fit for dependency lists.
 */
export interface RecordBook {
  readonly collection: CollectionName
  readonly description: RecordDescription
  /** How people speak of a record, by its own fields and the records these point at. */
  readonly captionOf: (record: Readonly<Record<string, FieldValue>>, joined: SourceRow['joined']) => string
  /** The section a record belongs to, for `'{section}' 건을 삭제하시겠습니까?`. */
  readonly sectionOf: (row: SourceRow) => string
  /** What is missing in a record about to be made or changed, by field, in Korean and in order; empty when nothing is. */
  readonly refusalOf: (
    record: Readonly<Record<string, FieldValue | undefined>>,
    kind: 'create' | 'update',
  ) => Readonly<Record<string, string>>
  /** Fields nobody has to type, because they follow another one. */
  readonly follows: readonly FieldFollow[]
}

/** 부가세 follows 보수료, and its tick in a bulk edit follows the tick of 보수료 (spec 2 §5, §9); without a fee it is 0. */
export const vatFollowsFees: FieldFollow = {
  key: 'fees_vat',
  of: 'fees',
  derive: (fees) => vatOf(typeof fees === 'number' ? fees : null),
  note: '보수료의 10%로 자동 계산됩니다.',
}

/** Changes with what follows from them; a following field that the same change sets by hand stays. */
export function withFollowing(
  { follows }: Pick<RecordBook, 'follows'>,
  changes: Record<string, FieldValue>,
): Record<string, FieldValue> {
  const following = follows
    .filter(({ key, of }) => changes[of] !== undefined && !(key in changes))
    .map(({ key, of, derive }) => [key, derive(changes[of] ?? null)] as const)
  return { ...changes, ...Object.fromEntries(following) }
}

/** A draft whose field has just been typed: what follows it is set anew, whatever stood there. */
export function draftFollowing(
  { follows }: Pick<RecordBook, 'follows'>,
  draft: Readonly<Record<string, FieldValue>>,
  changedKey: string,
): Readonly<Record<string, FieldValue>> {
  const following = follows.filter(({ of }) => of === changedKey)
  if (following.length === 0) return draft
  const derived = following.map(({ key, of, derive }) => [key, derive(draft[of] ?? null)] as const)
  return { ...draft, ...Object.fromEntries(derived) }
}

export function captionOfRow(book: RecordBook, { record, joined }: Pick<SourceRow, 'record' | 'joined'>): string {
  return book.captionOf(record, joined)
}
