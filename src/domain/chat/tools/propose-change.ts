import { z } from 'zod'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { CardFields, Field, FieldValue } from '#contract/books/field.ts'
import type { ChangePart } from '#contract/chat/answer.ts'
import { isDate } from '#contract/records/values.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { addDerivedFields } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { maxWon } from '#domain/money/won.ts'
import type { OfficeData, OfficeRecord } from '../knowledge.ts'
import { createRecordLink, formatFieldValue, toAnswerCell } from './format-answer.ts'
import { createRefusal, hasOffice } from './record-tools.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({
  collection: z.enum(collectionNames),
  record_id: z.uuid(),
  field: z.string().max(60),
  value: z.union([z.string().max(1000), z.int(), z.null()]),
})

/**
 * Proposes a change of a state, a day, an amount, a manager or a note as a card; only pressing 적용
 * on it changes anything.
 */
export const proposeChange: Tool<typeof schema> = {
  name: 'propose_change',
  description:
    'Proposes to change one state (enum), day (YYYY-MM-DD or null), amount (won as a number), manager (담당자) or note of one record found before; `record_id` as find_records gave it. The person decides by pressing a button; nothing is changed by this call.',
  parameters: schema,
  isOffered: hasOffice,
  label: () => '변경을 준비하고 있습니다.',
  async run({ collection, record_id: id, field: key, value }, { office }) {
    const field = office ? findChangeableField(office, collection, key) : null
    if (!office || !field) return createRefusal('this field is not changed here')
    const found = await office.findRecord(collection, id)
    if (!found) return createRefusal('no such record')
    const part = proposeValue(collection, field, { found, value })
    if (part === null) return createRefusal('the record has this value already')
    if (part === 'invalid') return createRefusal(findValueError(field, value) ?? '')
    const { label, before_text: before, after_text: after, follows } = part
    return { parts: [part], text: JSON.stringify({ proposed: label, before, after, follows }) }
  },
}

/** The proposed change of one record; null if it has the value already. */
export function proposeValue(
  collection: CollectionName,
  field: Field,
  { found, value }: { found: OfficeRecord; value: string | number | null },
): ChangePart | 'invalid' | null {
  if (findValueError(field, value) !== null) return 'invalid'
  const after = value === '' ? null : value
  return (found.record[field.key] ?? null) === after ? null : buildChangeCard(collection, field, { found, after })
}

/** A value as a change shows it: 300,000원, 2026.11.29, 완료. */
export function formatChangeValue(field: Field, value: FieldValue): string {
  if (typeof value === 'number') return `${formatNumber(value)}${field.kind === 'won' ? '원' : ''}`
  return field.kind === 'date'
    ? formatDay(value === null ? null : String(value))
    : String(formatFieldValue(field, value) ?? '')
}

/**
 * The field if it may be proposed: editable states, days, amounts, managers and notes. Leave
 * requests are decided by superusers only.
 */
export function findChangeableField(
  office: Pick<OfficeData, 'collections' | 'asker'>,
  collection: CollectionName,
  key: string,
): Field | null {
  if (!office.collections.has(collection)) return null
  if (collection === 'leave-requests' && !office.asker.isSuperuser) return null
  const field: Field | undefined = getBook(collection).fields.find((candidate: Field) => candidate.key === key)
  if (!field || field.editable === false || field.isFixed) return null
  const isNote = field.kind === 'text' && noteKeys.includes(field.key)
  const isManager = field.kind === 'text' && managerKeys.includes(field.key)
  return isNote || isManager || ['enum', 'date', 'won'].includes(field.kind) ? field : null
}

/** The colleague who handles a record. */
const managerKeys: readonly string[] = ['business_manager', 'assignee']

const noteKeys: readonly string[] = ['notes', 'note', 'memo', 'description', 'comment']

function findValueError(
  { kind, required, choices, maxLength, min = -Infinity }: Field,
  value: string | number | null,
): string | null {
  if (value === null || value === '') return required ? 'this field may not be empty' : null
  if ((kind === 'won') !== (typeof value === 'number')) return kind === 'won' ? 'no amount' : 'no text'
  if (typeof value === 'number') return value < min || value > maxWon ? 'no such amount' : null
  if (kind === 'date' && !isDate(value)) return 'no day'
  if (kind === 'enum' && !choices?.some((choice) => choice.value === value)) return 'no such state'
  return maxLength !== undefined && value.length > maxLength ? 'too long' : null
}

function buildChangeCard(
  collection: CollectionName,
  field: Field,
  { found, after }: { found: OfficeRecord; after: string | number | null },
): ChangePart {
  const { record } = found
  const before: FieldValue = record[field.key] ?? null
  const follows = describeFollows(collection, field, { found, after })
  const details = describeRecord(collection, found)
  return {
    kind: 'change',
    collection,
    record_id: record.id,
    version: record.version,
    caption: bookRules[collection].captionOf(record),
    ...(details !== '' && { details }),
    field: field.key,
    label: field.label,
    before,
    after,
    before_text: formatChangeValue(field, before),
    after_text: formatChangeValue(field, after),
    ...(follows.length > 0 && { follows }),
    link: createRecordLink(collection, record.id),
  }
}

/** What tells a record apart from others of its name: section, parcel or dwelling, state. */
function describeRecord(collection: CollectionName, found: OfficeRecord): string {
  const { fields, card }: { fields: readonly Field[]; card?: CardFields } = getBook(collection)
  const section = fields.find(({ label }) => label.startsWith('사업구간'))?.key
  const state = fields.find(({ kind }) => kind === 'enum')?.key
  const keys = new Set([section, card?.title, card?.place, card?.note, state])
  const cells = fields.filter(({ key }) => keys.has(key)).map((field) => toAnswerCell(field, found))
  const caption = bookRules[collection].captionOf(found.record)
  return [...new Set(cells)].filter((cell) => cell !== null && cell !== '' && cell !== caption).join(' · ')
}

/** 보수료 is written together with its 부가세. */
function describeFollows(
  collection: CollectionName,
  { key }: Field,
  { found: { record }, after }: { found: OfficeRecord; after: string | number | null },
) {
  const values: Readonly<Record<string, FieldValue>> = addDerivedFields(bookRules[collection], { [key]: after })
  return getBook(collection).fields.flatMap((field: Field) => {
    const [before = null, value = null] = [record[field.key], values[field.key]]
    if (field.key === key || !(field.key in values) || value === before) return []
    const [before_text, after_text] = [before, value].map((text) => formatChangeValue(field, text))
    return [{ label: field.label, before_text: before_text ?? '', after_text: after_text ?? '' }]
  })
}
