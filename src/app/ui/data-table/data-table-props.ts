import type { Sort } from '#contract/records/query.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { BadgeTone } from '../display/badge.tsx'
import type { EditAction, EditOutcome, EntryDraft } from './editing/edit-action.ts'
import type { PendingCells } from './pending/pending-cells-props.ts'

/**
 * What a screen gives to `<DataTable>` and what it hears back. The table knows neither the office nor where rows come from: it draws a RowSource, and every
 * change leaves it as an action. Nothing is written by the table itself.
 */
export interface DataTableProps {
  /** Names what the device keeps for this table; the same word on every visit, e.g. `real-estate-case-book`. */
  readonly tableId: string
  /** Accessible name of the grid, e.g. `사건부`. */
  readonly label: string
  readonly source: RowSource
  /**
   * As drawn: in order, pinned ones first, hidden ones left out. From `useColumnLayout(tableId, allColumns).table`, or `allColumnsOf(description, overrides)`
   * where nobody may change them; keep the array stable between renders.
   */
  readonly columns: readonly Column[]
  /** Hidden columns, in order: a row can be unfolded to read them (spec 1 §2.5 "expandable rows"). Absent or empty: rows do not unfold. */
  readonly hiddenColumns?: readonly Column[]
  /** What a person may do to a column from its header. Absent: the header only sorts. */
  readonly columnActions?: ColumnActions

  /** How the result is sorted now, first things first; nothing is the screen's default order. The screen puts it into the query it gives to the source. */
  readonly sort: readonly Sort[]
  /** What the default order goes by first; its header says so while `sort` is empty. */
  readonly defaultSort?: Sort | null
  /**
   * First click on a column asks for ascending, a click on the ascending column for descending (spec 1 §4), one more for the default order again (nothing). With Shift the
   * column comes after those that are sorted by already. Absent: headers do not sort.
   */
  readonly onSort?: (sort: readonly Sort[]) => void
  /**
   * Names the query the source was given (any string that changes with it). A new result under another key starts at the top; under the same key (a refresh)
   * the row in focus keeps its place on the screen.
   */
  readonly queryKey: string

  /** Where an endless list stands, kept by the screen. Absent: it opens at its top. */
  readonly rowPlace?: RowPosition

  /** What the search box of this table holds: what it found is marked in the cells. */
  readonly search?: string

  /**
   * One action of the user: one changed cell, or a paste, a fill or a bulk edit with many changes, so that it can be undone as one. Unchanged cells are never
   * in it. The new value is shown at once; resolve when it is safely kept. Answer a `message` (or reject) when it could not be kept: the
   * cell then keeps the typed value, marked, and nothing is lost.
   */
  readonly onEdit?: (action: EditAction) => Promise<EditOutcome> | EditOutcome
  /** Pending values shared with a detail panel (`useSharedCells`); the same object as long as the table stands. Absent: the table's own. */
  readonly pending?: PendingCells
  /** True: `onEdit` makes records of an action's `newRows`, so a paste may go beyond the last row once the preview was agreed to. */
  readonly takesNewRows?: boolean
  /** Rows ticked for an action on whole records. Absent: no checkboxes. The screen keeps the value, so that it outlives the table. */
  readonly rowSelection?: RowSelectionContext
  /** How the list can be grouped by a column, for its menu. */
  readonly groupings?: (column: Column) => readonly { readonly label: string; readonly run: () => void }[]
  /** 이 값으로 필터 of the cell menu. */
  readonly onFilterBy?: (cell: { readonly row: SourceRow; readonly column: Column }) => void
  /** Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z at rest, wherever the focus is on the screen; inside an editor the browser's own undo of text stays. What was done is the screen's to know. */
  readonly history?: { readonly undo: () => void; readonly redo: () => void }
  /** Sends the focus to a cell; each new `turn` does so once. */
  readonly goTo?: CellTarget | null
  /** 상세: Space, the button in the row, Enter on a read-only cell. */
  readonly onOpenRow?: (row: SourceRow) => void
  /** 새 창으로 열기: Alt+Enter, the button after 상세, 상세 pressed with Ctrl or the middle button. Absent: its records have no window. */
  readonly onPopOutRow?: (row: SourceRow) => void
  /** Whether this row opens; a row that does not has no button for it. Absent: every row does. */
  readonly canOpenRow?: (row: SourceRow) => boolean
  /** What opening a row is: `edit` where a form opens in place of a reading view, `group` where the row stands for others. Absent: `detail`. */
  readonly opens?: 'detail' | 'edit' | 'group'
  /** A plain press on any cell opens its row. */
  readonly opensOnClick?: true
  /** 삭제: the button in the row, Delete on the action cell. The screen asks before it deletes. */
  readonly onDeleteRow?: (row: SourceRow) => void
  /** Called when a record was deleted elsewhere while its cell was being edited. Absent: said by `onMessage`. */
  readonly onLostEdit?: (lost: LostEdit) => void
  /** Further buttons in the action column, and entries of the cell menu. */
  readonly rowActions?: readonly RowAction[]
  readonly onSettleConflict?: (settlement: ConflictSettlement) => void

  /** An entry line for a new record above the rows (spec 2 "Case book tab"). */
  readonly entry?: EntryLine
  /** Absent: no paging bar. The list stays one virtual list in both cases (decision 9). */
  readonly paging?: Paging
  /** Short texts that are no part of a cell: shown by the screen as a toast. */
  readonly onMessage: (message: TableMessage) => void
  /** What stands in place of rows; the defaults suit most screens. */
  readonly empty?: EmptyWords
  /** Rows the office wants to see marked (register date near): a wash, never the only sign. */
  readonly isHighlighted?: (row: SourceRow) => boolean
  /** Column widths in px by key that differ from the description, as kept on the device. With `onWidthsChange` they are the screen's, else the table's own. */
  readonly widths?: Readonly<Record<string, number>>
  readonly onWidthsChange?: (widths: Readonly<Record<string, number>>) => void
  /** Office's day as YYYY-MM-DD, for Ctrl+; and dates typed without a year. Asked at the moment of use. */
  readonly today: () => string
}

/** The row at the top of an endless list, from 0. */
export interface RowPosition {
  /** Where the list of the present query begins; asked when a result comes in. */
  start(): number
  /** Called with every row that comes to the top. */
  settle(row: number): void
}

export interface EmptyWords {
  readonly text?: string
  /** Said instead when the server gave nothing, `{reason}` in it; absent: the usual sentence. */
  readonly failed?: string | undefined
  /** Why nothing stands here. */
  readonly reason?: string
  /** The one thing to do about it; `entry`: the line for a new record, where the table has one. */
  readonly action?: { readonly label: string; readonly run: (() => void) | 'entry' }
}

/** What became of a cell's editor whose record was deleted elsewhere. */
export interface LostEdit {
  readonly row: SourceRow
  readonly column: Column
  /** What was typed; null when nothing was. */
  readonly text: string | null
  /** The value went to earlier edits of the record, which wait for a decision. */
  readonly isKept: boolean
}

export interface CellTarget {
  readonly rowId: string
  /** Null: the record as a whole, in the column that is active. */
  readonly key: string | null
  /** True: the cell becomes the active one, the focus stays where it is (a detail panel walks through records). */
  readonly keepsFocus?: boolean
  readonly turn: number
}

/** One column as drawn. `key` is a field key, or `<reference>.<key>` for a read-only field of the record referred to. */
export interface Column {
  readonly key: string
  readonly label: string
  readonly field: Field
  readonly width: number
  readonly isPinned: boolean
  /** Names the record: of the pinned columns the last one to give way on a small screen. */
  readonly isName?: true
  readonly isEditable: boolean
  readonly align: 'start' | 'center' | 'end'
  /** What the query sorts by; null: this column does not sort. */
  readonly sortField: string | null
  /** What may be chosen (enum, reference, flag) or is suggested (text). Asked whenever the list opens, so it may grow. */
  readonly options?: () => readonly CellOption[]
  /** Makes a record that is not among the options yet: the last line of the list. */
  readonly maker?: OptionMaker
  /** The value, where it follows from others of the record. */
  readonly derive?: (row: SourceRow) => FieldValue
  /** Text shown in place of the value's own format. */
  readonly format?: (row: SourceRow) => string
  /** Tint of the badge a value stands in; null draws it as plain text. Values with tints have one. */
  readonly badge?: (value: FieldValue) => BadgeTone | null
  /** The number in this cell is a percentage and stands beside a bar of that length. */
  readonly isShare?: boolean
  /** The text in this cell is the path of a picture, drawn small. */
  readonly isPicture?: boolean
  /** Its text has so many lines, and rows are as tall as they need. */
  readonly lines?: number
  /** Not shown until a person asks for it; described by `shown: false`. */
  readonly isHidden?: boolean
  /** Colour of the text, beside a wording that says the same. */
  readonly tone?: (row: SourceRow) => 'seal' | 'good' | 'warn' | 'info' | null
  /** Korean reason why this value may not stand in this row; null when it may. `row` is null in the entry line. */
  readonly check?: (value: FieldValue, row: SourceRow | null) => string | null
}

/** Changes of the layout asked for in a header; whoever keeps the layout carries them out. */
export interface ColumnActions {
  readonly move: (key: string, by: -1 | 1) => void
  /** 이 컬럼만 고정: after those that are pinned already. */
  readonly pin: (key: string) => void
  /** 여기까지 고정: this column and every shown one before it. */
  readonly pinUpTo: (key: string) => void
  readonly unpin: (key: string) => void
  readonly unpinAll: () => void
  readonly hide: (key: string) => void
  readonly show: (keys: readonly string[]) => void
  readonly openManager: () => void
}

/** What a screen may say about a column beyond the field description. Of an added one: the key of the column that it follows (absent: it stands last), kind and group. */
export type ColumnOverride = Partial<Omit<Column, 'key' | 'field'>> & {
  readonly after?: string
  readonly field?: Partial<Pick<Field, 'kind' | 'group' | 'choices'>>
}

export interface CellOption {
  readonly value: string | boolean
  readonly label: string
  /** Second line that tells namesakes apart. */
  readonly note?: string
  /** No value, but the line that makes a record of this name and takes it. */
  readonly makes?: string
}

export interface OptionMaker {
  /** One such record in a word: 사업구간. */
  readonly noun: string
  /** Asks for what a new record of this name needs; answers it as an option, null when none was made. */
  readonly make: (name: string) => Promise<CellOption | null>
}

/**
 * Which records are ticked: these, or everything the query finds but these. The second is a predicate and never a list, so that 전체 선택 over 100,000
 * records costs nothing and stays true while rows come in (grid.md §14 line 16). It counts for its query only.
 */
export type RowSelection =
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'matching'; readonly queryKey: string; readonly except: ReadonlySet<string> }

export interface RowSelectionContext {
  readonly value: RowSelection
  readonly onChange: (next: RowSelection) => void
  /** How many records the whole query finds, where the source is only a page of it; absent: the source's total. */
  readonly matchingTotal?: number
  /** 일괄 수정 of what is ticked: a button beside the count, an entry of the cell menu, Shift+F2. Called with nothing ticked too: the screen says so. */
  readonly onBulkEdit?: () => void
}

export interface RowAction {
  readonly key: string
  /** Accessible name and tooltip. */
  readonly label: string
  readonly icon: React.ReactNode
  readonly run: (row: SourceRow) => void
}

export interface ConflictSettlement {
  readonly row: SourceRow
  readonly key: string
  readonly opId: string
  readonly choice: 'mine' | 'theirs'
}

export interface EntryLine {
  /** Where a new draft starts; read when the line is first drawn and after every add. */
  readonly initial?: () => EntryDraft
  /** Called with every change: what a person has put in, without what the line began with. */
  readonly onDraftChange?: (draft: EntryDraft) => void
  /** Lets one field follow another (부가세 after 보수료). Gets the draft with the change in it, answers the draft to keep. */
  readonly derive?: (draft: EntryDraft, changedKey: string) => EntryDraft
  /** Keys whose value stays for the next new record, until Esc or another value. */
  readonly carries?: readonly string[]
  /** Keys that may be filled in; absent: every editable column. */
  readonly keys?: readonly string[]
  /** 추가 or Ctrl+Enter. Resolve with nothing when kept: the line empties. With problems the draft stays and the messages stand in place. */
  readonly onAdd: (draft: EntryDraft) => Promise<EntryOutcome> | EntryOutcome
}

export type EntryOutcome = void | { readonly message: string; readonly fields?: Readonly<Record<string, string>> }

/** One page at a time, or all of the result as one virtual list. */
export type PagingMode = 'paged' | 'infinite'

export interface Paging {
  readonly pageSize: number
  /** Screens have lists of their own (decision 10). */
  readonly pageSizes: readonly number[]
  readonly onPageSize: (pageSize: number) => void
  /** Absent: one virtual list without a way to change that. */
  readonly mode?: PagingMode
  /** `page`, from 1: where the reader stands, so that the other mode opens at the same rows. */
  readonly onMode?: (mode: PagingMode, page: number) => void
  /** Paged mode: what the source (a page-window-source) holds one page of. It changes whenever the source tells a change. */
  readonly getWindow?: () => {
    readonly page: number
    readonly pages: number
    readonly total: number
    /** Rows of the whole result before the page: 순번 counts on from them. Absent: none. */
    readonly first?: number
  }
  readonly onPage?: (page: number) => void
  /** What is said to a text that is no number, and to a number that is no page. Every list has its own. */
  readonly jumpMessages: Readonly<Record<'notANumber' | 'outOfRange', (pages: number) => string>>
}

export interface TableMessage {
  readonly type: 'info' | 'warning' | 'error' | 'success'
  readonly text: string
}
