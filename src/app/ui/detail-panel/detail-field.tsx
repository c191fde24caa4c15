import type { CompositionEvent, KeyboardEvent } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { CornerMark, markLabels, type ShownMark } from '../data-table/cells/cell-corner.tsx'
import { ConflictCard } from '../data-table/cells/conflict-card.tsx'
import { findCommand } from '../data-table/commands/key-commands.ts'
import type { Column, ConflictSettlement } from '../data-table/data-table-props.ts'
import type { PendingCells, PendingRow } from '../data-table/pending/pending-cells-types.ts'
import { buildContactLink } from '../display/contact-link.ts'
import { FieldEditor } from '../fields/field-editor.tsx'
import { describeNewText } from '../fields/new-text.ts'
import type { FramedControl } from '../fields/text-field.tsx'
import { isImeKey } from '../text-editing/composition.ts'
import { buildFieldLook, type FieldLook } from './field-look.ts'
import { ListControl } from './list-control.tsx'
import { TextButton, textButtonClass } from './text-button.tsx'
import { type TypingState, useFieldTyping } from './use-field-typing.ts'

interface DetailFieldProps {
  readonly id: string
  readonly column: Column
  readonly row: SourceRow
  readonly pending: PendingRow
  readonly cells: PendingCells
  /** False when the record is read-only. */
  readonly isEditable: boolean
  readonly today: () => string
  readonly onSettleConflict?: (settlement: ConflictSettlement) => void
}

/** One field of the record: label, messages about its value, the control, and its actions. */
export function DetailField(props: DetailFieldProps) {
  const { id, column, row, pending, cells } = props
  const typing = useFieldTyping(props)
  const currentLook = buildFieldLook(column, row, pending)
  // A half-typed date is no error yet; it is reported when the field is left.
  const hasInvalidText = typing.isHalfTyped && pending[column.key]?.text != null
  const look: FieldLook = hasInvalidText ? { ...currentLook, message: null, mark: 'unsaved' } : currentLook
  const { conflict } = look
  const isReadOnly = !props.isEditable || !column.isEditable
  const note = look.isChanged && typing.text === null ? describeUnregistered(column, pending) : null
  const descriptionIds = [
    look.mark ? `${id}-mark` : '',
    look.message === null ? '' : `${id}-error`,
    note === null ? '' : `${id}-note`,
    look.arrived === null ? '' : `${id}-arrived`,
  ]
  const framedBy: FramedControl = {
    id,
    'aria-describedby': descriptionIds.filter((descriptionId) => descriptionId !== '').join(' ') || undefined,
    'aria-invalid': look.message === null ? undefined : true,
    'aria-required': column.field.required,
  }
  return (
    <div
      className={`flex min-w-0 flex-col gap-1 ${(column.field.maxLength ?? 0) >= minAreaLength ? 'col-span-full' : ''}`}
    >
      <div className="flex min-h-5 flex-wrap items-center gap-x-2">
        <label htmlFor={id} className="text-label font-semibold text-ink-2">
          {column.label}
        </label>
        {column.field.required && !isReadOnly ? (
          <span aria-hidden className="text-label font-medium text-danger">
            필수
          </span>
        ) : null}
        <ReachLink {...props} />
        {look.mark ? <MarkLabel id={`${id}-mark`} mark={look.mark} /> : null}
        {look.isChanged ? (
          <TextButton
            label={`${column.label} 되돌리기`}
            onPress={() => {
              cells.drop(row.id, column.key)
              typing.commit()
              document.getElementById(id)?.focus()
            }}
          >
            되돌리기
          </TextButton>
        ) : null}
      </div>
      <div className="relative" data-detail-field {...(isReadOnly ? {} : buildTypingEvents(props, typing))}>
        <PanelControl {...props} framedBy={framedBy} look={look} typing={typing} isReadOnly={isReadOnly} />
        {look.mark ? (
          <span aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden rounded-control">
            <CornerMark mark={look.mark} />
          </span>
        ) : null}
      </div>
      {look.message === null ? null : (
        <p id={`${id}-error`} className="text-label text-danger">
          {look.message}
        </p>
      )}
      {note === null ? null : (
        <p id={`${id}-note`} className="text-label text-ink-2">
          {note}
        </p>
      )}
      {look.arrived === null ? null : <ArrivedValue {...props} arrived={look.arrived} />}
      {conflict && props.onSettleConflict ? (
        <div className="rounded-control border border-danger bg-danger-wash">
          <ConflictCard
            conflict={conflict}
            onChoice={(choice) => {
              props.onSettleConflict?.({ row, key: column.key, opId: conflict.opId, choice })
              document.getElementById(id)?.focus()
            }}
            onLeave={() => document.getElementById(id)?.focus()}
          />
        </div>
      ) : null}
    </div>
  )
}

/** Note for a changed name that no record has and the user chose to keep. */
function describeUnregistered({ field, options, optionCreator }: Column, pending: PendingRow): string | null {
  const cell = pending[field.key]
  if (!field.names || !optionCreator || cell?.error != null || typeof cell?.value !== 'string') return null
  return describeNewText(field, cell.value, {
    knownTexts: (options?.() ?? []).map(({ label }) => label),
    noun: optionCreator.noun,
  })
}

/** Link that calls the number or writes to the address in the field. */
function ReachLink({ column: { field, key, label }, row }: DetailFieldProps) {
  const value = row.record[key]
  const link = field.reach && typeof value === 'string' ? buildContactLink(field.reach, value) : null
  if (link === null) return null
  const word = field.reach === 'tel' ? '전화 걸기' : '메일 쓰기'
  return (
    <a href={link} aria-label={`${label} ${word}`} className={textButtonClass}>
      {word}
    </a>
  )
}

/** Texts that may be this long get several lines. */
const minAreaLength = 200

/** Events of every control of the field. Those of its calendar bubble here too, through React. */
function buildTypingEvents({ column, today }: DetailFieldProps, typing: TypingState) {
  return {
    onBlur: typing.commit,
    onCompositionEnd: ({ target }: CompositionEvent<HTMLElement>) =>
      typing.type((target as HTMLInputElement).value, { isComposed: true }),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (isImeKey(event) || !event.currentTarget.contains(event.target as Node)) return
      if (event.key === 'Escape' && typing.cancel()) event.stopPropagation()
      if (column.field.kind !== 'date' || findCommand(event.nativeEvent, 'ready') !== 'today') return
      event.preventDefault()
      typing.choose(today())
    },
  }
}

interface PanelControlProps extends DetailFieldProps {
  framedBy: FramedControl
  look: FieldLook
  typing: TypingState
  isReadOnly: boolean
}

function PanelControl({ column, row, pending, framedBy, look, typing, isReadOnly }: PanelControlProps) {
  const { field } = column
  const cell = pending[column.key]
  const value = cell ? cell.value : (row.record[column.key] ?? null)
  const isSelect = field.kind === 'enum' || field.kind === 'flag'
  const isText = isReadOnly && (isSelect || field.kind === 'reference')
  const shared = { framedBy, readOnly: isReadOnly, isPlain: true, areaLength: minAreaLength }
  if (isSelect && !isReadOnly) {
    const options = column.options?.() ?? []
    const isKnown = cell?.text == null && (value === null || options.some((option) => option.value === value))
    return (
      <FieldEditor
        {...shared}
        field={field}
        text={isKnown ? String(value ?? '') : unknownValue}
        choices={[
          ...(value === null || !field.required ? [{ value: '', label: '선택 안 함' }] : []),
          ...(isKnown ? [] : [{ value: unknownValue, label: look.text }]),
          ...options.map((option) => ({ value: String(option.value), label: option.label })),
        ]}
        onText={(text) => {
          if (text !== unknownValue)
            typing.choose(options.find((option) => String(option.value) === text)?.value ?? null)
        }}
      />
    )
  }
  if (column.options && !isReadOnly)
    return <ListControl column={column} framedBy={framedBy} look={look} typing={typing} value={value} />
  return (
    <FieldEditor
      {...shared}
      field={isText ? { ...field, kind: 'text' } : field}
      text={typing.text ?? look.text}
      onText={(text) => typing.type(text)}
    />
  )
}

/**
 * A value no longer offered, or text that the table's cell refused; it stays visible until an
 * option is chosen. No value of an option begins with a space.
 */
const unknownValue = ' '

/**
 * A newer value from someone else, shown next to the one being edited; neither replaces the other
 * without asking.
 */
function ArrivedValue({ id, column, row, cells, arrived }: DetailFieldProps & { arrived: string }) {
  function settle(action: () => void) {
    action()
    document.getElementById(id)?.focus()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-warn-wash px-2.5 py-1.5 text-label">
      <p id={`${id}-arrived`} role="status" className="min-w-0 flex-1 basis-40">
        그사이 저장된 값: <strong className="tabular font-semibold">{arrived}</strong>
      </p>
      <TextButton
        label={`${column.label}: 저장된 값 사용`}
        onPress={() => settle(() => cells.drop(row.id, column.key))}
      >
        저장된 값 사용
      </TextButton>
      <TextButton label={`${column.label}: 내 값 유지`} onPress={() => settle(() => cells.rebase(row, column.key))}>
        내 값 유지
      </TextButton>
    </div>
  )
}

function MarkLabel({ id, mark }: { id: string; mark: ShownMark }) {
  const tone = mark === 'refused' || mark === 'conflict' ? 'text-danger' : 'text-primary'
  return (
    <span id={id} className={`text-label font-medium ${tone}`}>
      {markLabels[mark]}
    </span>
  )
}
