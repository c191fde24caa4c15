import type { AnyRecord, Book, Choice, FieldValue } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import { computeVat } from '#domain/money/won.ts'

/**
 * Rules of a book's records beyond those of single fields, shared by screens, offline edits and
 * server. All depend on the record alone.
 */
export interface BookRules {
  /** Derived fields. */
  readonly follows?: readonly DerivedField[]
  /** Violated rules by field, in the order shown; absent or empty when there are none. */
  readonly violations?: (write: RecordWrite) => Violations
  /**
   * Names a record to users, from its own fields and those of records it refers to (by field key).
   */
  readonly captionOf: (record: Values, joined?: Joined) => string
  /**
   * Distinguishes records with the same caption when asking before a deletion; may be empty or
   * absent.
   */
  readonly detailOf?: (record: Values) => string
  /** The records' due date; absent when there is none. */
  readonly deadline?: DeadlineRule
  /** States that follow from other fields, which lists can be filtered by. */
  readonly derivedStates?: readonly DerivedState[]
  /** The person a record is about, for the trail row. HAZARD: trail rows outlive the record. */
  readonly subjectOf: (record: Values) => string
}

/** `before` is null for a new record; `after` has all fields as they will be written. */
export interface RecordWrite {
  readonly before: Values | null
  readonly after: Values
}

/** Korean reasons by field key. */
export type Violations = Readonly<Record<string, string>>

export type Values = Readonly<Record<string, unknown>>
export type Joined = Readonly<Record<string, AnyRecord | undefined>>

export interface DerivedState {
  /** Key of its column and of filters on it. */
  readonly key: string
  readonly choices: readonly Choice[]
  /** A record has this state if it meets all filters of one of the alternatives. */
  readonly createAlternatives: (value: string, today: string) => readonly (readonly Filter[])[]
}

export interface DeadlineRule {
  /** The field with the due day. */
  readonly day: string
  /** How many days ahead a record is announced. */
  readonly days: number
  /** Whether the record still needs action. */
  readonly isOpen: (record: Values) => boolean
  /** Fields that identify the record to users, the person's first. */
  readonly names: readonly string[]
}

/**
 * `key` is set to `derive(source value)` whenever a write contains the source field but not `key`.
 * In conflicts, both count as one value.
 */
export interface DerivedField {
  readonly key: string
  readonly source: string
  readonly derive: (value: FieldValue) => FieldValue
  /** Korean text next to the field that explains the derivation. */
  readonly note: string
}

/** Adds derived fields to a write. A derived field that the write contains itself is kept. */
export function addDerivedFields<V>(
  { follows = [] }: Pick<BookRules, 'follows'>,
  typed: Readonly<Record<string, V>>,
): Record<string, V | FieldValue> {
  const dependents = follows
    .filter(({ key, source }) => typed[source] !== undefined && !(key in typed))
    .map(({ key, source, derive }) => [key, derive(asFieldValue(typed[source]))] as const)
  return { ...typed, ...Object.fromEntries(dependents) }
}

/**
 * The fields decided together with this one: itself, or a source field followed by all fields
 * derived from it.
 */
export function listDecidedTogether({ follows = [] }: Pick<BookRules, 'follows'>, key: string): readonly string[] {
  const source = follows.find((follow) => follow.key === key)?.source ?? key
  return [source, ...follows.filter(({ source: of }) => of === source).map((follow) => follow.key)]
}

export function textIn(record: Values, key: string): string {
  const value = record[key]
  return typeof value === 'string' ? value : ''
}

function asFieldValue(value: unknown): FieldValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/**
 * 부가세 is derived from 보수료 (0 without a fee), and its checkbox in a bulk edit follows that of 보수료.
 */
export const vatFollowsFees: DerivedField = {
  key: 'fees_vat',
  source: 'fees',
  derive: (fees) => computeVat(typeof fees === 'number' ? fees : null),
  note: '보수료의 10%로 자동 계산됩니다.',
}

/**
 * Rules of a book whose records are known by their name, or else their first text, and have no
 * further rules: master lists, groups.
 */
export function createDefaultRules({ fields }: Book): BookRules {
  const textFields = fields.filter(({ kind }) => kind === 'text')
  const { key } = textFields.find((field) => field.key === 'name') ?? textFields[0] ?? { key: '' }
  const readSubject: BookRules['subjectOf'] = (record) => textIn(record, key)
  return { captionOf: readSubject, subjectOf: readSubject }
}
