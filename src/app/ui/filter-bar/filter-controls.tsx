import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Filter } from '#contract/records/query.ts'
import { listComingPeriods, listQuickPeriods } from '#domain/dates/periods.ts'
import { ShortName } from '../display/short-name.tsx'
import { Select } from '../fields/select.tsx'
import { SuggestField } from '../fields/suggest-field.tsx'
import { FieldFrame, inputClass, TextField } from '../fields/text-field.tsx'
import { getOfficeToday } from '../office/office-today.ts'
import { Popover } from '../overlays/popover.tsx'
import {
  buildAnyValueFilter,
  buildValueFilter,
  type FilterableField,
  type FilterQuery,
  findFilter,
  isAnyValueFilter,
  isEmptyValueFilter,
  listFilterValues,
  withFilter,
  withoutField,
} from './filter-query.ts'
import { emptyWord, type FilterTexts, filterTexts, presentWord } from './filter-texts.ts'
import { DateRange, NumberRange } from './range-fields.tsx'
import { type CountValues, filterLineClass, sortUsedFirst, useValueCounts, ValueList } from './value-list.tsx'

/** A filter always shown in the bar. It is left out when its `field` is empty or "undefined". */
export type FilterControl =
  | TextFilterControl
  /** Checkboxes for the values, with counts. */
  | { readonly kind: 'choice'; readonly field: string; readonly label: string }
  | { readonly kind: 'numbers'; readonly field: string; readonly label: string }
  | DatesControl

interface TextFilterControl {
  readonly kind: 'text'
  readonly field: string
  readonly label: string
  readonly suggestions?: readonly string[]
}

/** One range for one of several date fields; `field` is the selected one. */
interface DatesControl {
  readonly kind: 'dates'
  readonly field: string
  readonly label: string
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  readonly onField?: (field: string) => void
}

interface FilterControlsProps {
  controls: readonly FilterControl[]
  filterQuery: FilterQuery
  fields: readonly FilterableField[]
  countValues?: CountValues | undefined
  onTyped(next: FilterQuery): void
  onChosen(next: FilterQuery): void
}

export function FilterControls({ controls, filterQuery, fields, countValues, onTyped, onChosen }: FilterControlsProps) {
  return controls.map((control) => {
    const filter = findFilter(filterQuery, control.field)
    const range = filter?.op === 'between' ? filter : undefined
    switch (control.kind) {
      case 'text':
        return (
          <TextControl
            key={control.field}
            control={control}
            value={filter?.op === 'contains' ? filter.text : ''}
            countValues={countValues}
            onValue={(text) => onTyped(withFilter(filterQuery, { op: 'contains', field: control.field, text }))}
          />
        )
      case 'choice': {
        const field = fields.find((candidate) => candidate.field === control.field) ?? {
          ...control,
          kind: 'text' as const,
        }
        return (
          <ChoiceControl
            key={control.field}
            field={field}
            filterQuery={filterQuery}
            countValues={countValues}
            onChosen={onChosen}
            label={control.label}
          />
        )
      }
      case 'numbers':
        return (
          <NumberRange
            key={control.field}
            field={control.field}
            filter={range}
            isWon={fields.find(({ field }) => field === control.field)?.kind === 'won'}
            column={control.label}
            labels={[`${control.label} 최소`, `${control.label} 최대`]}
            onFilter={(next) => onChosen(withFilter(filterQuery, next))}
          />
        )
      case 'dates':
        return <DatesControls key="dates" control={control} filterQuery={filterQuery} onChosen={onChosen} />
    }
  })
}

interface TextControlProps {
  control: TextFilterControl
  value: string
  countValues: CountValues | undefined
  onValue(text: string): void
}

/** Offers the values that records have before those that only other lists have. */
function TextControl({ control, value, countValues = countNothing, onValue }: TextControlProps) {
  const { field, label, suggestions = [] } = control
  const [isOpen, setIsOpen] = useState(false)
  const valueCounts = useValueCounts(isOpen && suggestions.length > 0 ? field : null, countValues)
  return (
    <SuggestField
      label={label}
      value={value}
      onValue={onValue}
      suggestions={valueCounts === 'failed' ? suggestions : sortUsedFirst(suggestions, valueCounts ?? [])}
      onOpenChange={setIsOpen}
    />
  )
}

const countNothing: CountValues = () => Promise.resolve([])

interface DatesControlsProps {
  control: DatesControl
  filterQuery: FilterQuery
  onChosen(next: FilterQuery): void
}

function DatesControls({ control, filterQuery, onChosen }: DatesControlsProps) {
  const filter = findFilter(filterQuery, control.field)
  const range = filter?.op === 'between' ? filter : undefined

  /** Moves the range to the other field. */
  function changeField(field: string) {
    control.onField?.(field)
    if (range) onChosen(withFilter(withoutField(filterQuery, control.field), { ...range, field }))
  }

  return (
    <>
      {control.choices ? (
        <Select label={control.label} value={control.field} choices={control.choices} onValue={changeField} />
      ) : null}
      <DateRange
        field={control.field}
        filter={range}
        labels={control.choices ? ['시작일', '종료일'] : [`${control.label} 시작일`, `${control.label} 종료일`]}
        onFilter={(next) => onChosen(withFilter(filterQuery, next))}
      />
    </>
  )
}

interface ChoiceControlProps {
  field: FilterableField
  label: string
  filterQuery: FilterQuery
  countValues: CountValues | undefined
  onChosen(next: FilterQuery): void
}

function ChoiceControl({ field, label, filterQuery, countValues, onChosen }: ChoiceControlProps) {
  const filter = findFilter(filterQuery, field.field)
  const texts = filter ? filterTexts(filter, field) : null
  return (
    <FieldFrame label={label}>
      {({ id }) => (
        <Popover
          title={`${label} 필터`}
          trigger={
            <button id={id} type="button" className={`${inputClass} flex items-center gap-1 text-left`}>
              <span className={`min-w-0 flex-1 ${texts ? '' : 'text-ink-3'}`}>
                <ShortName text={texts ? formatChosen(texts) : '전체'} />
              </span>
              <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
            </button>
          }
        >
          <FilterEditor
            field={field}
            filter={filter}
            countValues={countValues}
            onFilter={(next) => onChosen(withFilter(filterQuery, next))}
          />
        </Popover>
      )}
    </FieldFrame>
  )
}

interface FilterEditorProps {
  field: FilterableField
  filter: Filter | undefined
  countValues?: CountValues | undefined
  onFilter(filter: Filter): void
}

/**
 * Edits the filter of one field by its kind: a range of dates or numbers, checkboxes for values (a
 * substring of texts too), or a substring alone where values are not counted.
 */
export function FilterEditor({ field, filter, countValues, onFilter }: FilterEditorProps) {
  const range = filter?.op === 'between' ? filter : undefined
  // A filter on single values cannot be shown as a range.
  const isRange = listFilterValues(filter).every((value) => value === null || value === '')
  if (isRange && (field.kind === 'date' || field.kind === 'datetime')) {
    return (
      <>
        <DateRange
          field={field.field}
          filter={range}
          labels={['시작일', '종료일']}
          isInstant={field.kind === 'datetime'}
          periods={(field.isComing ? listComingPeriods : listQuickPeriods)(getOfficeToday())}
          onFilter={onFilter}
        />
        <PresenceBoxes field={field} filter={filter} onFilter={onFilter} />
      </>
    )
  }
  if (isRange && (field.kind === 'won' || field.kind === 'number')) {
    return (
      <>
        <NumberRange
          field={field.field}
          filter={range}
          labels={['최소', '최대']}
          isWon={field.kind === 'won'}
          column={field.label}
          onFilter={onFilter}
        />
        <PresenceBoxes field={field} filter={filter} onFilter={onFilter} />
      </>
    )
  }
  if (!countValues || (filter?.op === 'contains' && !field.isPlainText)) {
    return (
      <TextField
        label="포함하는 글자"
        value={filter?.op === 'contains' ? filter.text : ''}
        onValue={(text) => onFilter({ op: 'contains', field: field.field, text })}
      />
    )
  }
  return <ValueList field={field} filter={filter} countValues={countValues} onFilter={onFilter} />
}

/** Excluded values must not look like chosen ones. */
function formatChosen({ operator, value }: FilterTexts): string {
  if (value === '') return operator
  return operator === '≠' ? `${operator} ${value}` : value
}

/** Finds records without a value, or those with any; a range has no words for either. */
function PresenceBoxes({ field, filter, onFilter }: Pick<FilterEditorProps, 'field' | 'filter' | 'onFilter'>) {
  const boxes = [
    { label: emptyWord, isChecked: isEmptyValueFilter(filter), filter: buildValueFilter(field.field, [null]) },
    { label: presentWord, isChecked: isAnyValueFilter(filter), filter: buildAnyValueFilter(field.field) },
  ]
  return (
    <div role="group" aria-label={`${field.label} 입력 여부`} className="-mx-1 flex gap-2 border-t px-1 pt-2">
      {boxes.map((box) => (
        <label key={box.label} className={filterLineClass}>
          <input
            type="checkbox"
            checked={box.isChecked}
            onChange={() => onFilter(box.isChecked ? buildValueFilter(field.field, []) : box.filter)}
            className="size-4 shrink-0 accent-primary"
          />
          {box.label}
        </label>
      ))}
    </div>
  )
}
