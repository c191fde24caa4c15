/**
 * A record type is described once (design §3). From a description come the zod schemas, the server's column list, table columns, forms, Excel
 * headers, import mapping and what the mirror keeps.
 */
export type FieldKind = 'text' | 'won' | 'date' | 'datetime' | 'number' | 'enum' | 'flag' | 'reference' | 'secret'

export interface Field {
  /** The key on the wire and the column in the database. */
  readonly key: string
  /** Korean label (research/domain.md §3.2). */
  readonly label: string
  readonly kind: FieldKind
  /** Column group and detail tab, a key of the record's `groups`. */
  readonly group: string
  /** May not be empty. */
  readonly required?: true
  /** Absent means users may edit it. */
  readonly editable?: false
  /** Absent means shown by default in tables. */
  readonly shown?: false
  /** Kept at the left edge by default. */
  readonly pinned?: true
  /** Column width in px before anybody changes it. */
  readonly width?: number
  /** Text only: longest allowed value in characters. */
  readonly maxLength?: number
  /** Text only: kept as received from outside (a card company's words), the spaces around it too. */
  readonly isVerbatim?: true
  /** Text only: numbers of registered mail, which are thirteen digits in a row and no resident numbers. */
  readonly isMailNumber?: true
  /** Number only: decimals kept. */
  readonly scale?: number
  /** Won and number only: smallest allowed value. */
  readonly min?: number
  /** Won only: amounts are multiples of it. */
  readonly step?: number
  /** Number only: largest allowed value. */
  readonly max?: number
  /** Enum only: stored value and Korean label, in the order offered. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** Reference only: the collection pointed at, and the key of the pointed-at record that names it. */
  readonly refers?: { readonly collection: string; readonly label: string }
  /** Words that free-text search looks into. */
  readonly searched?: true
}

export interface RecordDescription {
  /** Collection name, the same word on every layer. */
  readonly name: string
  /** Korean name of one such record. */
  readonly label: string
  readonly groups: Readonly<Record<string, string>>
  readonly fields: readonly Field[]
}

type ValueOfField<F extends Field> = F extends { kind: 'won' | 'number' }
  ? F extends { required: true }
    ? number
    : number | null
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { required: true }
      ? string
      : string | null

/** The plain record a description stands for; every kind but won, number and flag travels as text, empty travels as null. */
export type RecordOf<D extends RecordDescription> = {
  -readonly [F in D['fields'][number] as F['key']]: ValueOfField<F>
} & RecordBase

/** What every record carries beside its own fields. */
export interface RecordBase {
  id: string
  /** Raised by every write; 1 after the create. */
  version: number
  /** When the row was made and last written (instants); `created_at` of cases is a business date (decision 19). */
  inserted_at: string
  updated_at: string
}

export type FieldValue = string | number | boolean | null

/** Any record, when the code does not care which. */
export type AnyRecord = RecordBase & Record<string, FieldValue>
