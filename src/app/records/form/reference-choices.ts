import { josa } from 'es-hangul'
import {
  bookOf,
  nameReferencesOf,
  referencesOf,
  type CollectionName,
  type Reference,
} from '#contract/books/collections.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import type { SelectChoice } from '#app/ui/fields/select.tsx'
import type { WholeLists } from '../copy/use-whole-lists.ts'
import { isMadeByHand } from '../record-book.ts'
import { narrowingOf, type Narrowing } from './narrowing.ts'
import type { RecordDraft } from './record-draft.ts'

interface Asked {
  draft: RecordDraft
  lists: Partial<WholeLists>
  /** Tells namesakes apart by where they belong. */
  noteOf?: ((record: AnyRecord, field: Field) => string) | undefined
}

/** What a reference may point at as its form stands: a department is one of the chosen company, and none before one is chosen (spec 3 §4 "Manager form"). */
export function referenceChoices(
  collection: CollectionName,
  field: Field,
  { draft, lists, noteOf }: Asked,
): { choices?: readonly SelectChoice<string>[]; waiting?: string } {
  const reference = referencesOf(collection).find(({ key }) => key === field.key)
  if (!reference) return {}
  const narrowing = narrowingOf(collection, reference)
  if (narrowing && !draft[narrowing.key]) return { waiting: `${josa(narrowing.label, '을/를')} 먼저 선택해 주세요` }
  const choices = recordsFor(reference, narrowing, { draft, lists }).map((record) => {
    const note = noteOf?.(record, field) ?? ''
    const name = String(record[reference.name] ?? '')
    return { value: record.id, label: note === '' ? name : `${name} (${note})` }
  })
  return { choices }
}

interface Making {
  readonly to: CollectionName
  readonly noun: string
  readonly start: Readonly<Record<string, string>>
  /** The key of the new record whose text the field takes; absent: the field points at the record. */
  readonly name?: string
}

/** What a record made on the way for this reference starts with, and what it is called; null where nobody makes one by hand, or what it belongs to is not chosen yet. */
export function referenceMaking(collection: CollectionName, field: Field, draft: RecordDraft): Making | null {
  const reference = referencesOf(collection).find(({ key }) => key === field.key)
  if (!reference || !isMadeByHand(reference.to)) return null
  const narrowing = narrowingOf(collection, reference)
  const above = narrowing ? draft[narrowing.key] : ''
  if (narrowing && !above) return null
  const start = narrowing ? { [narrowing.theirs]: above ?? '' } : {}
  return { to: reference.to, noun: bookOf(reference.to).noun, start }
}

/** The same for a text that holds the name of such a record: what is typed there becomes its name. */
export function nameMaking(collection: CollectionName, field: Field, draft: RecordDraft): Making | null {
  const reference = nameReferencesOf(collection).find(({ key }) => key === field.key)
  if (!reference || !isMadeByHand(reference.to)) return null
  const { to, name } = reference
  return { to, name, noun: bookOf(to).noun, start: { [name]: (draft[field.key] ?? '').trim() } }
}

/** A draft whose field has just been typed: references that do not go together with it any more are emptied. */
export function withFittingReferences(
  collection: CollectionName,
  draft: RecordDraft,
  { changedKey, lists }: { changedKey: string; lists: Partial<WholeLists> },
): RecordDraft {
  const unfit = referencesOf(collection).filter((reference) => {
    const narrowing = narrowingOf(collection, reference)
    if (narrowing?.key !== changedKey) return false
    return recordsFor(reference, narrowing, { draft, lists }).every(({ id }) => id !== draft[reference.key])
  })
  return { ...draft, ...Object.fromEntries(unfit.map(({ key }) => [key, ''])) }
}

function recordsFor(
  { to }: Reference,
  narrowing: Narrowing | null,
  { draft, lists }: Pick<Asked, 'draft' | 'lists'>,
): readonly AnyRecord[] {
  const all = lists[to] ?? []
  return narrowing ? all.filter((record) => record[narrowing.theirs] === draft[narrowing.key]) : all
}
