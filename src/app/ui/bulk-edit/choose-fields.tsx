import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { formatNumber } from '#contract/text/format-number.ts'
import type { DerivedField } from '#domain/books/book-rules.ts'
import { formatCellValue, formatForEditing } from '../data-table/cells/cell-text.ts'
import { hasFixedOptions } from '../data-table/columns/table-columns.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { BulkEditProps } from './bulk-edit-props.ts'
import {
  canBeEmptied,
  type FieldChoice,
  type FieldChoices,
  isDerived,
  noChoice,
  type ParsedChoices,
} from './field-choices.ts'
import { NewValueField } from './new-value-field.tsx'
import { type FieldTally, formatTally, maxShownValues, type ValueTally } from './value-tally.ts'

interface ChooseFieldsProps extends Pick<BulkEditProps, 'fields' | 'groups'> {
  /** Id of the form, for its button outside. */
  id: string
  follows: readonly DerivedField[]
  today: string
  choices: FieldChoices
  tally: ValueTally | null
  /** The form as parsed now. */
  read: ParsedChoices
  /** Whether errors are shown; only after the user asked for the preview. */
  shouldShowErrors: boolean
  onChoices(next: FieldChoices): void
  onSubmit(): void
}

/** First step: the fields and their new values. Only checked fields are written. */
export function ChooseFields(props: ChooseFieldsProps) {
  const { fields, groups, follows, choices, tally, read, shouldShowErrors } = props
  const sections = Object.entries(groups).map(([key, label]) => ({
    key,
    label,
    columns: fields.filter(({ field }) => field.group === key),
  }))
  function changeChoice(key: string, next: Partial<FieldChoice>) {
    props.onChoices({ ...choices, [key]: { ...(choices[key] ?? noChoice), ...next } })
  }
  return (
    <form
      id={props.id}
      noValidate
      className="mt-3 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      {shouldShowErrors && read.kind === 'nothing' ? (
        <p role="alert" className="font-semibold text-danger">
          수정할 항목을 하나 이상 선택해 주세요.
        </p>
      ) : null}
      {sections
        .filter(({ columns }) => columns.length > 0)
        .map((section) => (
          <section key={section.key} aria-label={section.label}>
            <h3 className="border-b pb-1 text-label font-semibold text-ink-2">{section.label}</h3>
            <ul>
              {section.columns.map((column) =>
                isDerived(column.key, follows) ? (
                  <DerivedFieldLine
                    key={column.key}
                    column={column}
                    follows={follows}
                    fields={fields}
                    choices={choices}
                    read={read}
                  />
                ) : (
                  <FieldLine
                    key={column.key}
                    column={column}
                    choice={choices[column.key] ?? noChoice}
                    tally={tally?.getFieldTally(column.key) ?? null}
                    error={shouldShowErrors && read.kind === 'errors' ? read.errors[column.key] : undefined}
                    today={props.today}
                    onChoice={(next) => changeChoice(column.key, next)}
                  />
                ),
              )}
            </ul>
          </section>
        ))}
    </form>
  )
}

interface DerivedFieldLineProps {
  column: Column
  fields: readonly Column[]
  follows: readonly DerivedField[]
  choices: FieldChoices
  read: ParsedChoices
}

/** A derived field: its check and value come from the field it follows, so it has no controls. */
function DerivedFieldLine({ column, fields, follows, choices, read }: DerivedFieldLineProps) {
  const follow = follows.find(({ key }) => key === column.key)
  const source = fields.find(({ key }) => key === follow?.source)
  const isChecked = follow !== undefined && choices[follow.source]?.isChecked === true
  const update =
    read.kind === 'wishes' ? read.updates.find((candidate) => candidate.column.key === column.key) : undefined
  return (
    <li className="grid grid-cols-[minmax(120px,1fr)_minmax(0,2fr)_auto] items-center gap-x-3 border-t py-1">
      <label className="flex min-h-8 items-center gap-2 font-medium coarse:min-h-11">
        <input type="checkbox" disabled checked={isChecked} readOnly className="size-4 shrink-0 accent-primary" />
        {column.label}
      </label>
      <p className="tabular text-label text-ink-2">
        {isChecked && update ? (
          <strong className="font-semibold text-ink">{formatCellValue(column, update.value) || '비움'} · </strong>
        ) : null}
        {follow?.note ?? `${source?.label ?? ''}에 따라 정해집니다.`}
      </p>
      <span aria-hidden className="size-8 coarse:size-11" />
    </li>
  )
}

interface FieldLineProps {
  column: Column
  choice: FieldChoice
  /** Null while the records are being read. */
  tally: FieldTally | null
  error: string | undefined
  today: string
  onChoice(next: Partial<FieldChoice>): void
}

/**
 * One field: its check, its current values in the chosen records and, once checked, the new value.
 */
function FieldLine({ column, choice, tally, error, today, onChoice }: FieldLineProps) {
  const id = useId()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { isChecked, isEmptied } = choice
  return (
    <li className="border-t py-1 first:border-t-0">
      <div className="grid grid-cols-[minmax(120px,1fr)_minmax(0,2fr)_auto] items-center gap-x-3">
        <label className="flex min-h-8 cursor-default items-center gap-2 font-medium coarse:min-h-11">
          <input
            type="checkbox"
            checked={isChecked}
            aria-describedby={`${id}-now`}
            onChange={(event) => onChoice({ isChecked: event.target.checked })}
            className="size-4 shrink-0 accent-primary"
          />
          {column.label}
        </label>
        <p id={`${id}-now`} className="tabular truncate text-label text-ink-2" title={tally ? formatTally(tally) : ''}>
          {tally ? formatTally(tally) : '세는 중...'}
        </p>
        <button
          type="button"
          disabled={!tally || tally.distinct === 0}
          aria-expanded={isUnfolded}
          aria-controls={`${id}-values`}
          aria-label={`${column.label} 현재 값 보기`}
          onClick={() => setIsUnfolded(!isUnfolded)}
          className="flex size-8 items-center justify-center rounded-control text-ink-2 hover:bg-paper-sunk hover:text-ink disabled:invisible coarse:size-11"
        >
          {isUnfolded ? <ChevronDown size={16} strokeWidth={1.5} /> : <ChevronRight size={16} strokeWidth={1.5} />}
        </button>
      </div>
      <div id={`${id}-values`}>
        {isUnfolded && tally ? (
          <ValueList
            tally={tally}
            label={`${column.label} 현재 값`}
            onSelect={(value) => {
              const text = hasFixedOptions(column) ? String(value) : formatForEditing(column, value)
              onChoice({ isChecked: true, isEmptied: false, text })
            }}
          />
        ) : null}
      </div>
      {isChecked ? (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 pb-2 pl-6 max-sm:pl-0">
          {isEmptied ? (
            <p className="flex min-h-8 items-center text-ink-2 coarse:min-h-11">모든 행에서 이 항목을 비웁니다.</p>
          ) : (
            <NewValueField
              column={column}
              text={choice.text}
              error={error}
              today={today}
              onText={(text) => onChoice({ text })}
            />
          )}
          {canBeEmptied(column) ? (
            <label className="flex min-h-8 cursor-default items-center gap-1.5 whitespace-nowrap coarse:min-h-11">
              <input
                type="checkbox"
                checked={isEmptied}
                onChange={(event) => onChoice({ isEmptied: event.target.checked })}
                className="size-4 shrink-0 accent-primary"
              />
              <span className="sr-only">{column.label} </span>비우기
            </label>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

/** Current values; pressing one makes it the new value. */
function ValueList({
  tally,
  label,
  onSelect,
}: {
  tally: FieldTally
  label: string
  onSelect(value: FieldTally['values'][number]['value']): void
}) {
  const omittedCount = tally.distinct - tally.values.length
  return (
    <ul aria-label={label} className="mb-1.5 ml-6 max-h-44 overflow-y-auto border-l pl-1 max-sm:ml-0">
      {tally.values.map(({ value, label: valueLabel, count }) => (
        <li key={String(value)}>
          <button
            type="button"
            onClick={() => onSelect(value)}
            title="이 값을 새 값으로"
            className="flex min-h-7 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-paper-sunk coarse:min-h-11"
          >
            <span className="min-w-0 flex-1 truncate">{valueLabel}</span>
            <span className="tabular text-label text-ink-2">{formatNumber(count)}건</span>
          </button>
        </li>
      ))}
      {omittedCount > 0 ? (
        <li className="px-2 py-1 text-label text-ink-3">
          많은 순서로 {maxShownValues}개만 보입니다. 외 {formatNumber(omittedCount)}가지
        </li>
      ) : null}
    </ul>
  )
}
