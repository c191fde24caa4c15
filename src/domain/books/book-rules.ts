import type { AnyRecord, FieldValue } from '#contract/books/field.ts'

/** What a book's records obey beyond what each of their fields accepts by itself; screens, offline edits and server ask the same. All of it is decided from the record alone. */
export interface BookRules {
  /** Fields nobody has to type, because they follow another one. */
  readonly follows?: readonly FieldFollow[]
  /** What is broken, by field and in the order in which it is said; absent or empty: nothing. */
  readonly violations?: (write: RecordWrite) => Violations
  /** How people speak of a record, by its own fields and those of the records it points at (by field key). */
  readonly captionOf: (record: Values, joined?: Joined) => string
  /** What tells a record from others of the same caption, for the question before it is deleted; empty or absent: the caption alone. */
  readonly detailOf?: (record: Values) => string
  /** What the office must not miss in its records; absent: nothing. */
  readonly deadline?: DeadlineRule
  /** Whose record it is, for the audit row. HAZARD: those rows outlive the record. */
  readonly subjectOf: (record: Values) => string
}

/** `before` is null for a new record; `after` are all its fields as they are about to be. */
export interface RecordWrite {
  readonly before: Values | null
  readonly after: Values
}

/** Korean reasons by field key. */
export type Violations = Readonly<Record<string, string>>

export type Values = Readonly<Record<string, unknown>>
export type Joined = Readonly<Record<string, AnyRecord | undefined>>

export interface DeadlineRule {
  /** The field with the day by which something has to be done. */
  readonly day: string
  /** So many days ahead a record is spoken of. */
  readonly days: number
  /** Whether it still has to be done. */
  readonly isOpen: (record: Values) => boolean
  /** Fields that tell a person which record it is, whose first. */
  readonly names: readonly string[]
}

/** `key` holds what `derive` makes of the value of `of`, whenever that is written and `key` is not. They are one value where two people's edits meet (decision 33). */
export interface FieldFollow {
  readonly key: string
  readonly of: string
  readonly derive: (value: FieldValue) => FieldValue
  /** Korean, beside the field: how it follows. */
  readonly note: string
}

/** What is written, with what follows from it. A following field that the same write names stays as it is named. */
export function withFollowing<V>(
  { follows = [] }: Pick<BookRules, 'follows'>,
  written: Readonly<Record<string, V>>,
): Record<string, V | FieldValue> {
  const following = follows
    .filter(({ key, of }) => written[of] !== undefined && !(key in written))
    .map(({ key, of, derive }) => [key, derive(asFieldValue(written[of]))] as const)
  return { ...written, ...Object.fromEntries(following) }
}

/** The fields that are decided together with one: itself, or a field and all that follows it, in that order. */
export function decidedTogether({ follows = [] }: Pick<BookRules, 'follows'>, key: string): readonly string[] {
  const leader = follows.find((one) => one.key === key)?.of ?? key
  return [leader, ...follows.filter(({ of }) => of === leader).map((one) => one.key)]
}

export function textIn(record: Values, key: string): string {
  const value = record[key]
  return typeof value === 'string' ? value : ''
}

function asFieldValue(value: unknown): FieldValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
