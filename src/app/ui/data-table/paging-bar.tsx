import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useCallback, useId, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { isImeKey } from '../composition.ts'
import type { Paging } from './data-table-props.ts'
import type { Geometry } from './geometry.ts'
import { currentPage, goToPage } from './page-place.ts'
import { pageCount, pagingWindow, typedPage } from './paging-window.ts'
import type { Table } from './table.ts'

interface PagingBarProps {
  table: Table
  paging: Paging
  total: number
  geometry: Geometry
}

/** 총 n건, page x / y, sizes, buttons and a jump. Over one virtual list a page is a scroll place: it shows the page of the top row, and choosing one goes there. */
export function PagingBar({ table, paging, total }: PagingBarProps) {
  const pages = pageCount(total, paging.pageSize)
  const page = useSyncExternalStore(
    useCallback((listener) => table.signals.on('scroll', listener), [table]),
    () => Math.min(pages, currentPage(table, paging.pageSize, total)),
  )
  function go(to: number) {
    goToPage(table, Math.max(1, Math.min(pages, to)), paging.pageSize)
  }
  return (
    <nav
      aria-label="페이지"
      className="relative z-1 flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t bg-paper-raised px-3 py-1 text-label text-ink-2"
    >
      <p className="tabular" role="status">
        총 <strong className="font-semibold text-ink">{total.toLocaleString('ko-KR')}</strong>건
      </p>
      <PageSize paging={paging} />
      <div className="flex flex-1 items-center justify-center gap-0.5">
        <PageButton label="첫 페이지" isDisabled={page === 1} onPress={() => go(1)} className="max-sm:hidden">
          <ChevronsLeft {...icon} />
        </PageButton>
        <PageButton label="이전 페이지" isDisabled={page === 1} onPress={() => go(page - 1)}>
          <ChevronLeft {...icon} />
        </PageButton>
        {pagingWindow(page, pages).map((slot) =>
          typeof slot === 'number' ? (
            <PageButton key={slot} isCurrent={slot === page} onPress={() => go(slot)}>
              {slot.toLocaleString('ko-KR')}
              <span className="sr-only">페이지</span>
            </PageButton>
          ) : (
            <span key={slot} aria-hidden className="px-1 text-ink-3">
              …
            </span>
          ),
        )}
        <PageButton label="다음 페이지" isDisabled={page === pages} onPress={() => go(page + 1)}>
          <ChevronRight {...icon} />
        </PageButton>
        <PageButton
          label="마지막 페이지"
          isDisabled={page === pages}
          onPress={() => go(pages)}
          className="max-sm:hidden"
        >
          <ChevronsRight {...icon} />
        </PageButton>
      </div>
      <p className="tabular max-sm:hidden">
        {page.toLocaleString('ko-KR')} / {pages.toLocaleString('ko-KR')} 페이지
      </p>
      <PageJump table={table} paging={paging} pages={pages} onJump={go} />
    </nav>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const control =
  'h-7 rounded-control border border-rule-strong bg-paper-raised px-1.5 text-label text-ink coarse:h-11 coarse:text-[16px]'

function PageSize({ paging }: { paging: Paging }) {
  return (
    <label className="flex items-center gap-1.5 max-sm:ml-auto">
      페이지당
      <select
        value={paging.pageSize}
        onChange={(event) => paging.onPageSize(Number(event.target.value))}
        className={control}
      >
        {paging.pageSizes.map((size) => (
          <option key={size} value={size}>
            {size.toLocaleString('ko-KR')}건
          </option>
        ))}
      </select>
    </label>
  )
}

interface PageButtonProps {
  /** Needed where only an icon is drawn. */
  label?: string
  isCurrent?: boolean
  isDisabled?: boolean
  onPress: () => void
  className?: string
  children: ReactNode
}

function PageButton({
  label,
  isCurrent = false,
  isDisabled = false,
  onPress,
  className = '',
  children,
}: PageButtonProps) {
  const look = isCurrent ? 'bg-primary text-primary-ink font-semibold' : 'hover:bg-paper-sunk hover:text-ink'
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      disabled={isDisabled}
      onClick={onPress}
      className={`tabular inline-flex h-7 min-w-7 items-center justify-center rounded-control px-1.5 disabled:opacity-35 coarse:h-11 coarse:min-w-11 max-sm:coarse:min-w-8.5 max-sm:coarse:px-0.5 ${look} ${className}`}
    >
      {children}
    </button>
  )
}

interface PageJumpProps {
  table: Table
  paging: Paging
  pages: number
  onJump: (page: number) => void
}

function PageJump({ table, paging, pages, onJump }: PageJumpProps) {
  const id = useId()
  const [text, setText] = useState('')

  function jump() {
    const page = typedPage(text)
    const messages = paging.jumpMessages ?? spokenByDefault
    if (page === null) table.props.onMessage({ type: 'error', text: messages.notANumber })
    else if (page < 1 || page > pages) table.props.onMessage({ type: 'error', text: messages.outOfRange(pages) })
    else {
      onJump(page)
      setText('')
    }
  }

  return (
    <div className="flex items-center gap-1.5 max-sm:hidden">
      <label htmlFor={id}>페이지 이동</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isImeKey(event) || event.key !== 'Enter') return
          jump()
        }}
        className={`${control} w-14 text-right`}
      />
      <button type="button" onClick={jump} className={`${control} font-medium hover:bg-paper-sunk`}>
        이동
      </button>
    </div>
  )
}

/** Spec 1 §5. */
const spokenByDefault = {
  notANumber: '올바른 페이지 번호를 입력하세요.',
  outOfRange: (pages: number) => `1부터 ${pages} 사이의 페이지 번호를 입력하세요.`,
}
