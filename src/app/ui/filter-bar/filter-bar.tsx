import { Download, Ellipsis, ListFilterPlus, RotateCcw, Search, SlidersHorizontal, Upload, X } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { formatNumber } from '#contract/text/format-number.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import { useMediaQuery } from '../browser/use-media-query.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { labelSteps, ToolButton } from '../buttons/tool-button.tsx'
import { findCommand } from '../data-table/commands/key-commands.ts'
import { isTouch, isTouchPointer } from '../data-table/commands/last-pointer.ts'
import { goToResults } from '../data-table/focus/go-to-cell.ts'
import { fitInOneLine } from '../display/fit-in-one-line.ts'
import { FindList } from '../fields/find-list.tsx'
import { TextField } from '../fields/text-field.tsx'
import { useLatest } from '../hooks/use-latest.ts'
import { ignoreRestOfTap } from '../overlays/outside-tap.ts'
import { Popover } from '../overlays/popover.tsx'
import { isImeKey } from '../text-editing/composition.ts'
import { filterBarDelayMs } from './after-typing.ts'
import { type FilterControl, FilterControls, FilterEditor } from './filter-controls.tsx'
import {
  emptyQuery,
  type FilterableField,
  type FilterQuery,
  findFilter,
  isEmptyQuery,
  keepNamedFields,
  listAddableFields,
  withFilter,
} from './filter-query.ts'
import { FilterTags } from './filter-tags.tsx'
import { SavedViewsMenu, type ViewTarget } from './saved-views-menu.tsx'
import { useFilterDraft } from './use-filter-draft.ts'
import type { CountValues } from './value-list.tsx'

interface FilterBarProps {
  /** Key for what the device stores for this table, as in DataTable. */
  tableId: string
  /** What is filtered, such as 사건부. */
  label: string
  filterQuery: FilterQuery
  /** `typed`: text that the user may still be typing. */
  onQueryChange(next: FilterQuery, source?: 'typed'): void
  /** Filters that are always in the bar. */
  controls: readonly FilterControl[]
  /** Every field that can be filtered, for tags, 필터 추가 and saved views. */
  fields: readonly FilterableField[]
  /** Absent when values cannot be counted; text is then filtered by substring. */
  countValues?: CountValues | undefined
  /** Debounce of typing in ms; 0 when the device itself has the results. */
  delayMs?: number
  searchPlaceholder?: string
  resetLabel?: string
  onExport?: () => void
  onImport?: () => void
  /** The field whose filter a column's menu opened, under 필터 추가. */
  openFilter?: { readonly field: string | null; open(field: string | null): void }
  /** What saved views hold. Default: the query. */
  viewTarget?: ViewTarget
  /** More buttons of the screen, before the reset button. */
  actions?: ReactNode
  /** The screen's main button, which never moves behind ⋯. */
  main?: ReactNode
  /** Shown next to the search box when everything else is folded, for what must stay visible. */
  urgent?: ReactNode
  /** Number of records found, for screens whose paging bar doesn't show it. */
  count?: number
  /**
   * grid-template-columns class for the controls from 1280 px on, when their widths differ.
   * `--filters` is the number of controls other than date ranges.
   */
  gridClass?: string
}

const icon = { size: 16, strokeWidth: 1.5 } as const

/**
 * Search box, filters, their tags and saved views. It doesn't write the URL; the screen keeps the
 * query there.
 */
export function FilterBar(props: FilterBarProps) {
  const { label, tableId, countValues, delayMs = filterBarDelayMs } = props
  const draft = useFilterDraft({ filterQuery: props.filterQuery, onQueryChange: props.onQueryChange, delayMs })
  const { shownQuery } = draft
  const [isOpened, setIsUnfolded] = useState(false)
  // The filter that a column's menu opened is among those under 필터.
  const isUnfolded = isOpened || props.openFilter?.field != null
  const bar = useRef<HTMLDivElement>(null)
  const moreButtons = useMoreButtons(bar)
  const filterButton = useRef<HTMLButtonElement>(null)
  const isPhone = useMediaQuery(phoneMedia)
  const isFolding = useMediaQuery(foldingMedia)
  usePressOutside(bar, isUnfolded && isPhone, () => setIsUnfolded(false))
  const fields = keepNamedFields(props.fields)
  const shared = { filterQuery: shownQuery, fields, countValues }
  const filterTools = (
    <FilterTools {...props} {...shared} onQueryChange={draft.apply} onViewOpened={() => setIsUnfolded(false)} />
  )

  /** Applies the typed search at once and moves the focus to the results. */
  function flushAndGoToResults(): boolean {
    draft.flush()
    return goToResults(tableId, shownQuery.search)
  }

  function onSearchKeyDown(event: ReactKeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event)) return
    if (findCommand(event.nativeEvent, 'search') === 'to-results') {
      if (flushAndGoToResults()) event.preventDefault()
    }
    // As in a mail's recipient line, Backspace in the empty box removes the last tag.
    const shouldRemoveLastTag = event.key === 'Backspace' && shownQuery.search === ''
    if (shouldRemoveLastTag && shownQuery.filters.length > 0)
      draft.apply({ ...shownQuery, filters: shownQuery.filters.slice(0, -1) })
  }

  return (
    <div ref={bar} className="relative flex shrink-0 flex-col gap-3 laptop:gap-2 folding:gap-2">
      <div className="flex gap-2">
        <search
          aria-label={`${label} 검색과 필터`}
          // Small screens and tablets need the space for the table, so everything but the search
          // box folds away.
          style={buildColumnStyle(props.controls)}
          className={`grid min-w-0 flex-1 grid-cols-2 items-start gap-2 md:grid-cols-4 ${props.gridClass ?? ''}`}
        >
          <div className="folding:col-span-full folding:flex folding:gap-2 max-[22rem]:gap-1! unfolded:contents max-sm:flex-wrap">
            <div
              // On a phone a longer search gets its own line, so that all of it can be read.
              className={`min-w-0 folding:flex-1 folding:[&_label]:sr-only unfolded:contents ${shownQuery.search.length > maxSharedLength ? 'max-sm:basis-full!' : ''}`}
            >
              <TextField
                label="검색"
                type="search"
                placeholder={props.searchPlaceholder ?? '초성으로도 찾습니다'}
                value={shownQuery.search}
                onValue={(search) => draft.type({ ...shownQuery, search })}
                onKeyDown={onSearchKeyDown}
                data-search-of={tableId}
                className="max-sm:pr-2.5!"
                trailing={<SearchButton onPress={() => void flushAndGoToResults()} />}
              />
            </div>
            <Button
              ref={filterButton}
              className="self-end unfolded:hidden"
              // A phone's line has room for the word or the icon; the search box needs the rest.
              icon={<SlidersHorizontal {...icon} className="max-sm:hidden" />}
              aria-expanded={isUnfolded}
              onClick={() => setIsUnfolded(!isUnfolded)}
            >
              필터
              {shownQuery.filters.length > 0 ? ` ${shownQuery.filters.length}` : ''}
            </Button>
            {props.urgent || props.main ? (
              <div data-urgent className="contents unfolded:hidden">
                {props.urgent}
                {props.main}
              </div>
            ) : null}
            <IconButton
              tone="secondary"
              className="unfolded:hidden"
              icon={<Ellipsis {...icon} />}
              {...moreButtons.opener}
            />
          </div>
          <div className={isUnfolded ? unfoldedControls : 'folding:hidden unfolded:contents'}>
            <CloseFilters
              onPress={() => {
                setIsUnfolded(false)
                filterButton.current?.focus()
              }}
            />
            <FilterControls
              controls={keepNamedFields(props.controls)}
              {...shared}
              onTyped={draft.type}
              onChosen={draft.apply}
            />
            <div className="col-span-full empty:hidden">
              <FilterTags {...shared} onQueryChange={draft.apply} />
            </div>
            {isFolding ? <div className={unfoldedTools}>{filterTools}</div> : null}
          </div>
        </search>
        {/* Aligned with the first line of fields, below their labels. */}
        <div className="hidden gap-2 pt-[22px] wordless:flex">
          <span className="hidden laptop:contents">{props.urgent}</span>
          {props.main}
        </div>
      </div>
      <div
        role="toolbar"
        aria-label={`${label} 작업`}
        {...moreButtons.panel}
        ref={fitTools}
        data-list-tools
        className={`@container/toolbar relative flex shrink-0 flex-wrap items-center gap-2 unfolded:gap-1 unfolded:[&>button]:px-2 ${dockedTools} ${foldedPanel} ${moreButtons.isOpen ? '' : 'folding:hidden'}`}
      >
        <ExchangeButtons onExport={props.onExport} onImport={props.onImport} />
        <span className="contents folding:hidden wordless:hidden">{props.main}</span>
        {props.actions}
        {isFolding ? null : filterTools}
        {props.count === undefined ? null : (
          <p role="status" className="tabular ml-auto text-label text-ink-2">
            총 <strong className="font-semibold text-ink">{formatNumber(props.count)}</strong>건
          </p>
        )}
      </div>
    </div>
  )
}

interface FilterToolsProps extends Pick<
  FilterBarProps,
  'tableId' | 'controls' | 'fields' | 'filterQuery' | 'countValues' | 'openFilter' | 'viewTarget' | 'resetLabel'
> {
  onQueryChange(next: FilterQuery): void
  onViewOpened(): void
}

/** What changes the whole query: in the toolbar, or with the filters where those fold away. */
function FilterTools(props: FilterToolsProps) {
  const { tableId, controls, fields, filterQuery, countValues, openFilter, onQueryChange } = props
  const target: ViewTarget = props.viewTarget ?? {
    currentView: () => ({ ...filterQuery, filters: [...filterQuery.filters] }),
    open: ({ search, filters }) => onQueryChange({ search, filters }),
  }
  return (
    <>
      <ToolButton
        label={props.resetLabel ?? '초기화'}
        labelFrom="roomiest"
        tone="transparent"
        icon={<RotateCcw {...icon} />}
        // Keeps the focus, which a disabled button would lose with the press.
        disabledReason={isEmptyQuery(filterQuery) ? '적용된 검색어나 필터가 없습니다.' : undefined}
        onClick={() => onQueryChange(emptyQuery)}
      />
      <span aria-hidden className="h-5 border-l folding:hidden" />
      <AddFilter
        filterQuery={filterQuery}
        fields={listAddableFields(fields, controls)}
        countValues={countValues}
        {...(openFilter && { openFilter })}
        openedField={fields.find(({ field }) => field === openFilter?.field) ?? null}
        onQueryChange={onQueryChange}
      />
      <SavedViewsMenu
        tableId={tableId}
        target={{
          currentView: () => target.currentView(),
          open(view) {
            target.open(view)
            props.onViewOpened()
          },
        }}
      />
    </>
  )
}

function fitTools(toolbar: HTMLDivElement | null) {
  return toolbar ? fitInOneLine(toolbar, { steps: labelSteps, followsContent: true }) : undefined
}

/** Under ⋯ the buttons form two columns over the list. */
const foldedPanel =
  'folding:float-in folding:absolute folding:top-13 max-sm:top-full! max-sm:mt-2 folding:right-0 folding:z-30 folding:grid folding:w-92 folding:max-w-full folding:grid-cols-2 folding:rounded-panel folding:border folding:bg-paper-raised folding:p-2 folding:shadow-float folding:[&>button]:justify-start'

/** In a low window the icons are in the line of the tabs above, so that they cost no row. */
const dockedTools =
  'docked:in-data-tabbed:absolute docked:in-data-tabbed:inset-x-0 docked:in-data-tabbed:bottom-full docked:in-data-tabbed:mb-1.5 docked:in-data-tabbed:justify-end docked:in-data-tabbed:gap-0.5 docked:in-data-tabbed:pointer-events-none docked:in-data-tabbed:*:pointer-events-auto docked:in-data-tabbed:[&>button]:px-1.5'

/** On a phone the open filters cover the list instead of pushing it out of sight. */
const unfoldedControls =
  'not-max-sm:contents max-sm:float-in max-sm:absolute max-sm:inset-x-0 max-sm:top-full max-sm:mt-2 max-sm:z-30 max-sm:grid max-sm:grid-cols-2 max-sm:items-start max-sm:gap-2 max-sm:rounded-panel max-sm:border max-sm:bg-paper-raised max-sm:p-2 max-sm:shadow-float'

/** A phone's line has room for three buttons without icons. */
const unfoldedTools =
  'col-span-full flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-3 max-sm:[&_svg]:hidden max-sm:[&>button]:px-1'

/** Characters of a search that fit next to the buttons of a phone. */
const maxSharedLength = 5

const phoneMedia = '(width < 40rem)'

/** As the variant `folding` in theme.css. */
const foldingMedia = '(width < 40rem), (height < 35rem), (pointer: coarse)'

function buildColumnStyle(controls: readonly FilterControl[]): CSSProperties & Record<'--filters', number> {
  return { '--filters': controls.filter(({ kind }) => kind !== 'dates').length }
}

/** The head of the open filters on a phone. */
function CloseFilters({ onPress }: { onPress: () => void }) {
  return (
    <div className="col-span-full -mt-1 -mr-1 flex items-center justify-between sm:hidden">
      <span className="text-label font-semibold text-ink-2">필터</span>
      <IconButton label="필터 닫기" icon={<X size={18} strokeWidth={1.5} />} onClick={onPress} />
    </div>
  )
}

/**
 * Not a tab stop, because Enter in the box does the same; a phone has that key on its keyboard, and
 * no room.
 */
function SearchButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label="검색"
      title="검색 (Enter)"
      onClick={onPress}
      className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-control text-ink-2 hover:text-ink max-sm:hidden coarse:w-11"
    >
      <Search {...icon} aria-hidden />
    </button>
  )
}

function ExchangeButtons({ onExport, onImport }: Partial<Record<'onExport' | 'onImport', (() => void) | undefined>>) {
  return (
    <>
      {onExport ? <ToolButton label="내보내기" icon={<Download {...icon} />} onClick={onExport} /> : null}
      {onImport ? <ToolButton label="가져오기" icon={<Upload {...icon} />} onClick={onImport} /> : null}
    </>
  )
}

interface AddFilterProps {
  filterQuery: FilterQuery
  fields: readonly FilterableField[]
  countValues?: CountValues | undefined
  openFilter?: FilterBarProps['openFilter']
  /** The field of `openFilter`. */
  openedField: FilterableField | null
  onQueryChange(next: FilterQuery): void
}

/** Adds a filter on any field: choose the field, then its value. */
function AddFilter({ filterQuery, fields, countValues, openFilter, openedField, onQueryChange }: AddFilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [listedField, setChosenField] = useState<FilterableField | null>(null)
  const chosenField = openedField ?? listedField
  const [query, setQuery] = useState('')
  const search = compileSearch(query)
  const matchingFields = fields.filter(
    ({ label }) => search.words.length === 0 || matchesSearch(buildSearchText([label]), search),
  )

  function changeOpen(next: boolean) {
    openFilter?.open(null)
    setIsOpen(next)
    if (!next) return
    setChosenField(null)
    setQuery('')
  }

  return (
    <Popover
      title={chosenField ? `${chosenField.label} 필터` : '필터를 적용할 컬럼'}
      open={isOpen || openedField !== null}
      onOpenChange={changeOpen}
      trigger={<ToolButton label="필터 추가" labelFrom="roomy" icon={<ListFilterPlus size={16} strokeWidth={1.5} />} />}
    >
      {chosenField ? (
        <div key={chosenField.field} ref={focusFirstField} className="contents">
          <FilterEditor
            field={chosenField}
            filter={findFilter(filterQuery, chosenField.field)}
            countValues={countValues}
            onFilter={(filter) => onQueryChange(withFilter(filterQuery, filter))}
          />
        </div>
      ) : (
        <FindList
          label="컬럼 찾기"
          placeholder="컬럼 찾기, 초성"
          text={query}
          onText={setQuery}
          results={matchingFields.map(({ field, label }) => ({ key: field, label, note: '' }))}
          status={matchingFields.length === 0 ? '맞는 컬럼이 없습니다.' : ''}
          onChoose={(key) => setChosenField(fields.find(({ field }) => field === key) ?? null)}
        />
      )}
    </Popover>
  )
}

/** The list of columns had the focus and is gone. On touch it would open the keyboard. */
function focusFirstField(editor: HTMLElement | null): void {
  if (!isTouch()) editor?.querySelector('input')?.focus()
}

interface MoreButtons {
  readonly isOpen: boolean
  /** Props of the ⋯ button. */
  readonly opener: {
    readonly label: string
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string
    readonly onClick: () => void
  }
  /** Props of the element around the buttons. */
  readonly panel: { readonly id: string }
}

/**
 * State of the buttons that move behind ⋯ when there is no room (`folding` in theme.css). They stay
 * mounted while folded, because they own dialogs and keys. Pressing one, pressing outside or Esc
 * closes the panel; a button that opens its own popover keeps it open, as its anchor. `bar` is the
 * element around ⋯ and the panel.
 */
function useMoreButtons(bar: RefObject<HTMLElement | null>): MoreButtons {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  usePressOutside(bar, isOpen, () => setIsOpen(false))

  useEffect(() => {
    if (!isOpen) return undefined
    const isInBar = (target: EventTarget | null) => target instanceof Node && bar.current?.contains(target) === true
    function handleClick({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest('button') : null
      const isInPanel = button?.closest(`[id="${id}"]`) != null
      if (isInPanel && !button?.hasAttribute('aria-haspopup')) setIsOpen(false)
    }
    function handleKey(event: KeyboardEvent) {
      if (isImeKey(event) || event.key !== 'Escape' || !isInBar(event.target)) return
      event.preventDefault()
      setIsOpen(false)
      const openers = bar.current?.querySelectorAll<HTMLElement>(`[aria-controls="${id}"]`) ?? []
      ;[...openers].find((opener) => opener.checkVisibility())?.focus()
    }
    window.addEventListener('click', handleClick)
    window.addEventListener('keydown', handleKey)
    return () => {
      window.removeEventListener('click', handleClick)
      window.removeEventListener('keydown', handleKey)
    }
  }, [bar, id, isOpen])

  return {
    isOpen,
    opener: { label: '더 많은 작업', 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setIsOpen(!isOpen) },
    panel: { id },
  }
}

/**
 * Calls `onPress` for a press on the page outside the bar while `isActive`. A tap does nothing else
 * there.
 */
function usePressOutside(bar: RefObject<HTMLElement | null>, isActive: boolean, onPress: () => void): void {
  const latestOnPress = useLatest(onPress)
  useEffect(() => {
    if (!isActive) return undefined
    function handlePress({ target, pointerType }: PointerEvent) {
      // A popover opened from the bar is rendered at the end of the body, outside the root. A press
      // in it doesn't count as outside.
      const isOnPage = target instanceof Node && document.getElementById('root')?.contains(target) === true
      if (!isOnPage || bar.current?.contains(target)) return
      if (isTouchPointer(pointerType)) ignoreRestOfTap()
      latestOnPress()()
    }
    window.addEventListener('pointerdown', handlePress, true)
    return () => window.removeEventListener('pointerdown', handlePress, true)
  }, [bar, isActive, latestOnPress])
}
