import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { findParentReference } from '#contract/books/references.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { buildInitialValues, formatFieldValue, readDraft, type RecordDraft } from '../form/record-draft.ts'
import { getRecordBook, getRowCaption } from '../record-book.ts'
import { buildCreate, buildDelete, buildUpdate } from '../record-edits.ts'

/**
 * A part of a record while being edited. For a number it holds the sealed text or the server's
 * reference, never the digits.
 */
export interface PartDraft {
  readonly id: string
  readonly texts: RecordDraft
}

/** Errors by part id and field key. */
export type PartErrors = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Editable fields of such parts in order, and the noun for one of them: 토지. */
export interface PartForm {
  readonly collection: CollectionName
  readonly noun: string
  readonly fields: readonly Field[]
  /** Hint below a field without an error, based on the part's texts. */
  readonly hintOf?: (key: string, texts: RecordDraft) => string | undefined
}

/** Form of a book of parts: all editable fields except the position. */
export function createPartForm(collection: CollectionName, keys?: readonly string[]): PartForm {
  const { noun, fields } = getBook(collection)
  const editableFields = fields.filter(({ key, kind }) =>
    keys ? keys.includes(key) : kind !== 'reference' && key !== 'place' && findNumberField(fields, key) === null,
  )
  return { collection, noun, fields: editableFields }
}

export function createEmptyPart({ fields }: PartForm, id: string): PartDraft {
  const start = Object.entries(buildInitialValues({ fields })).map(([key, value]) => [key, String(value)])
  return { id, texts: Object.fromEntries(start) }
}

export function toPartDraft({ fields }: PartForm, record: AnyRecord): PartDraft {
  const texts = fields.flatMap((field) => [
    [field.key, formatFieldValue(field, record[field.key] ?? null)],
    ...(field.companions ? [[field.companions.masked, String(record[field.companions.masked] ?? '')]] : []),
  ])
  return { id: record.id, texts: Object.fromEntries(texts) }
}

/** Whether a required field is still empty; the part isn't saved until it is filled. */
export function isIncomplete({ fields }: PartForm, { texts }: PartDraft): boolean {
  return fields.some(({ key, required }) => required && (texts[key] ?? '').trim() === '')
}

/** Parses the parts in their order into values or errors. */
export function readParts(
  { fields }: PartForm,
  parts: readonly PartDraft[],
  today: string,
): { wantedParts: readonly WantedPart[]; errors: PartErrors } {
  const parsedParts = parts.map(({ id, texts }) => ({ id, texts, ...readDraft(fields, texts, { today }) }))
  const invalidParts = parsedParts.filter(({ errors }) => Object.keys(errors).length > 0)
  return {
    wantedParts: parsedParts.map(({ id, texts, values }, index) => ({
      id,
      fields: { ...values, ...pickMaskedTexts(fields, texts), place: index + 1 },
    })),
    errors: Object.fromEntries(invalidParts.map(({ id, errors }) => [id, errors])),
  }
}

/** Sends the masked number along, so that the device can show it before the server responds. */
function pickMaskedTexts(fields: readonly Field[], texts: RecordDraft): Record<string, FieldValue> {
  const maskedTexts = fields.flatMap(({ companions }) =>
    companions ? [[companions.masked, texts[companions.masked] || null] as const] : [],
  )
  return Object.fromEntries(maskedTexts)
}

/** The number field whose masked form this key holds; null for none. */
function findNumberField(fields: readonly Field[], key: string): Field | null {
  return fields.find(({ companions }) => companions?.masked === key) ?? null
}

/** The values a part should have, with its id. */
export interface WantedPart {
  readonly id: string
  readonly fields: Readonly<Record<string, FieldValue>>
}

/**
 * Edits that turn a record's parts into the wanted ones: deletes removed parts, creates new ones,
 * and updates those that differ. `refusal`: one of them is invalid.
 */
export function buildPartEdits(
  collection: CollectionName,
  parentId: string,
  { rows, wantedParts }: { rows: readonly SourceRow[]; wantedParts: readonly WantedPart[] },
): { edits: ActionEdit[] } | { refusal: string } {
  const book = getRecordBook(collection)
  const parentKey = findParentReference(collection)?.key ?? ''
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const edits: ActionEdit[] = rows
    .filter(({ id }) => wantedParts.every((part) => part.id !== id))
    .map((row) => ({ edit: buildDelete(book, row), record: row.record, caption: getRowCaption(book, row) }))
  for (const { id, fields } of wantedParts) {
    const row = rowById.get(id)
    const result = row
      ? buildUpdate(book, row, { ...fields })
      : buildCreate(book, id, { [parentKey]: parentId, ...withoutEmpty(fields) })
    if ('refusal' in result) return { refusal: result.refusal }
    if (result.edit.kind === 'update' && Object.keys(result.edit.changes).length === 0) continue
    const caption = book.rules.captionOf(fields)
    edits.push({ edit: result.edit, record: row?.record ?? null, caption })
  }
  return { edits }
}

function withoutEmpty(fields: Readonly<Record<string, FieldValue>>): Record<string, FieldValue> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
