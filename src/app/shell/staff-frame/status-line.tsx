import { Link } from '@tanstack/react-router'
import { Cloud, CloudOff, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { besideSheetClass } from '#app/ui/detail-panel/detail-split.tsx'
import { pagerSlot } from '#app/ui/display/frame-slot.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import type { SyncStatus } from '#mirror/offline-copy.ts'
import { FirstStepsLine } from '../first-steps/with-first-steps.tsx'
import { CopyBadge } from '../vault-lock/copy-badge.tsx'
import {
  describeConnection,
  describeWaitingPapers,
  explainPause,
  formatCopyProgress,
  formatLastSync,
  useDisplayedStatus,
} from './sync-texts.ts'

/**
 * Always visible: connection, outbox and last sync at the left; on tablets the list's pages at the
 * right.
 */
export function StatusLine() {
  const copy = useOfflineCopy()
  const status = useDisplayedStatus()
  const progress = formatCopyProgress(status)
  const papers = describeWaitingPapers(status)
  // On a phone and next to an open record, the number of photographs takes the place of 전송 중 0.
  const isZeroHidden = papers !== null && status.sending === 0
  const isSignedIn = !status.needsSignIn && !status.needsFactor
  const pauseText = isSignedIn ? explainPause(status) : null
  return (
    <footer
      data-screen-only
      data-below-toasts
      aria-label="연결과 전송 상태"
      className={`flex h-7 shrink-0 items-center gap-3 overflow-x-clip border-t bg-paper-sunk px-4 text-label text-ink-2 max-sm:h-8 max-sm:justify-between typing:hidden max-sm:gap-2 max-sm:px-3 tablet:h-11 tablet:pl-3 ${besideSheetClass}`}
    >
      <Connection status={status} />
      {/* On touch screens the target extends above the line, which is lower than a thumb. */}
      <Link
        to="/staff/outbox"
        className="tabular relative flex h-full min-w-0 sm:shrink-0 items-center overflow-x-clip gap-2 whitespace-nowrap hover:text-ink coarse:after:absolute coarse:after:inset-x-0 coarse:after:-top-3.5 coarse:after:bottom-0 coarse:after:content-['']"
      >
        <Figure isStrong={status.isStuck}>대기 {formatNumber(status.waiting)}</Figure>
        <span aria-hidden className={isZeroHidden ? narrowHiddenClass : ''}>
          ·
        </span>
        <Figure isHiddenIfNarrow={isZeroHidden}>전송 중 {formatNumber(status.sending)}</Figure>
        <span aria-hidden>·</span>
        <Figure isAlert={status.attention > 0}>확인 필요 {formatNumber(status.attention)}</Figure>
        {papers ? (
          <>
            <span aria-hidden>·</span>
            <span className="max-sm:sr-only sheet-open:sr-only">{papers}</span>
            <span aria-hidden className="hidden max-sm:inline sheet-open:inline">
              사진 {formatNumber(status.papers.waiting)}
            </span>
          </>
        ) : null}
      </Link>
      {/* What holds edits back matters more than the time, and both don't fit a small window. */}
      <span
        className={`tabular whitespace-nowrap max-sm:hidden tablet:max-lg:sr-only sheet-open:sr-only ${pauseText ? 'sm:max-2xl:sr-only' : ''}`}
      >
        마지막 동기화 {formatLastSync(status.lastSyncAt)}
      </span>
      <TimeIfItFits>{formatLastSync(status.lastSyncAt)}</TimeIfItFits>
      <button
        type="button"
        aria-label="지금 동기화"
        className="flex size-6 shrink-0 items-center justify-center rounded-control hover:bg-paper hover:text-ink max-sm:hidden tablet:size-11"
        onClick={() => copy.syncNow()}
      >
        <RefreshCw size={13} strokeWidth={1.5} />
      </button>
      <CopyBadge lastSyncAt={status.lastSyncAt} />
      {progress ? (
        <span className="tabular truncate text-info max-sm:hidden sheet-open:sr-only">{progress}</span>
      ) : null}
      {pauseText ? (
        <>
          <span className="truncate text-warn max-2xl:hidden">{pauseText}</span>
          {/* Next to an open record, the connection's word says as much. */}
          <span title={pauseText} className="truncate text-warn max-sm:hidden 2xl:hidden sheet-open:sr-only">
            {explainPause(status, 'short')}
          </span>
        </>
      ) : null}
      {status.isStuck && !pauseText ? (
        <span className="truncate text-warn max-sm:hidden sheet-open:sr-only">
          10분 넘게 보내지 못한 작업이 있습니다.
        </span>
      ) : null}
      <FirstStepsLine className={`h-full ${narrowHiddenClass} ${pauseText ? 'max-2xl:hidden' : ''}`} />
      <span className="flex-1 max-sm:hidden" />
      <pagerSlot.Slot className="contents max-sm:hidden" />
    </footer>
  )
}

function Connection({ status }: { status: SyncStatus }) {
  const isOnline = status.connection === 'online'
  const isHalted =
    status.connection === 'offline' || status.needsSignIn || status.needsFactor || explainPause(status) !== null
  const tone = isHalted ? 'text-warn' : isOnline ? 'text-good' : 'text-ink-3'
  return (
    <span role="status" className={`flex items-center gap-1.5 font-semibold whitespace-nowrap ${tone}`}>
      {isHalted ? (
        <CloudOff size={14} strokeWidth={1.5} aria-hidden />
      ) : (
        <Cloud size={14} strokeWidth={1.5} aria-hidden />
      )}
      {describeConnection(status)}
    </span>
  )
}

/** On a phone: a time too long for the rest of the line wraps to a second, hidden line. */
function TimeIfItFits({ children }: { children: ReactNode }) {
  return (
    <span className="flex h-full min-w-0 flex-1 flex-wrap justify-end overflow-hidden sm:hidden">
      <span className="h-full w-px" />
      <span className="tabular leading-8 whitespace-nowrap">{children}</span>
    </span>
  )
}

const narrowHiddenClass = 'max-sm:hidden sheet-open:hidden'

interface FigureProps {
  children: ReactNode
  isAlert?: boolean
  isStrong?: boolean
  /** Left out on a phone and next to an open record. */
  isHiddenIfNarrow?: boolean
}

function Figure({ children, isAlert, isStrong, isHiddenIfNarrow }: FigureProps) {
  const tone = isAlert ? 'font-semibold text-danger forced-framed' : isStrong ? 'font-semibold text-warn' : ''
  return <span className={`${tone} ${isHiddenIfNarrow ? narrowHiddenClass : ''}`}>{children}</span>
}
