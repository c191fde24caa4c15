import { ListTree, Plus } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { ToolButton } from '#app/ui/buttons/tool-button.tsx'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { listFilterableFields } from '#app/ui/filter-bar/filter-query.ts'
import type { CountValues } from '#app/ui/filter-bar/value-list.tsx'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Book, BookFilter } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'
import type { ValueCount } from '#contract/records/row-source.ts'
import type { DerivedState } from '#domain/books/book-rules.ts'
import { writeGrouping } from '#domain/text/list-url-params.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { countRows } from '../export-reason/export-scope.ts'
import { listAllGroupings } from '../groups/group-query.ts'
import { useCompleteLists } from '../offline-copy/use-complete-lists.ts'
import { createDerivedCondition, findDerivedState, isFilterable, type PlainSearch } from '../url-state/record-search.ts'
import { DeadlineButton } from './deadline-banner.tsx'
import { dropStaleFilters, findNarrowedFields, listNarrowedFilters, type NarrowedFilter } from './narrow-filters.ts'
import { filterBarQuery, getSearchHint } from './table-query.ts'
import type { ScreenRecords } from './use-screen-records.ts'
import type { ScreenState } from './use-screen-state.ts'
import { createViewTarget } from './view-target.ts'

interface RecordFiltersProps<Search> {
  screen: ScreenState<Search>
  /** Controls in addition to the search box and the URL's named filters. */
  controls?: readonly FilterControl[]
  /** Suggestions of text filters, by their key in the URL. */
  suggestions?: Readonly<Record<string, readonly string[]>>
  /** Opens the form for a new record. */
  onAdd?: (() => void) | undefined
  /** The screen's other buttons. */
  actions: ReactNode
}

const noControls: readonly FilterControl[] = []
const noNamed: readonly BookFilter[] = []

/**
 * Filter bar of a book: search box, the named filters of its URL, filters on any other column, and
 * the screen's buttons.
 */
export function RecordFilters<Search extends PlainSearch>(props: RecordFiltersProps<Search>) {
  const { screen, controls = noControls, suggestions = {}, actions, onAdd } = props
  const { columns, recordSearch, book } = screen
  const { days } = recordSearch.rules
  const { filters = noNamed } = book
  const fields = useMemo(() => {
    const searchable = columns.filter(({ key }) => isFilterable(recordSearch.collection, key))
    const hiddenFilters = filters.filter(({ field }) => searchable.every(({ key }) => key !== field))
    return [
      ...hiddenFilters.map((filter) => ({
        field: filter.field,
        label: getFilterLabel(filter, book),
        kind: 'text' as const,
      })),
      ...listFilterableFields(searchable).map((field) => ({
        ...field,
        isComing: field.field === book.rules.deadline?.day,
      })),
    ]
  }, [columns, recordSearch, book, filters])
  const narrowedFilters = useMemo(() => listNarrowedFilters(recordSearch.collection), [recordSearch])
  const lists = useCompleteLists(
    screen.copy,
    useMemo(() => narrowedFilters.map(({ to }) => to), [narrowedFilters]),
  )
  const { query: filterQuery, onQueryChange } = filterBarQuery(screen)
  return (
    <FilterBar
      tableId={screen.tableId}
      label={screen.label}
      filterQuery={filterQuery}
      onQueryChange={(current, source) => onQueryChange(dropStaleFilters(narrowedFilters, lists, current), source)}
      controls={[
        ...filters.map((filter): FilterControl => {
          const control = { field: filter.field, label: getFilterLabel(filter, book) }
          if (filter.op !== 'contains') return { kind: 'choice', ...control }
          return { kind: 'text', ...control, suggestions: suggestions[filter.key] ?? [] }
        }),
        ...(days ? [dayControl(screen)] : []),
        ...controls,
      ]}
      fields={fields}
      actions={
        <>
          {actions}
          <GroupButton screen={screen} />
        </>
      }
      main={onAdd && <AddButton noun={book.noun} onAdd={onAdd} />}
      openFilter={screen.columnFilter}
      urgent={<DeadlineButton screen={screen} />}
      viewTarget={createViewTarget(screen)}
      searchPlaceholder={getSearchHint(book)}
      countValues={useCountNarrowedValues(screen, narrowedFilters)}
      delayMs={0}
      resetLabel="필터 초기화"
      {...(days && { gridClass: sharedRowClasses })}
    />
  )
}

function AddButton({ noun, onAdd }: { noun: string; onAdd(): void }) {
  return (
    <Button
      tone="primary"
      aria-label={`${noun} 추가`}
      icon={<Plus size={16} strokeWidth={1.5} aria-hidden />}
      onClick={onAdd}
    >
      <span className="max-sm:hidden">{noun} 추가</span>
    </Button>
  )
}

const sharedRowClasses =
  'unfolded:xl:grid-cols-[minmax(120px,1.8fr)_repeat(var(--filters),minmax(64px,1fr))_minmax(122px,1fr)_repeat(2,var(--day))] [--day:124px] coarse:[--day:152px]'

/** 일자 기준: one of the book's days under its column's label, and a date range. */
function dayControl<Search>({ recordSearch, state, book }: ScreenState<Search>): FilterControl {
  const choices = listDayChoices(book, recordSearch.rules.days?.fields ?? [])
  return {
    kind: 'dates',
    label: '일자 기준',
    field: String(Reflect.get(state.search as object, 'date_field')),
    choices,
    // The URL's shape has this key whenever the rules have days.
    onField: (field) => state.change({ date_field: field } as unknown as Partial<Search>),
  }
}

/** Days to choose from, under their columns' labels. */
export function listDayChoices<Key extends string>(book: Book, keys: readonly Key[]): { value: Key; label: string }[] {
  return keys.map((value) => ({ value, label: findFieldLabel(book, value) }))
}

function getFilterLabel({ label, field }: BookFilter, book: Book): string {
  return label ?? findFieldLabel(book, field)
}

function findFieldLabel({ fields }: Book, key: string): string {
  return fields.find((field) => field.key === key)?.label ?? key
}

/**
 * 묶어 보기: groups the list and back. Starts with the first visible state or reference; other
 * groupings are chosen there or in a column's menu.
 */
function GroupButton<Search extends PlainSearch>({ screen }: { screen: ScreenState<Search> }) {
  const { book, layout, columns, state } = screen
  const isGrouped = state.search.group !== ''
  function onPress() {
    const choices = listAllGroupings(book, [...layout.table.columns, ...columns])
    const isStateOrReference = ({ kind }: { kind: string }) => kind === 'enum' || kind === 'reference'
    const first = choices.find(({ column }) => column && isStateOrReference(column.field)) ?? choices[0]
    if (first) state.change({ group: isGrouped ? '' : writeGrouping(first.by) } as Partial<Search>)
  }
  return (
    <ToolButton
      label="묶어 보기"
      labelFrom="roomiest"
      tone="transparent"
      icon={<ListTree size={16} strokeWidth={1.5} />}
      aria-pressed={isGrouped}
      onClick={onPress}
      className="aria-pressed:border-primary aria-pressed:bg-primary-wash"
    />
  )
}

/**
 * Query for counting a filter's values: the current one without the filters that this filter
 * narrows.
 */
function useCountNarrowedValues<Search>(
  { copy, source, query, recordSearch }: ScreenRecords<Search>,
  narrowed: readonly NarrowedFilter[],
): CountValues {
  const latest = useLatest({ query, narrowed })
  return useCallback(
    async (field, limit) => {
      const current = latest()
      const state = findDerivedState(recordSearch.collection, field)
      if (state) return await countStates({ copy, collection: recordSearch.collection }, state, current.query)
      const below = findNarrowedFields(current.narrowed, field)
      const filters = current.query.filters.filter((filter) => !below.has(filter.field))
      if (filters.length === current.query.filters.length) return (await source.countValues?.(field, limit)) ?? []
      const wider = copy.openRows(recordSearch.collection, { ...current.query, filters })
      try {
        return (await wider.countValues?.(field, limit)) ?? []
      } finally {
        wider.close()
      }
    },
    [copy, source, recordSearch, latest],
  )
}

/** How many records have each value of a derived state, without the filter on it. */
async function countStates(
  { copy, collection }: { copy: OfflineCopy; collection: CollectionName },
  state: DerivedState,
  { derived = [], ...query }: Query,
): Promise<readonly ValueCount[]> {
  const others = derived.filter(({ filter }) => filter.field !== state.key)
  const counts = state.choices.map(async ({ value, label }) => {
    const condition = createDerivedCondition(state, { op: 'equals', field: state.key, value })
    const rows = copy.openRows(collection, { ...query, derived: [...others, condition] })
    return { value, label, count: (await countRows(rows)) ?? 0 }
  })
  return await Promise.all(counts)
}
