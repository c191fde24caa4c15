import { ChevronDown, ChevronUp, Printer, Trash2, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { formatNumber } from '#contract/text/format-number.ts'
import { hasCoarsePointer } from '../browser/coarse-pointer.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import type { RowAction } from '../data-table/data-table-props.ts'
import { openActions } from '../data-table/rows/row-actions.tsx'
import { Badge } from '../display/badge.tsx'
import { ShortName } from '../display/short-name.tsx'
import { UnbrokenMarks } from '../display/unbroken-marks.tsx'
import type { RecordPosition } from './use-detail-panel.ts'

interface DetailHeaderProps {
  titleId: string
  title: string
  /** Badge about the whole record. */
  tag: string | undefined
  /** Takes the focus when the focused control disappears. */
  heading: RefObject<HTMLHeadingElement | null>
  position: RecordPosition
  /** Number of fields waiting for 저장. With 0 there is nothing to save or cancel. */
  changeCount: number
  isListOpen: boolean
  listId: string
  onList: () => void
  onMove: (by: -1 | 1) => void
  onSave: () => void
  onDiscard: () => void
  /** Undefined when the record cannot be printed or is not loaded. */
  onPrint: (() => void) | undefined
  /** Undefined when the record has no window or is not loaded. */
  onPopOut: (() => void) | undefined
  /** Undefined when the record cannot be deleted by hand or is not available. */
  onDelete: (() => void) | undefined
  /** Control that opens any other record. */
  finder: ReactNode
  /** The screen's own buttons, bound to the open record. */
  actions: readonly (Pick<RowAction, 'key' | 'label' | 'icon'> & { onPress(): void })[]
  onClose: () => void
}

/**
 * Title and close button; below them the record's position, buttons to its neighbors, search and
 * delete, and 저장 and 취소 while there are unsaved changes.
 */
export function DetailHeader({ heading, ...props }: DetailHeaderProps) {
  const { position, changeCount } = props
  // A finger sees no tooltip, so the screen's own buttons have words there.
  const hasWords = hasCoarsePointer()
  const number = position.index === null ? '–' : formatNumber(position.index + 1)
  const total = formatNumber(position.total)
  // On a phone 저장 and 취소 take their place: another line would leave no room for the fields.
  const toolClass = changeCount > 0 ? 'contents max-sm:hidden' : 'contents'
  return (
    <header className="flex flex-col gap-1 border-b px-4 pt-3 pb-2">
      <div className="flex items-start gap-2">
        <h2
          id={props.titleId}
          ref={heading}
          tabIndex={-1}
          title={props.title}
          // Browsers would read spaces between the parts of the names.
          aria-label={props.title}
          className="line-clamp-2 min-w-0 flex-1 rounded-control break-words py-0.5 text-title font-semibold coarse:py-2"
        >
          <Title text={props.title} />
        </h2>
        {props.tag === undefined ? null : (
          <span className="py-1.5 coarse:py-3">
            <Badge tone="danger">{props.tag}</Badge>
          </span>
        )}
        {hasWords
          ? null
          : props.actions.map(({ key, label, icon, onPress }) => (
              <IconButton key={key} label={label} icon={icon} onClick={onPress} />
            ))}
        {props.onPrint ? (
          <IconButton label="상세 인쇄" icon={<Printer size={18} strokeWidth={1.5} />} onClick={props.onPrint} />
        ) : null}
        {props.onPopOut ? (
          <IconButton label={openActions.window.label} icon={openActions.window.icon} onClick={props.onPopOut} />
        ) : null}
        <IconButton label="상세 닫기" icon={<X size={18} strokeWidth={1.5} />} onClick={props.onClose} />
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-1 coarse:min-h-11">
        <div className="-ml-2 flex">
          <MoveButton by={-1} position={position} onMove={props.onMove} />
          <MoveButton by={1} position={position} onMove={props.onMove} />
        </div>
        <span
          className={`tabular text-label text-ink-3 ${changeCount > 0 ? 'max-sm:sr-only' : ''}`}
          role="status"
          aria-label={`전체 ${total}건 중 ${number}번째 기록`}
        >
          {number} / {total}
        </span>
        <div className={toolClass}>
          {props.finder}
          {props.onDelete ? (
            <IconButton
              label="기록 삭제"
              icon={<Trash2 size={18} strokeWidth={1.5} />}
              isDestructive
              onClick={props.onDelete}
            />
          ) : null}
          {hasWords && props.actions.length > 0 ? (
            <div className="flex">
              {props.actions.map(({ key, label, icon, onPress }) => (
                <Button key={key} tone="transparent" size="sm" icon={icon} onClick={onPress}>
                  {label}
                </Button>
              ))}
            </div>
          ) : null}
        </div>
        {changeCount > 0 ? (
          <div className="ml-auto flex items-center gap-2">
            <button
              type="button"
              aria-expanded={props.isListOpen}
              aria-controls={props.listId}
              onClick={props.onList}
              className="h-8 rounded-control px-1.5 text-label font-medium whitespace-nowrap text-ink-2 hover:bg-paper-sunk coarse:h-11"
            >
              변경 {changeCount}건
            </button>
            <Button onClick={props.onDiscard}>취소</Button>
            <Button tone="primary" onClick={props.onSave}>
              저장
            </Button>
          </div>
        ) : null}
      </div>
    </header>
  )
}

/**
 * Several names, such as a unit and its project, share a line or get one each; a name without
 * enough room is cut in the middle, because projects differ at the end.
 */
function Title({ text }: { text: string }) {
  const names = text.split(separator)
  if (names.length === 1) return <UnbrokenMarks text={text} />
  return (
    <span className="flex flex-wrap">
      {names.map((name, index) => (
        <span key={index} className="flex max-w-full min-w-0">
          <ShortName text={name} />
          {index < names.length - 1 ? <span className="shrink-0 whitespace-pre">{separator}</span> : null}
        </span>
      ))}
    </span>
  )
}

/** Between the names of a caption. */
const separator = ' · '

function MoveButton({ by, position, onMove }: Pick<DetailHeaderProps, 'position' | 'onMove'> & { by: -1 | 1 }) {
  const isEnd = (by === 1 ? position.next : position.previous) === null
  return (
    <IconButton
      label={by === 1 ? '다음 기록 (Alt+PageDown)' : '이전 기록 (Alt+PageUp)'}
      icon={by === 1 ? <ChevronDown size={18} strokeWidth={1.5} /> : <ChevronUp size={18} strokeWidth={1.5} />}
      // `aria-disabled` instead of `disabled`, so the button keeps the focus at the end of the
      // list.
      aria-disabled={isEnd || undefined}
      onClick={() => !isEnd && onMove(by)}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    />
  )
}
