import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#contract/text/format-number.ts'
import { useMediaQuery } from '../../browser/use-media-query.ts'
import { buildPageSlots } from './page-slots.ts'

interface PageButtonsProps {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** First, previous, up to seven pages with gaps, next, last; on a phone without first and last. */
export function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  const isTablet = useMediaQuery('(max-width: 1024px)')
  const isSmall = useMediaQuery('(max-width: 768px)')
  const maxSlots = isSmall ? 5 : isTablet ? 6 : 7
  return (
    <div className="flex flex-1 items-center justify-center gap-0.5">
      <PageButton label="첫 페이지" isDisabled={page === 1} onPress={() => onPage(1)} className={endClass}>
        <ChevronsLeft {...icon} />
      </PageButton>
      <PageButton label="이전 페이지" isDisabled={page === 1} onPress={() => onPage(page - 1)}>
        <ChevronLeft {...icon} />
      </PageButton>
      {buildPageSlots(page, pages, maxSlots).map((slot, index) =>
        typeof slot === 'number' ? (
          <PageButton
            key={slot}
            isCurrent={slot === page}
            onPress={() => onPage(slot)}
            className="sm:in-data-[tight~=numbers]:hidden"
          >
            <SteadyText widest={getWidestText(index, pages)}>{formatNumber(slot)}</SteadyText>
            <span className="sr-only">페이지</span>
          </PageButton>
        ) : (
          <span key={slot} aria-hidden className={`${slotClass} text-ink-3 sm:in-data-[tight~=numbers]:hidden`}>
            <SteadyText widest={getWidestText(index, pages)}>…</SteadyText>
          </span>
        ),
      )}
      <PageButton label="다음 페이지" isDisabled={page === pages} onPress={() => onPage(page + 1)}>
        <ChevronRight {...icon} />
      </PageButton>
      <PageButton label="마지막 페이지" isDisabled={page === pages} onPress={() => onPage(pages)} className={endClass}>
        <ChevronsRight {...icon} />
      </PageButton>
    </div>
  )
}

/**
 * The widest content this slot can have, so that neither paging nor scrolling moves a button or
 * wraps the line.
 */
function getWidestText(index: number, pages: number): string {
  return index < 2 ? '0' : formatNumber(pages).replaceAll(/\d/g, '0')
}

const slotClass =
  'tabular inline-flex h-7 min-w-7 items-center justify-center px-1.5 text-center coarse:h-11 coarse:min-w-11 max-sm:coarse:min-w-8.5 max-sm:coarse:px-0.5'

/** Hidden where the bar has no room for them. */
const endClass = 'max-sm:hidden in-data-[tight~=ends]:hidden'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

interface PageButtonProps {
  /** Required for a button with only an icon. */
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
  const buttonClass = isCurrent ? 'bg-primary text-primary-ink font-semibold' : 'hover:bg-paper-sunk hover:text-ink'
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      disabled={isDisabled}
      onClick={onPress}
      className={`${slotClass} rounded-control disabled:opacity-35 ${buttonClass} ${className}`}
    >
      {children}
    </button>
  )
}

/**
 * Text that changes while scrolling, in the width of its `widest` form (in bold, in case it is
 * bold). It neither moves its neighbors nor wraps. A bar that grew by a line would shrink the rows
 * and so change the text again, endlessly.
 */
export function SteadyText({ widest, children }: { widest: string; children: string }) {
  return (
    <span
      data-widest={widest}
      className="tabular inline-grid after:invisible after:h-0 after:overflow-hidden after:font-semibold after:whitespace-nowrap after:content-[attr(data-widest)]"
    >
      {children}
    </span>
  )
}
