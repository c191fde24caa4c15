import { FileSearch, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RowSourceState } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { describeUnavailable } from '#domain/office/server-failure-texts.ts'
import { FailureIcon } from '../../display/failure-icon.tsx'
import type { DataTableProps, EmptyState } from '../data-table-props.ts'

interface TableStateProps {
  state: RowSourceState
  /** Px kept free at the top for header and entry line. */
  top: number
  empty: DataTableProps['empty']
  onRetry: () => void
  /** Moves to the entry line; absent when there is none. */
  onEntry?: (() => void) | undefined
}

/**
 * Shown instead of rows: no results, loading, failed or never fetched. Header and entry line stay
 * usable above it.
 */
export function TableState({ state, top, empty, onRetry, onEntry }: TableStateProps) {
  const content = chooseContent(state, { empty, onRetry, onEntry })
  if (!content || state.total > 0) return null
  return (
    <div
      className="pointer-events-none absolute inset-x-0 bottom-11 flex flex-col items-center justify-center gap-3 p-6"
      style={{ top }}
    >
      {content}
    </div>
  )
}

/** Shows an error while the existing rows stay readable. */
export function ErrorBar({ state, onRetry }: { state: RowSourceState; onRetry: () => void }) {
  const isShown = state.status === 'error' && state.total > 0
  return (
    <div role="status" className={isShown ? 'border-b bg-danger-wash' : 'sr-only'}>
      {isShown ? (
        <p className="flex min-h-8 flex-wrap items-center justify-center gap-2 px-3 text-label font-semibold text-danger">
          <TriangleAlert size={14} strokeWidth={1.5} aria-hidden />
          {state.message ?? '데이터를 불러오는데 문제가 발생했습니다.'}
          <button type="button" onClick={onRetry} className="h-8 underline coarse:h-11">
            다시 시도
          </button>
        </p>
      ) : null}
    </div>
  )
}

/**
 * Rows that arrived meanwhile wait until the user requests them, so rows never move under the
 * cursor.
 */
export function NewRowsBar({ count, onRefresh }: { count: number; onRefresh: () => void }) {
  return (
    <div role="status" className={count > 0 ? 'border-b bg-info-wash' : 'sr-only'}>
      {count > 0 ? (
        <button
          type="button"
          onClick={onRefresh}
          className="flex h-8 w-full items-center justify-center gap-1.5 text-label font-semibold text-info hover:underline coarse:h-11"
        >
          <RefreshCw size={14} strokeWidth={1.5} aria-hidden />새 기록 {formatNumber(count)}건 · 새로고침
        </button>
      ) : null}
    </div>
  )
}

function chooseContent(
  state: RowSourceState,
  { empty = {}, onRetry, onEntry }: Pick<TableStateProps, 'empty' | 'onRetry' | 'onEntry'>,
): ReactNode {
  const retry = { label: '다시 시도', run: onRetry }
  if (state.status === 'error') {
    return (
      <Message
        icon={<TriangleAlert {...icon} />}
        text={state.message ?? '데이터를 불러오는데 문제가 발생했습니다.'}
        action={retry}
      >
        입력한 내용은 이 기기에 그대로 있습니다.
      </Message>
    )
  }
  if (state.status === 'never_fetched') {
    const { text, hint } = describeUnavailable(state, empty.failureText)
    return (
      <Message icon={<FailureIcon failure={state.trouble} />} text={text} action={retry}>
        {hint}
      </Message>
    )
  }
  if (state.total > 0) return null
  if (state.status === 'loading' && state.copying) {
    return (
      <div className="appears-late text-body font-semibold text-ink-2">
        <CopyProgress copying={state.copying} />
      </div>
    )
  }
  if (state.status === 'loading') return <Message text="데이터를 불러오는 중..." isLate />
  return (
    <Message
      icon={<FileSearch {...icon} />}
      text={empty.text ?? '데이터가 없습니다'}
      action={toMessageAction(empty, onEntry)}
    >
      {empty.reason}
    </Message>
  )
}

function toMessageAction({ action }: EmptyState, onEntry: TableStateProps['onEntry']): MessageProps['action'] {
  const run = action?.run === 'entry' ? onEntry : action?.run
  return action && run ? { label: action.label, run } : undefined
}

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

interface MessageProps {
  icon?: ReactNode
  text: string
  children?: string | undefined
  action?: { readonly label: string; readonly run: () => void } | undefined
  isLate?: boolean
}

function Message({ icon: stateIcon, text, children, action, isLate = false }: MessageProps) {
  return (
    <>
      <div role="status" className={`flex flex-col items-center gap-1.5 text-center ${isLate ? 'appears-late' : ''}`}>
        <span className="text-ink-3">{stateIcon}</span>
        <p className="text-body font-semibold text-ink-2">{text}</p>
        {children ? <p className="text-label text-ink-3">{children}</p> : null}
      </div>
      {action ? (
        <button
          type="button"
          onClick={action.run}
          className="pointer-events-auto h-8 rounded-control border border-rule-strong bg-paper-raised px-3 text-body font-medium hover:bg-paper-sunk coarse:h-11"
        >
          {action.label}
        </button>
      ) : null}
    </>
  )
}

/**
 * Progress of the device's first copy of the table's records, shown in place of the rows. Hidden
 * from screen readers where the numbers change too fast.
 */
export function CopyProgress({ copying }: { copying: NonNullable<RowSourceState['copying']> }) {
  const { received, total } = copying
  return (
    <p className="tabular flex flex-wrap justify-center gap-x-2">
      <span role="status">자료를 내려받는 중...</span>
      {total > 0 ? (
        <span className="text-ink-3">
          {formatNumber(received)} / {formatNumber(total)}
        </span>
      ) : null}
    </p>
  )
}
