import type { AppPath } from '#contract/app-paths.ts'
import type { Sort } from '#contract/records/query.ts'
import type { SheetWordings, Wordings } from './wordings.ts'

/**
 * A record type is described once. The zod schemas, the server's column list, table columns, forms,
 * Excel headers, import mapping and the mirror all follow from the description.
 */
export type FieldKind = 'text' | 'won' | 'date' | 'datetime' | 'number' | 'enum' | 'flag' | 'reference' | 'secret'

export interface Field {
  /** Key on the wire and column name in the database. */
  readonly key: string
  /** Korean label. */
  readonly label: string
  readonly kind: FieldKind
  /** Column group and detail tab; a key of the record's `groups`. */
  readonly group: string
  /** Must not be empty. */
  readonly required?: true
  /**
   * Required fields only: messages for an empty value, when the record is created (`create`) and
   * later (`update`). Default: `{label}: 필수 항목입니다.`
   */
  readonly missing?: { readonly create: string; readonly update: string }
  /** Absent: users may edit it. */
  readonly editable?: false
  /** Set at creation, never changed afterwards. */
  readonly isFixed?: true
  /** Absent: shown by default in tables. */
  readonly shown?: false
  /** Pinned to the left edge by default. */
  readonly pinned?: true
  /** Default column width in px. */
  readonly width?: number
  /** `width` is a minimum; the column grows with the window. */
  readonly grows?: true
  /**
   * Truncated in the middle if space is short: names that differ at the end (제1공구, 제2공구), and
   * addresses, which differ in the lot number or 동·호.
   */
  readonly truncatesInMiddle?: true
  /** Text only: maximum length in characters. */
  readonly maxLength?: number
  /** Enum only: default in the form for a new record. */
  readonly startsAs?: string
  /** Text only: stored exactly as received from outside, including surrounding spaces. */
  readonly isVerbatim?: true
  /**
   * Text only: an amount as received (`12,000원`). It is stored and sent unchanged, but filtered,
   * sorted and added up as won (domain/books/field-values.ts).
   */
  readonly isWonText?: true
  /**
   * Text only: the purpose of a card use as received (`Lunch`). It is stored and sent unchanged,
   * but shown, filtered and grouped as one of the kinds (card-usage/card-usage.ts).
   */
  readonly isCardPurpose?: true
  /** Text only: a telephone number or e-mail address, shown as a link. */
  readonly reach?: 'tel' | 'mailto'
  /**
   * Personal data, masked in exports unless the user gives a reason (text/masked-value.ts).
   * `number`: an account or card number; `whole`: masked completely.
   */
  readonly masks?: 'phone' | 'email' | 'number' | 'address' | 'whole'
  /**
   * Text only: a person's name with or without 직급. Filters and suggestions treat both spellings as
   * one person (text/person-name.ts).
   */
  readonly isPerson?: true
  /**
   * Text only: has few distinct values. Editors suggest the existing ones and point out a new one.
   */
  readonly repeats?: true
  /** `repeats` only: suggestions while no value exists yet. */
  readonly firstTexts?: readonly string[]
  /**
   * Text only: the name of a record of this collection. Other names are allowed; editors mark them
   * as not registered and offer to create the record.
   */
  readonly names?: { readonly collection: string; readonly label: string }
  /** Text only: 동호수, normalized (unit-number.ts) and sorted by its numbers. */
  readonly isUnitNumber?: true
  /** Text only: may hold a 지번 (12-3), which spreadsheets read as a date. */
  readonly isLotNumber?: true
  /** Text only: 부동산고유번호, fourteen digits 4-4-6. */
  readonly isImmovableNumber?: true
  /** Text only: a corporation's registration number 6-7, which may look like a resident number. */
  readonly isCorporateNumber?: true
  /**
   * Text only: registered mail numbers, which have thirteen digits but are not resident numbers.
   */
  readonly isMailNumber?: true
  /**
   * Text only: a number written with hyphens (of a case, a lot, a business). Digits and hyphens are
   * normalized to half width.
   */
  readonly isHyphenated?: true
  /**
   * Text only: shown to people in another form (domain/applications/application.ts): a JSON list or
   * a type code.
   */
  readonly readsAs?: 'lands' | 'parties' | 'application_type'
  /** Number only: number of decimals. */
  readonly scale?: number
  /** Won and number only: minimum. */
  readonly min?: number
  /** Won only: amounts are multiples of this. */
  readonly step?: number
  /** Number only: maximum. */
  readonly max?: number
  /**
   * Won only: its amounts don't add up across the values of this enum field, such as income and
   * expenses. The field then has one sum for each value, with a label.
   */
  readonly sumsBy?: { readonly key: string; readonly labels: Readonly<Record<string, string>> }
  /** Enum only: stored values and Korean labels, in display order. */
  readonly choices?: readonly Choice[]
  /**
   * Reference only: the target collection and the key of the target field that names it.
   * `isParent`: this record is a part of the target and is deleted with it. `isSubject`: this
   * record is about the target and may not be processed if the target is stopped.
   */
  readonly refers?: {
    readonly collection: string
    readonly label: string
    readonly isParent?: true
    readonly isSubject?: true
  }
  /**
   * Secret only: the fields that the server sets next to it. `masked` shows the masked number,
   * `kind` whether it is a person's or a corporation's.
   */
  readonly companions?: { readonly masked: string; readonly kind: string }
  /** Included in free-text search; an amount is found with and without its commas. */
  readonly searched?: true
  /** The value rarely changes between rows, so the entry row for new records keeps it. */
  readonly carries?: true
}

export interface Choice {
  readonly value: string
  readonly label: string
  /** Badge color; absent for plain text. The badge always shows the word as well. */
  readonly tone?: Tone
}

/**
 * Badge colors by meaning. `plain`: none; `good`: done; `info`: under way; `warn`: waiting
 * or worth a look; `danger`: failed, refused or urgent; `primary`: the office's own.
 */
export type Tone = 'plain' | 'good' | 'info' | 'warn' | 'primary' | 'danger'

export interface RecordDescription {
  /** Collection name, the same on every layer. */
  readonly name: string
  /** Korean name of the book and of one record in lists and titles. */
  readonly label: string
  readonly groups: Readonly<Record<string, string>>
  readonly fields: readonly Field[]
  /** By field key: other column titles found in sheets made elsewhere, for the import. */
  readonly importTitles?: Readonly<Record<string, readonly string[]>>
  /**
   * By field key: columns into which sheets made elsewhere split the field, in the order in which
   * the import joins them.
   */
  readonly parts?: Readonly<Record<string, readonly FieldPart[]>>
}

/**
 * A column that holds part of a field. `mountain`: whether the lot is 산. `minor`: joined by a
 * hyphen, 0 means none. `floor`: dropped if the 호 begins with it. `day` and `time`: parts of an
 * instant.
 */
export interface FieldPart {
  readonly titles: readonly string[]
  /** A column with one of these titles may also be a field itself; it then stays that field. */
  readonly isField?: true
  readonly as?: 'mountain' | 'minor' | 'floor' | 'day' | 'time'
}

/**
 * A book 장부: a kind of record with its fields, texts and screen. Its records, the collection
 * `name`, are mirrored to devices and can be imported and exported.
 */
export interface Book extends RecordDescription {
  /** Noun for one record in a sentence: 사건. */
  readonly noun: string
  /** Path of the plain REST calls: POST, PUT (id in the body) and DELETE (id in the body). */
  readonly path: `/api/${string}/`
  /** The screen that shows these records, with the search that opens their tab. */
  readonly screen: { readonly path: AppPath; readonly search?: Readonly<Record<string, string>> }
  readonly wordings: Wordings
  /** Absent: the default texts of lists. */
  readonly sheetWordings?: SheetWordings
  /** What the search box says it searches; absent: the first searched fields. */
  readonly searchHint?: string
  /** The record panel can open in its own window at /popup/{name}/{id}. */
  readonly hasWindow?: true
  /**
   * Its records are parts of another book's and are edited in that record's panel; no screen lists
   * them.
   */
  readonly isPart?: true
  /** Filters, in addition to the search, that the list call and the screen's URL accept. */
  readonly filters?: readonly BookFilter[]
  /** Default order on screen, in the server's list and in sheets. Absent: each has its own. */
  readonly order?: readonly Sort[]
  /**
   * Has many records, so its first copy takes seconds. Until that finishes, the list is read page
   * by page from the server.
   */
  readonly isLong?: true
  /**
   * What a card shows where a list has no room for columns, if the fields alone do not decide it
   * (app/ui/record-cards).
   */
  readonly card?: CardFields
  /** Asked before a delete. `{subject}`: name of the record; `{section}`: what it belongs to. */
  readonly deleteQuestion: string
  /**
   * Who may create a record. Absent: all staff. `self`: staff for themselves only; `visitor`: no
   * staff; `server`: only the server.
   */
  readonly creatableBy?: 'self' | 'visitor' | 'server'
  /**
   * People may ask for destruction of these records. A deleted one leaves no copy on devices, and
   * none is ever exported.
   */
  readonly leavesNoCopy?: true
  /**
   * Text field that must be unique, empty values aside. With `within`, unique among records with
   * the same value in that reference. `message` is shown at the field.
   */
  readonly unique?: { readonly key: string; readonly within?: string; readonly message: string }
}

/**
 * What a card shows in each position, by column key. `title`: the name; `note`: next to the title,
 * or in its place if the list has no such column; `place`: the line below, after `section`; `day`
 * and `amount`: bottom left and right; `state`: a badge. A record without its `day` shows another.
 * Absent: chosen by rule. Null: the position is empty and another column may use its space.
 */
export type CardFields = {
  readonly [Position in CardPosition]?: string | null
} & {
  /** `section` and `place` are the two ends of a way. */
  readonly isRoute?: true
}

export type CardPosition = 'title' | 'note' | 'section' | 'place' | 'state' | 'day' | 'amount'

/** A named filter. `one_of` takes values joined by commas, `equals` one of the field's choices. */
export interface BookFilter {
  readonly key: string
  /** Query path: `purpose`, `group_id.region`. */
  readonly field: string
  readonly op: 'contains' | 'one_of' | 'equals'
  /** Label in the filter bar; absent: that of the field. */
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

/**
 * The plain record a description describes. Won, number and flag have their own types; every other
 * kind travels as text. Empty is null.
 */
export type RecordOf<D extends RecordDescription> = {
  -readonly [F in D['fields'][number] as F['key']]: ValueOfField<F>
} & RecordBase

/** Columns that every record has. */
export interface RecordBase {
  id: string
  /** Raised by every write; 1 after the create. */
  version: number
  /**
   * When the row was created and last written (instants). `created_at` of cases is a business date.
   */
  inserted_at: string
  updated_at: string
}

export type FieldValue = string | number | boolean | null

export type AnyRecord = RecordBase & Record<string, FieldValue>

/**
 * Columns into which offices and registers split a lot's location: 시도, 시군구, 읍면동, 리, and the lot
 * number in one or two columns.
 */
export const lotParts = [
  { titles: ['시도', '시/도', '광역시도', '시도명'], isField: true },
  { titles: ['시군구', '시/군/구', '시군', '구군', '시군구명'], isField: true },
  { titles: ['읍면동', '동', '읍', '면', '읍/면/동', '법정동', '법정동명', '동리', '읍면동명', '동명'] },
  { titles: ['리', '리명', '동/리'] },
  { titles: ['소재지', '토지 소재지', '토지소재', '소재', '위치', '법정동 주소', '주소'] },
  { titles: ['산', '산여부', '임야구분', '대장구분', '필지구분'], as: 'mountain' },
  { titles: ['지번', '번지', '본번', '본 번', '지번 본번', '번지수'] },
  { titles: ['부번', '부 번', '지번 부번', '호번'], as: 'minor' },
] as const satisfies readonly FieldPart[]

export const unitNumberParts = [
  { titles: ['동', '건물동', '동번호', '동명칭', '동명'] },
  { titles: ['층', '층수', '층번호'], as: 'floor' },
  { titles: ['호', '호수', '호실', '호번호', '호명', '호명칭'] },
] as const satisfies readonly FieldPart[]

export const postalParts = [
  { titles: ['주소', '기본주소', '도로명주소', '주소1', '소유자 주소'] },
  { titles: ['상세주소', '나머지 주소', '세부주소', '주소2', '소유자 상세주소'] },
] as const satisfies readonly FieldPart[]

export const momentParts = [
  { titles: ['날짜', '일자', '등록일', '등록일자', '배송일', '배송일자'], as: 'day' },
  { titles: ['시간', '시각', '등록시간', '등록시각', '배송시간'], as: 'time' },
] as const satisfies readonly FieldPart[]
