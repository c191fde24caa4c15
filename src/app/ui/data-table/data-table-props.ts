import type { Field, FieldValue } from '#contract/books/field.ts'
import type { Sort } from '#contract/records/query.ts'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { BadgeTone } from '../display/badge.tsx'
import type { EditAction, EditOutcome, EntryLineDraft, SavedEntryLine } from './editing/edit-action.ts'
import type { PendingCells } from './pending/pending-cells-types.ts'

/**
 * Props of `<DataTable>`. The table doesn't know where rows come from: it renders a RowSource, and
 * every change leaves it as an action. It stores nothing itself.
 */
export interface DataTableProps {
  /**
   * Key for what the device stores for this table; the same on every visit, such as
   * `real-estate-case-book`.
   */
  readonly tableId: string
  /** Accessible name of the grid, such as `사건부`. */
  readonly label: string
  readonly source: RowSource
  /**
   * Shown columns in order, pinned ones first. From `useColumnLayout(tableId, allColumns).table`,
   * or `buildAllColumns(description, overrides)` for a fixed layout. Keep the array stable between
   * renders.
   */
  readonly columns: readonly Column[]
  /**
   * Hidden columns in order, shown when a row is unfolded. When absent or empty, rows don't unfold.
   */
  readonly hiddenColumns?: readonly Column[]
  /** Actions on a column from its header. Without them the header only sorts. */
  readonly columnActions?: ColumnActions

  /**
   * Current sort, primary column first; empty for the screen's default order. The screen puts it
   * into the source's query.
   */
  readonly sort: readonly Sort[]
  /** Primary column of the default order, marked in its header while `sort` is empty. */
  readonly defaultSort?: Sort | null
  /**
   * The first click on a column asks for ascending, the next for descending, a third for the
   * default order (empty). With Shift the column is added to the sort. Without it headers don't
   * sort.
   */
  readonly onSort?: (sort: readonly Sort[]) => void
  /**
   * Identifies the source's query; any string that changes with it. A result under a new key starts
   * at the top. Under the same key (a refresh) the focused row keeps its position on screen.
   */
  readonly queryKey: string

  /**
   * Scroll position of an infinite list, kept by the screen. Without it the list opens at the top.
   */
  readonly savedRow?: RowPosition

  /** Text in the table's search box; matches are highlighted in the cells. */
  readonly search?: string

  /**
   * One action of the user: one changed cell, or the many changes of a paste, fill or bulk edit
   * that undo together. It contains no unchanged cells. The new value is shown at once; resolve
   * when it is safely stored. Return a `message` (or reject) when it isn't: the cell keeps the
   * typed value with a mark, so nothing is lost.
   */
  readonly onEdit?: (action: EditAction) => Promise<EditOutcome> | EditOutcome
  /**
   * Pending values shared with a detail panel (`useSharedCells`); keep the same object while the
   * table is mounted. By default the table has its own.
   */
  readonly pending?: PendingCells
  /**
   * `onEdit` creates records from an action's `newRows`, so a paste may go beyond the last row
   * after the user confirms the preview.
   */
  readonly canAddRows?: boolean
  /**
   * Checked rows for actions on whole records; without it there are no checkboxes. The screen holds
   * the value, so it outlives the table.
   */
  readonly rowSelection?: RowSelectionContext
  /** How the list can be grouped by a column, for its menu. */
  readonly groupings?: (column: Column) => readonly { readonly label: string; readonly run: () => void }[]
  /** 이 컬럼으로 필터 in a column's menu; null for a column that can't be filtered. */
  readonly onFilterColumn?: (column: Column) => (() => void) | null
  /** 이 값으로 필터 in the cell menu; null for a cell that can't be filtered by. */
  readonly onFilterBy?: (cell: { readonly row: SourceRow; readonly column: Column }) => (() => void) | null
  /**
   * Handlers for Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z anywhere on the screen. Inside an editor the
   * browser's text undo stays. The screen holds the history.
   */
  readonly history?: { readonly undo: () => void; readonly redo: () => void }
  /** Moves the focus to a cell, once for each new `requestNumber`. */
  readonly focusTarget?: CellTarget | null
  /** 상세: Space, the button in the row, Enter on a read-only cell. */
  readonly onOpenRow?: (row: SourceRow) => void
  /**
   * The record that is open in a panel next to the table; its row is marked, and Escape in the
   * table closes the panel.
   */
  readonly openRecord?: OpenRecordOfTable | null
  /**
   * 새 창으로 열기: Alt+Enter, the button after 상세, or 상세 with Ctrl or the middle button. Absent when
   * the records have no window of their own.
   */
  readonly onPopOutRow?: (row: SourceRow) => void
  /** Whether a row can be opened; without it every row can. A row that can't has no button. */
  readonly canOpenRow?: (row: SourceRow) => boolean
  /**
   * What opening a row shows: `edit` if a form opens in place of a reading view, `group` if the row
   * represents others. Default: `detail`.
   */
  readonly opens?: OpenKind | ((row: SourceRow) => OpenKind)
  /**
   * Makes the rows a tree: some have child rows, which open in place. Absent: all rows are alike.
   */
  readonly tree?: RowTree
  /** A plain press on any cell opens its row. */
  readonly opensOnClick?: true
  /** 삭제: the button in the row, Delete on the action cell. The screen asks before it deletes. */
  readonly onDeleteRow?: (row: SourceRow) => void
  /**
   * Called when someone else deleted a record while its cell was being edited. By default
   * `onMessage` reports it.
   */
  readonly onLostEdit?: (lostEdit: LostEdit) => void
  /** More buttons in the action column, also in the cell menu. */
  readonly rowActions?: readonly RowAction[]
  readonly onSettleConflict?: (settlement: ConflictSettlement) => void

  /** An entry line for a new record above the rows. */
  readonly entry?: EntryLine
  /**
   * Opens the form for a new record: Ctrl+Enter on a cell. Without it the key goes to the entry
   * line.
   */
  readonly onAdd?: (() => void) | undefined
  /** Without it there is no paging bar. The list is one virtual list in both cases. */
  readonly paging?: Paging
  /** Short messages that belong to no cell; the screen shows them as toasts. */
  readonly onMessage: (message: TableMessage) => void
  /** Content shown instead of rows; the defaults suit most screens. */
  readonly empty?: EmptyState
  /** Rows to highlight, such as those with a near register date. Never use it as the only sign. */
  readonly isHighlighted?: (row: SourceRow) => boolean
  /**
   * Stored column widths in px by key, where they differ from the description. With
   * `onWidthsChange` the screen holds them, otherwise the table.
   */
  readonly widths?: Readonly<Record<string, number>>
  readonly onWidthsChange?: (widths: Readonly<Record<string, number>>) => void
  /**
   * The office's current day as YYYY-MM-DD, for Ctrl+; and dates typed without a year. Called on
   * each use.
   */
  readonly today: () => string
}

interface OpenRecordOfTable {
  readonly id: string
  readonly close: () => void
}

export type OpenKind = 'detail' | 'edit' | 'group'

/**
 * Nested rows. The source lists all of them in one order, each after its parent; opening one
 * changes the rows of the source.
 */
export interface RowTree {
  /**
   * Called again only when the row object changes; may be called before the source contains the
   * row.
   */
  nodeOf(row: SourceRow): TreeNode
  setOpen(row: SourceRow, isOpen: boolean): void
}

export interface TreeNode {
  /** Depth, from 1. */
  readonly level: number
  /** Null: the row has no children. */
  readonly isOpen: boolean | null
  /** Shown in the row's header; null for nothing. */
  readonly number: number | null
}

/** The row at the top of an infinite list, from 0. */
export interface RowPosition {
  /** Where the list of the current query begins; called when a result arrives. */
  start(): number
  /** Called with each row that reaches the top. */
  settle(row: number): void
}

export interface EmptyState {
  readonly text?: string
  /**
   * Message when the server returned an error, with `{reason}` in it; by default the standard
   * sentence.
   */
  readonly failureText?: string | undefined
  /** Why there are no rows. */
  readonly reason?: string
  /** One action offered with it. `entry` focuses the entry line, where the table has one. */
  readonly action?: { readonly label: string; readonly run: (() => void) | 'entry' }
}

/** What happened to an open editor whose record someone else deleted. */
export interface LostEdit {
  readonly row: SourceRow
  readonly column: Column
  /** Typed text; null when there was none. */
  readonly text: string | null
  /** The value was added to earlier edits of the record that await the user's decision. */
  readonly isStillListed: boolean
}

export interface CellTarget {
  readonly rowId: string
  /** Null keeps the active column. */
  readonly key: string | null
  /**
   * Makes the cell active without moving the focus, for a detail panel that steps through records.
   */
  readonly shouldKeepFocus?: boolean
  /** Raised by every request, so that the same cell can be requested twice. */
  readonly requestNumber: number
}

/**
 * A shown column. `key` is a field key, or `<reference>.<key>` for a read-only field of a
 * referenced record.
 */
export interface Column {
  readonly key: string
  readonly label: string
  readonly field: Field
  readonly width: number
  readonly isPinned: boolean
  /** Names the record; where there is little room, unpinned after all other columns. */
  readonly isName?: true
  /** Says where the record belongs; unpinned last but one. */
  readonly isPlace?: true
  readonly isEditable: boolean
  readonly align: 'start' | 'center' | 'end'
  /** Field the query sorts by; null when the column doesn't sort. */
  readonly sortField: string | null
  /**
   * Allowed values (enum, reference, flag) or suggestions (text). Called whenever the list opens,
   * so it may grow.
   */
  readonly options?: () => readonly CellOption[]
  /** Creates a record that isn't among the options; offered as the last line of the list. */
  readonly optionCreator?: OptionCreator
  /** Computes the value from others of the record. */
  readonly derive?: (row: SourceRow) => FieldValue
  /** Text shown instead of the value's standard format. */
  readonly format?: (row: SourceRow) => string
  /** Tint of the value's badge; null shows plain text. */
  readonly badge?: (value: FieldValue) => BadgeTone | null
  /** The number is a percentage, shown with a bar. */
  readonly isShare?: boolean
  /** The text is the path of a picture, shown small. */
  readonly isPicture?: boolean
  /** Number of text lines; rows are as high as they need. */
  readonly lines?: number
  /** Hidden until the user shows it; from `shown: false` in the description. */
  readonly isHidden?: boolean
  /** Text color, in addition to wording that says the same. */
  readonly tone?: (row: SourceRow) => 'danger' | 'good' | 'warn' | 'info' | null
  /** For screen readers: what the color says, not the text. Underlined in forced colors. */
  readonly toneText?: (row: SourceRow) => string | null
  /**
   * Korean reason why a row refuses this value; null when it accepts it. `row` is null in the entry
   * line.
   */
  readonly check?: (value: FieldValue, row: SourceRow | null) => string | null
}

/** Layout changes requested in a header; the owner of the layout applies them. */
export interface ColumnActions {
  readonly move: (key: string, by: -1 | 1) => void
  /** 이 컬럼만 고정: after the columns already pinned. */
  readonly pin: (key: string) => void
  /** 여기까지 고정: this column and every shown one before it. */
  readonly pinUpTo: (key: string) => void
  readonly unpin: (key: string) => void
  readonly unpinAll: () => void
  readonly hide: (key: string) => void
  readonly show: (keys: readonly string[]) => void
  readonly openManager: () => void
}

/**
 * Changes a screen may make to a described column. For an added column: `after` is the key it
 * follows (last by default), `field` its kind and group.
 */
export type ColumnOverride = Partial<Omit<Column, 'key' | 'field'>> & {
  readonly after?: string
  readonly field?: Partial<Pick<Field, 'kind' | 'group' | 'choices'>>
}

export interface CellOption {
  readonly value: string | boolean
  readonly label: string
  /** Second line that distinguishes equal names. */
  readonly note?: string
  /** Not a value, but the line that creates a record of this name and takes it. */
  readonly createsName?: string
}

export interface OptionCreator {
  /** Singular name of such a record, such as 사업구간. */
  readonly noun: string
  /**
   * Asks for what a new record of this name needs. Returns it as an option, or null when none was
   * created.
   */
  readonly make: (name: string) => Promise<CellOption | null>
}

/**
 * Checked records: these, or all that the query finds except these. The second is a predicate, not
 * a list, so 전체 선택 over 100,000 records costs nothing and stays correct while rows arrive. It
 * applies to its query only.
 */
export type RowSelection =
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'matching'; readonly queryKey: string; readonly excluded: ReadonlySet<string> }

export interface RowSelectionContext {
  readonly value: RowSelection
  readonly onChange: (next: RowSelection) => void
  /**
   * Number of records the whole query finds, when the source is only a page; by default the
   * source's total.
   */
  readonly matchingTotal?: number
  /**
   * 일괄 수정 of the checked rows: a button next to the count, an entry of the cell menu, Shift+F2.
   * Also called with no checked rows; the screen then notifies the user.
   */
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
  /** Initial values of a new draft; called when the line is first rendered and after every add. */
  readonly initial?: () => EntryLineDraft
  /** Called on every change with the user's input, without the initial values. */
  readonly onDraftChange?: (draft: EntryLineDraft) => void
  /**
   * Derives fields from others (부가세 from 보수료). Receives the changed draft and returns the one to
   * keep.
   */
  readonly derive?: (draft: EntryLineDraft, changedKey: string) => EntryLineDraft
  /** Keys whose value carries over to the next new record, until Esc or another value. */
  readonly carries?: readonly string[]
  /** Keeps the line while the screen shows something else in place of the table. */
  readonly saved?: { current: SavedEntryLine | null }
  /** Keys that may be filled in; by default every editable column. */
  readonly keys?: readonly string[]
  /**
   * 추가 or Ctrl+Enter. Resolve with nothing when stored, and the line empties. With problems the
   * draft stays and their messages are shown.
   */
  readonly onAdd: (draft: EntryLineDraft) => Promise<EntryLineOutcome> | EntryLineOutcome
}

export type EntryLineOutcome = void | {
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  /** The screen has shown the message; the line marks its cell and doesn't repeat it. */
  readonly isShown?: true
}

/** One page at a time, or the whole result as one virtual list. */
export type PagingMode = 'paged' | 'infinite'

export interface Paging {
  readonly pageSize: number
  /** Page sizes offered; screens differ. */
  readonly pageSizes: readonly number[]
  readonly onPageSize: (pageSize: number) => void
  /** Absent: one virtual list without a mode switch. */
  readonly mode?: PagingMode
  /** `page`, from 1, is the current position, so the other mode opens at the same rows. */
  readonly onMode?: (mode: PagingMode, page: number) => void
  /**
   * Paged mode: the page the source (a page-window-source) holds. It changes whenever the source
   * notifies a change.
   */
  readonly getWindow?: () => {
    readonly page: number
    readonly pages: number
    readonly total: number
    /** Rows of the whole result before this page, so 순번 continues. Default 0. */
    readonly first?: number
  }
  readonly onPage?: (page: number) => void
  /** Messages for a page input that isn't a number, or isn't an existing page. */
  readonly jumpMessages: Readonly<Record<'notANumber' | 'outOfRange', (pages: number) => string>>
}

export interface TableMessage {
  readonly type: 'info' | 'warning' | 'error' | 'success'
  readonly text: string
}
