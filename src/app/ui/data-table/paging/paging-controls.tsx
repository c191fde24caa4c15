import { useId, useState } from 'react'
import { isImeKey } from '#app/ui/composition.ts'
import type { Paging, PagingMode } from '../data-table-props.ts'
import { CopyProgress } from '../rows/copy-progress.tsx'
import type { Table } from '../table.ts'
import { useSourceState } from '../use-table.ts'
import { countText } from './count-text.ts'
import { typedPage } from './paging-window.ts'

export function ModeSwitch({ isPaged, onMode }: { isPaged: boolean; onMode: (mode: PagingMode) => void }) {
  return (
    <button
      type="button"
      aria-pressed={!isPaged}
      onClick={() => onMode(isPaged ? 'infinite' : 'paged')}
      className={`${control} font-medium aria-pressed:border-primary aria-pressed:bg-primary-wash hover:bg-paper-sunk`}
    >
      무한스크롤
    </button>
  )
}

const control =
  'h-7 rounded-control border border-rule-strong bg-paper-raised px-1.5 text-label text-ink coarse:h-11 coarse:text-[16px]'

export function PageSize({ paging }: { paging: Paging }) {
  return (
    <label className="flex items-center gap-1.5 max-sm:ml-auto">
      <span className="sm:@max-4xl/paging:sr-only">페이지당</span>
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

interface PageJumpProps {
  table: Table
  paging: Paging
  pages: number
  onJump: (page: number) => void
}

export function PageJump({ table, paging, pages, onJump }: PageJumpProps) {
  const id = useId()
  const [text, setText] = useState('')

  function jump() {
    const page = typedPage(text)
    const { notANumber, outOfRange } = paging.jumpMessages
    if (page === null) table.props.onMessage({ type: 'error', text: notANumber(pages) })
    else if (page < 1 || page > pages) table.props.onMessage({ type: 'error', text: outOfRange(pages) })
    else {
      onJump(page)
      setText('')
    }
  }

  return (
    <div className="flex items-center gap-1.5 max-sm:hidden">
      <label htmlFor={id} className="whitespace-nowrap @max-6xl/paging:sr-only">
        페이지 이동
      </label>
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
        placeholder={`/ ${pages.toLocaleString('ko-KR')}`}
        className={`${control} w-16 text-right`}
      />
      <button type="button" onClick={jump} className={`${control} font-medium hover:bg-paper-sunk`}>
        이동
      </button>
    </div>
  )
}

/**
 * 총 n건, or 총 1만 건 이상. Empty while the number is unknown, because 0 rows while loading isn't a
 * result.
 */
export function PagingTotal({ table, total }: { table: Table; total: number }) {
  const { status, isComplete, isAtLeast, copying } = useSourceState(table.props.source)
  const isKnown = total > 0 || (status === 'ready' && isComplete)
  const count = countText(total, { isAtLeast: isAtLeast === true })
  return (
    <>
      <p className="tabular" role="status">
        {isKnown ? (
          <>
            총 <strong className="font-semibold text-ink">{count.number}</strong>
            {count.unit}
          </>
        ) : null}
      </p>
      {copying && total > 0 ? <CopyProgress copying={copying} /> : null}
    </>
  )
}
