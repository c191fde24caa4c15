import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { idleNotice } from './idle-countdown.ts'

/**
 * Shown above everything one minute before the idle lock, without taking the focus from an input.
 * It has no button, because any activity ends it (use-idle-lock.ts); Shift alone types nothing and
 * triggers nothing.
 */
export function IdleNotice() {
  const { locksAt } = useSnapshot(idleNotice)
  return locksAt === null ? null : createPortal(<Notice locksAt={locksAt} />, document.body)
}

function Notice({ locksAt }: { locksAt: number }) {
  const element = useRef<HTMLDivElement>(null)
  // The top layer, above dialogs and toasts.
  useLayoutEffect(() => element.current?.showPopover(), [])
  return (
    <div
      ref={element}
      popover="manual"
      role="alert"
      data-screen-only
      className="float-in fixed inset-x-4 top-4 bottom-auto m-0 mx-auto w-auto max-w-[480px] rounded-panel border bg-paper-raised px-5 py-3 text-ink shadow-float"
    >
      <p className="font-semibold">사용하지 않아 1분 안에 화면이 잠깁니다.</p>
      <p className="text-ink-2">
        계속하려면 <span className="coarse:hidden">Shift 키를 누르거나 </span>화면을 건드려 주세요.{' '}
        <Seconds until={locksAt} />
      </p>
    </div>
  )
}

/** Hidden from screen readers, which would read it every second. */
function Seconds({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(tick)
  }, [])
  const secondsLeft = Math.min(60, Math.max(0, Math.ceil((until - now) / 1_000)))
  return (
    <span aria-hidden className="tabular whitespace-nowrap">
      {secondsLeft}초 남음
    </span>
  )
}
