import type { z } from 'zod'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { buildFieldSchema } from '#contract/books/record-schema.ts'
import { describeWrongDay, describeWrongMoment, parseMomentEntry, readDay } from '#domain/dates/day-entry.ts'
import { parseWon } from '#domain/money/won.ts'
import { flagLabels } from '#domain/sheets/record-sheet.ts'
import { normalizeName } from '#domain/text/search-text.ts'
import { isEmptyEntry, normalizeEntry, parseNumberEntry } from './number-entry.ts'

type TypedValue = { readonly ok: true; readonly value: FieldValue } | { readonly ok: false; readonly message: string }

interface EntryContext {
  /** The office's day, which completes days without a year. */
  readonly today: string
  /** The options offered on the screen; defaults to the field's own choices. */
  readonly options?: readonly { readonly value: FieldValue; readonly label: string }[]
}

/**
 * Parses a text for a field, or says why it is invalid. Used for typed, pasted and imported texts,
 * with the same rules as the server.
 */
export function readEntry(field: Field, text: string, context: EntryContext): TypedValue {
  const typedValue = readByKind(field, text, context)
  return typedValue.ok ? checkEntry(field, typedValue.value) : typedValue
}

/** Checks a value for a field, with the reason when it is invalid; texts are normalized. */
export function checkEntry(field: Field, value: FieldValue): TypedValue {
  const checked = getSchema(field).safeParse(value)
  if (checked.success) return { ok: true, value: (checked.data ?? null) as FieldValue }
  return { ok: false, message: checked.error.issues[0]?.message ?? '입력한 값을 확인해 주세요.' }
}

function readByKind(field: Field, text: string, { today, options }: EntryContext): TypedValue {
  switch (field.kind) {
    case 'won':
      return parseWon(text)
    case 'number':
      return roundToScale(parseNumberEntry(text, field.label), field)
    case 'date': {
      const day = readDay(text, today)
      return day.ok ? day : { ok: false, message: describeWrongDay(text, today) }
    }
    case 'datetime': {
      const moment = parseMomentEntry(text, today)
      return moment.ok ? moment : { ok: false, message: describeWrongMoment(text, today) }
    }
    case 'flag':
      return readFlag(text)
    case 'enum':
    case 'reference':
      return readChoice(field, text, options)
    case 'text':
    case 'secret':
      return { ok: true, value: field.isVerbatim ? text : text.trim() || null }
  }
}

/**
 * Rounds to the stored decimals, because Excel computes in floating point; not for fields without
 * decimals.
 */
function roundToScale(typedValue: TypedValue, { scale = 0 }: Field): TypedValue {
  if (!typedValue.ok || typeof typedValue.value !== 'number' || scale === 0) return typedValue
  return { ok: true, value: Number(typedValue.value.toFixed(scale)) }
}

/** An empty cell means no. TRUE and FALSE are Excel's own words in every language. */
function readFlag(text: string): TypedValue {
  const normalizedText = normalizeEntry(text).replace(/\s/g, '').toLowerCase()
  if (isEmptyEntry(normalizedText) || noWords.has(normalizedText)) return { ok: true, value: false }
  if (yesWords.has(normalizedText)) return { ok: true, value: true }
  return { ok: false, message: `${flagLabels.yes} 또는 ${flagLabels.no}로 입력해 주세요.` }
}

const yesWords: ReadonlySet<string> = new Set([flagLabels.yes, 'o', '○', 'ㅇ', 'v', '✓', '✔', 'y', 'yes', 'true', '1'])
const noWords: ReadonlySet<string> = new Set([flagLabels.no, '아니요', 'x', '×', 'n', 'no', 'false', '0'])

/** A choice by its label, as people and our own sheets write it, or by its stored value. */
function readChoice(field: Field, text: string, options: EntryContext['options']): TypedValue {
  const choices = options ?? field.choices ?? []
  const typed = text.trim()
  const name = normalizeName(typed)
  const byName = choices.filter(({ label }) => name !== '' && normalizeName(label) === name)
  const exact = byName.filter(({ label }) => label === typed)
  const [first, second] = exact.length > 0 ? exact : byName
  if (first && second) return { ok: false, message: formatSameName(exact.length || byName.length) }
  const option = first ?? choices.find(({ value }) => value === typed)
  if (option) return { ok: true, value: option.value }
  if (isEmptyEntry(normalizeEntry(text))) return { ok: true, value: null }
  return { ok: false, message: options ? notListed : `${joinChoiceLabels(field)} 가운데 하나로 입력해 주세요.` }
}

const notListed = '목록에 있는 값을 선택해 주세요.'

function formatSameName(count: number): string {
  return `이름이 같은 항목이 ${count}개입니다. 목록에서 선택해 주세요.`
}

function joinChoiceLabels({ choices = [] }: Field): string {
  return choices.map(({ label }) => label).join(', ')
}

const schemas = new WeakMap<Field, z.ZodType>()

/**
 * Building a schema costs fifty times as much as using it, and a sheet has a hundred thousand
 * cells.
 */
function getSchema(field: Field): z.ZodType {
  const schema = schemas.get(field) ?? buildFieldSchema(field)
  schemas.set(field, schema)
  return schema
}
