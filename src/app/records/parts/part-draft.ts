import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { textOfField } from '../form/field-text.ts'
import { readDraft, startOf, type RecordDraft } from '../form/record-draft.ts'
import type { WantedPart } from './part-edits.ts'

/** A part of a record as it is being typed. Of a number it holds the sealed text or the reference of what the server keeps, never a digit. */
export interface PartDraft {
  readonly id: string
  readonly texts: RecordDraft
}

/** What is wrong, by id of the part and key of its field. */
export type PartFaults = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What is typed of such parts, in which order, and what one of them is called: 토지. */
export interface PartForm {
  readonly collection: CollectionName
  readonly noun: string
  readonly fields: readonly Field[]
  /** Said under a field while it has no fault, from what is typed of the part. */
  readonly hintOf?: (key: string, texts: RecordDraft) => string | undefined
}

/** The form of a book of parts: everything people may write but where they stand. */
export function partFormOf(collection: CollectionName, keys?: readonly string[]): PartForm {
  const { noun, fields } = bookOf(collection)
  const typed = fields.filter(({ key, kind }) =>
    keys ? keys.includes(key) : kind !== 'reference' && key !== 'place' && maskedOf(fields, key) === null,
  )
  return { collection, noun, fields: typed }
}

export function emptyPart({ fields }: PartForm, id: string): PartDraft {
  const start = Object.entries(startOf({ fields })).map(([key, value]) => [key, String(value)])
  return { id, texts: Object.fromEntries(start) }
}

export function draftOfPart({ fields }: PartForm, record: AnyRecord): PartDraft {
  const texts = fields.flatMap((field) => [
    [field.key, textOfField(field, record[field.key] ?? null)],
    ...(field.beside ? [[field.beside.masked, String(record[field.beside.masked] ?? '')]] : []),
  ])
  return { id: record.id, texts: Object.fromEntries(texts) }
}

/** Something it cannot do without is still missing: it waits for that. */
export function isIncomplete({ fields }: PartForm, { texts }: PartDraft): boolean {
  return fields.some(({ key, required }) => required && (texts[key] ?? '').trim() === '')
}

/** What the parts stand for, in their order, or what is wrong with which. */
export function readParts(
  { fields }: PartForm,
  parts: readonly PartDraft[],
  today: string,
): { wanted: readonly WantedPart[]; faults: PartFaults } {
  const read = parts.map(({ id, texts }) => ({ id, texts, ...readDraft(fields, texts, { today }) }))
  const wrong = read.filter(({ errors }) => Object.keys(errors).length > 0)
  return {
    wanted: read.map(({ id, texts, values }, at) => ({
      id,
      fields: { ...values, ...maskedTexts(fields, texts), place: at + 1 },
    })),
    faults: Object.fromEntries(wrong.map(({ id, errors }) => [id, errors])),
  }
}

/** What everybody may see of a number goes with it, so that the device shows it before the server has said it. */
function maskedTexts(fields: readonly Field[], texts: RecordDraft): Record<string, FieldValue> {
  const shown = fields.flatMap(({ beside }) => (beside ? [[beside.masked, texts[beside.masked] || null] as const] : []))
  return Object.fromEntries(shown)
}

/** The number that a field shows masked; null: it shows none. */
function maskedOf(fields: readonly Field[], key: string): Field | null {
  return fields.find(({ beside }) => beside?.masked === key) ?? null
}
