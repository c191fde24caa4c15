import { josa } from 'es-hangul'
import type { SelectChoice } from '#app/ui/fields/select.tsx'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { listNameReferences, listReferences, type Reference } from '#contract/books/references.ts'
import type { CompleteLists } from '../offline-copy/use-complete-lists.ts'
import { isCreatableByAllStaff } from '../record-book.ts'
import type { RecordDraft } from './record-draft.ts'

interface ChoiceOptions {
  draft: RecordDraft
  lists: Partial<CompleteLists>
  /** Tells records with the same name apart by what they belong to. */
  describeChoice?: ((record: AnyRecord, field: Field) => string) | undefined
}

/**
 * Options of a reference for the current draft. A department must belong to the chosen company, and
 * none is offered before one is chosen.
 */
export function listReferenceChoices(
  collection: CollectionName,
  field: Field,
  { draft, lists, describeChoice }: ChoiceOptions,
): { choices?: readonly SelectChoice<string>[]; waiting?: string } {
  const reference = listReferences(collection).find(({ key }) => key === field.key)
  if (!reference) return {}
  const narrowing = findNarrowing(collection, reference)
  if (narrowing && !draft[narrowing.key]) return { waiting: `${josa(narrowing.label, '을/를')} 먼저 선택해 주세요` }
  const choices = listOptionRecords(reference, narrowing, { draft, lists }).map((record) => {
    const note = describeChoice?.(record, field) ?? ''
    const name = String(record[reference.labelKey] ?? '')
    return { value: record.id, label: note === '' ? name : `${name} (${note})` }
  })
  return { choices }
}

interface Creation {
  readonly to: CollectionName
  readonly noun: string
  readonly start: Readonly<Record<string, string>>
  /**
   * The new record's field whose text this field takes; absent: this field refers to the record.
   */
  readonly name?: string
}

/**
 * Initial values and noun of a record that a form creates for this reference. Null when users can't
 * create such records, or what they belong to isn't chosen yet.
 */
export function buildReferenceCreation(collection: CollectionName, field: Field, draft: RecordDraft): Creation | null {
  const reference = listReferences(collection).find(({ key }) => key === field.key)
  if (!reference || !isCreatableByAllStaff(reference.to)) return null
  const narrowing = findNarrowing(collection, reference)
  const parentId = narrowing ? draft[narrowing.key] : ''
  if (narrowing && !parentId) return null
  const start = narrowing ? { [narrowing.optionKey]: parentId ?? '' } : {}
  return { to: reference.to, noun: getBook(reference.to).noun, start }
}

/**
 * The same for a text field that holds the name of such a record: the typed text becomes its name.
 */
export function buildNamedCreation(collection: CollectionName, field: Field, draft: RecordDraft): Creation | null {
  const reference = listNameReferences(collection).find(({ key }) => key === field.key)
  if (!reference || !isCreatableByAllStaff(reference.to)) return null
  const { to, labelKey } = reference
  return { to, name: labelKey, noun: getBook(to).noun, start: { [labelKey]: (draft[field.key] ?? '').trim() } }
}

/** The draft after a change of one field: clears references that no longer match it. */
export function withFittingReferences(
  collection: CollectionName,
  draft: RecordDraft,
  { changedKey, lists }: { changedKey: string; lists: Partial<CompleteLists> },
): RecordDraft {
  const mismatched = listReferences(collection).filter((reference) => {
    const narrowing = findNarrowing(collection, reference)
    if (narrowing?.key !== changedKey) return false
    return listOptionRecords(reference, narrowing, { draft, lists }).every(({ id }) => id !== draft[reference.key])
  })
  return { ...draft, ...Object.fromEntries(mismatched.map(({ key }) => [key, ''])) }
}

function listOptionRecords(
  { to }: Reference,
  narrowing: NarrowingReference | null,
  { draft, lists }: Pick<ChoiceOptions, 'draft' | 'lists'>,
): readonly AnyRecord[] {
  const all = lists[to] ?? []
  return narrowing ? all.filter((record) => record[narrowing.optionKey] === draft[narrowing.key]) : all
}

/**
 * How another reference of the record narrows this one, when both share a reference. A 관리자 has a 회사
 * and a 부서, and a 부서 has a 회사: the two must match.
 */
export function findNarrowing(collection: CollectionName, { key, to }: Reference): NarrowingReference | null {
  for (const reference of listReferences(collection)) {
    const optionReference = listReferences(to).find((candidate) => candidate.to === reference.to)
    const label = getBook(collection).fields.find((field) => field.key === reference.key)?.label ?? reference.key
    if (reference.key !== key && optionReference) return { key: reference.key, label, optionKey: optionReference.key }
  }
  return null
}

export interface NarrowingReference {
  /** The record's reference that narrows the options: 회사 of a 관리자. */
  readonly key: string
  readonly label: string
  /** The field of the offered records that must match: 회사 of a 부서. */
  readonly optionKey: string
}
