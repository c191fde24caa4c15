import type { ReactNode } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { CornerMark, markWords } from '../data-table/cells/cell-corner.tsx'
import type { ShownMark } from '../data-table/cells/cell-corner.tsx'
import { reachLink } from '../display/reach-link.ts'
import { ConflictCard } from '../data-table/cells/conflict-card.tsx'
import type { Column, ConflictSettlement } from '../data-table/data-table-props.ts'
import type { PendingCells, PendingRow } from '../data-table/pending/pending-cells-props.ts'
import type { ControlProps } from './control-props.ts'
import { fieldLook } from './field-look.ts'
import type { FieldLook } from './field-look.ts'
import { fieldTypeOf } from './field-type.ts'
import { ListControl } from './list-control.tsx'
import { SelectControl } from './select-control.tsx'
import { TextControl } from './text-control.tsx'
import { useTyping } from './use-typing.ts'

export interface DetailFieldProps {
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
  const typing = useTyping(props)
  const currentLook = fieldLook(column, row, pending)
  // A half-typed date is no error yet; it is reported when the field is left.
  const hasInvalidText = typing.text !== null && pending[column.key]?.text != null
  const look: FieldLook = hasInvalidText ? { ...currentLook, message: null, mark: 'unsaved' } : currentLook
  const { conflict } = look
  const type = fieldTypeOf(column)
  const isReadOnly = !props.isEditable || !column.isEditable
  const descriptionIds = [
    look.mark ? `${id}-mark` : '',
    look.message === null ? '' : `${id}-error`,
    look.arrived === null ? '' : `${id}-arrived`,
  ]
  const describedBy = descriptionIds.filter((each) => each !== '').join(' ') || undefined
  const control: ControlProps = { id, describedBy, type, column, row, look, typing, isReadOnly, today: props.today }
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${type === 'textarea' ? 'col-span-full' : ''}`}>
      <div className="flex min-h-5 flex-wrap items-center gap-x-2">
        <label htmlFor={id} className="text-label font-semibold text-ink-2">
          {column.label}
        </label>
        {column.field.required && !isReadOnly ? (
          <span aria-hidden className="text-label font-medium text-seal">
            필수
          </span>
        ) : null}
        <ReachLink {...props} />
        {look.mark ? <MarkWord id={`${id}-mark`} mark={look.mark} /> : null}
        {look.isChanged ? (
          <TextButton
            label={`${column.label} 되돌리기`}
            onPress={() => {
              cells.drop(row.id, column.key)
              typing.leave()
              document.getElementById(id)?.focus()
            }}
          >
            되돌리기
          </TextButton>
        ) : null}
      </div>
      <div className="relative">
        <FieldControl control={control} pending={pending} />
        {look.mark ? (
          <span aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden rounded-control">
            <CornerMark mark={look.mark} />
          </span>
        ) : null}
      </div>
      {look.message === null ? null : (
        <p id={`${id}-error`} className="text-label text-seal">
          {look.message}
        </p>
      )}
      {look.arrived === null ? null : <ArrivedValue {...props} arrived={look.arrived} />}
      {conflict && props.onSettleConflict ? (
        <div className="rounded-control border border-seal bg-seal-wash">
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

/** Link that calls the number or writes to the address in the field. */
function ReachLink({ column: { field, key, label }, row }: DetailFieldProps) {
  const value = row.record[key]
  const link = field.reach && typeof value === 'string' ? reachLink(field.reach, value) : null
  if (link === null) return null
  const word = field.reach === 'tel' ? '전화 걸기' : '메일 쓰기'
  return (
    <a href={link} aria-label={`${label} ${word}`} className={textButtonClass}>
      {word}
    </a>
  )
}

function FieldControl({ control, pending }: { control: ControlProps; pending: PendingRow }) {
  const { column, row, type, isReadOnly } = control
  const cell = pending[column.key]
  const value = cell ? cell.value : (row.record[column.key] ?? null)
  if (isReadOnly && type === 'select') return <TextControl {...control} type="text" />
  if (type === 'select' && column.field.kind !== 'reference')
    return <SelectControl {...control} value={value} isText={cell?.text != null} />
  return column.options && !isReadOnly ? <ListControl {...control} value={value} /> : <TextControl {...control} />
}

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

function MarkWord({ id, mark }: { id: string; mark: ShownMark }) {
  const tone = mark === 'refused' || mark === 'conflict' ? 'text-seal' : 'text-primary'
  return (
    <span id={id} className={`text-label font-medium ${tone}`}>
      {markWords[mark]}
    </span>
  )
}

const textButtonClass =
  'inline-flex items-center rounded-control px-1 text-label font-medium text-primary underline decoration-rule-strong underline-offset-3 hover:decoration-current coarse:min-h-11 coarse:px-2'

export function TextButton(props: { label: string; children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" aria-label={props.label} onClick={props.onPress} className={textButtonClass}>
      {props.children}
    </button>
  )
}
