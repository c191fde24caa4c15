import type { AppPath } from '../app-paths.ts'
import type { Sort } from '../query.ts'
import type { SheetWordings, Wordings } from './wordings.ts'

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
  /** Required only, said where it is empty all the same: of a record about to be made, and of one that is there. Absent: `{label}: 필수 항목입니다.` */
  readonly missing?: { readonly made: string; readonly kept: string }
  /** Absent means users may edit it. */
  readonly editable?: false
  /** Said when the record is made, and never changed. */
  readonly isFixed?: true
  /** Absent means shown by default in tables. */
  readonly shown?: false
  /** Kept at the left edge by default. */
  readonly pinned?: true
  /** Column width in px before anybody changes it. */
  readonly width?: number
  /** `width` is the least it is read at: it takes a share of the room that a wider window leaves. */
  readonly grows?: true
  /** Where room is short its middle is left out: such names differ at their ends (제1공구, 제2공구). */
  readonly endTells?: true
  /** Text only: longest allowed value in characters. */
  readonly maxLength?: number
  /** Enum only: the value with which the form for a new record opens. */
  readonly startsAs?: string
  /** Text only: kept as received from outside (a card company's words), the spaces around it too. */
  readonly isVerbatim?: true
  /** Text only: a number to call, or an address to write to; it stands as a link where the record is read. */
  readonly reach?: 'tel' | 'mailto'
  /** Of a person: hidden in files that are taken out unless somebody says why not (domain/masked-value.ts). `number`: an account or a card; `whole`: nothing of it is shown. */
  readonly masks?: 'phone' | 'email' | 'number' | 'address' | 'whole'
  /** Text only: the name of a person, with or without 직급; filters and suggestions take both for one (domain/person-name.ts). */
  readonly isPerson?: true
  /** Text only: an office uses few different ones. Editors suggest those in use and say when one is new. */
  readonly repeats?: true
  /** `repeats` only: suggested as long as no text is in use. */
  readonly firstTexts?: readonly string[]
  /** Text only: holds the name of a record of this collection. Other names are allowed; editors say that they are not registered, and offer to make the record. */
  readonly names?: { readonly collection: string; readonly label: string }
  /** Text only: 동호수, written one way (unit-number.ts) and ordered by the numbers in it. */
  readonly isUnitNumber?: true
  /** Text only: a 지번 (12-3) may stand in it, which spreadsheets take for a day. */
  readonly isLotNumber?: true
  /** Text only: 부동산고유번호, fourteen digits 4-4-6. */
  readonly isImmovableNumber?: true
  /** Text only: a corporation's registration number 6-7, which may look like a resident number. */
  readonly isCorporateNumber?: true
  /** Text only: numbers of registered mail, which are thirteen digits in a row and no resident numbers. */
  readonly isMailNumber?: true
  /** Text only: a number that people write with hyphens (of a case, a lot, a business); digits and hyphens in it are kept in one width. */
  readonly isHyphenated?: true
  /** Text only: people read it as other words (domain/applications/worded-text.ts): a list as JSON, the code of a type. */
  readonly readsAs?: 'lands' | 'parties' | 'application_type'
  /** Number only: decimals kept. */
  readonly scale?: number
  /** Won and number only: smallest allowed value. */
  readonly min?: number
  /** Won only: amounts are multiples of it. */
  readonly step?: number
  /** Number only: largest allowed value. */
  readonly max?: number
  /** Enum only: stored value and Korean label, in the order offered. */
  readonly choices?: readonly Choice[]
  /** Reference only: the collection pointed at, and the key of the pointed-at record that names it. `isWhole`: this record is a part of that one and is deleted with it. `isSubject`: it stands by itself and is about that one, without which it may not be processed. */
  readonly refers?: {
    readonly collection: string
    readonly label: string
    readonly isWhole?: true
    readonly isSubject?: true
  }
  /** Secret only: the fields beside it that show it to everybody, masked and set by the server alone, and that say whether it is a person's or a corporation's. */
  readonly beside?: { readonly masked: string; readonly kind: string }
  /** Words that free-text search looks into. */
  readonly searched?: true
  /** What is entered in a row is mostly the same here: the line for new records keeps the value for the next one. */
  readonly carries?: true
}

export interface Choice {
  readonly value: string
  readonly label: string
  /** How the value looks as a badge; absent: it is shown as it is. Word and tint always come together. */
  readonly tone?: Tone
}

/** Tints of look.md by what they say: done, under way, waiting, wants a look, the office's own. */
export type Tone = 'plain' | 'good' | 'info' | 'warn' | 'primary' | 'seal'

export interface RecordDescription {
  /** Collection name, the same word on every layer. */
  readonly name: string
  /** Korean name of the book, and of one such record in lists and titles. */
  readonly label: string
  readonly groups: Readonly<Record<string, string>>
  readonly fields: readonly Field[]
  /** By field key: other titles of the same column in sheets made elsewhere, for the import (research/domain.md §3.2). */
  readonly titles?: Readonly<Record<string, readonly string[]>>
  /** By field key: what sheets made elsewhere split the field into, a column each, in the order in which the import joins them. */
  readonly parts?: Readonly<Record<string, readonly FieldPart[]>>
}

/**
 * A column that is a part of a field. `mountain`: whether a lot is one of hills (산). `minor`: joined by a hyphen; 0 is none. `floor`: left out where the 호
 * begins with it. `day`, `time`: of an instant.
 */
export interface FieldPart {
  readonly titles: readonly string[]
  /** A column of these titles may be a field of its own, and stays one. */
  readonly isField?: true
  readonly as?: 'mountain' | 'minor' | 'floor' | 'day' | 'time'
}

/** A book of records 장부: what is mirrored to devices, has a screen, and can be imported and exported. */
export interface Book extends RecordDescription {
  /** One such record in a sentence: 사건. */
  readonly noun: string
  /** Where the plain REST calls live: POST, PUT (id in the body) and DELETE (body id) go here. */
  readonly path: `/api/${string}/`
  /** The address at which such records are kept, with the search that opens their tab. */
  readonly screen: { readonly path: AppPath; readonly search?: Readonly<Record<string, string>> }
  readonly words: Wordings
  /** Absent: those of every list. */
  readonly sheetWords?: SheetWordings
  /** What the search box says it looks into; absent: the first searched fields. */
  readonly searchHint?: string
  /** The panel of its records pops out into a window of its own, /popup/{name}/{id} (decision 18). */
  readonly hasWindow?: true
  /** Its records are parts of another book's: edited in the panel of what they belong to, without a list of their own on any screen. */
  readonly isPart?: true
  /** Filters that its list has parameters and its screen's address has keys for, beside the search. */
  readonly filters?: readonly BookFilter[]
  /** How its records stand while nobody asks for another order: screen, server's list and sheets. Absent: each says its own. */
  readonly order?: readonly Sort[]
  /** Its first copy takes seconds where that of another takes a request or two: until it is there, its list answers page by page. */
  readonly isLong?: true
  /** What stands on its records' cards where a list has no room for columns, as far as the fields themselves do not tell (app/ui/record-cards). */
  readonly card?: CardFields
  /** Asked before a record is deleted. `{subject}`: how people speak of it; `{section}`: what it belongs to. */
  readonly deleteQuestion: string
  /** Absent: anybody of the office may make such a record. `own`: one makes it for oneself only; `visitor`: nobody of the office does; `job`: the server alone, in the course of its work. */
  readonly madeBy?: 'own' | 'visitor' | 'job'
  /** Somebody may ask that their record be destroyed: once it is deleted nothing of it stays on a device, and none ever leaves in a sheet. */
  readonly leavesNoCopy?: true
  /** A text field in which no two records may hold the same, empty ones aside; with `within` no two that point at the same record by that field. `message` is said at the field. */
  readonly unique?: { readonly key: string; readonly within?: string; readonly message: string }
}

/**
 * The places of a card, each by the key of a column. `title`: whose or what it is; `note`: beside it, and in its stead where a list has no such column; `place`: the line below, behind the `section` that it belongs to; `day` and `amount`: what is
 * read off at the foot, left and right; `state`: as a badge.
 * Absent: found by rule. Null: there is nothing of that kind, and another column may take its room.
 */
export type CardFields = {
  readonly [Place in 'title' | 'note' | 'section' | 'place' | 'state' | 'day' | 'amount']?: string | null
}

/** A filter with a name of its own. `one_of` takes values joined by commas, `equals` one of the field's choices. */
export interface BookFilter {
  readonly key: string
  /** Path as in a query: `purpose`, `group_id.region`. */
  readonly field: string
  readonly op: 'contains' | 'one_of' | 'equals'
  /** In the filter bar; absent: the field's own. */
  readonly label?: string
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
