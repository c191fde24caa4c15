import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { Button } from '#app/ui/buttons/button.tsx'
import { idleNotice } from './idle-countdown.ts'

/** A minute before the screens are locked because nobody is there: over everything, and without taking the focus from what is being typed. */
export function IdleNotice({ onStay }: { onStay(): void }) {
  const { locksAt } = useSnapshot(idleNotice)
  return locksAt === null ? null : createPortal(<Notice locksAt={locksAt} onStay={onStay} />, document.body)
}

function Notice({ locksAt, onStay }: { locksAt: number; onStay(): void }) {
  const element = useRef<HTMLDivElement>(null)
  // Above dialogs, which are in the top layer themselves.
  useLayoutEffect(() => element.current?.showPopover(), [])
  return (
    <div
      ref={element}
      popover="manual"
      role="alert"
      data-screen-only
      className="float-in fixed inset-x-4 top-4 bottom-auto m-0 mx-auto w-auto max-w-[480px] flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border bg-paper-raised px-5 py-3 text-ink shadow-float open:flex"
    >
      <p className="min-w-0 flex-1">
        <span className="block font-semibold">사용하지 않아 1분 안에 화면이 잠깁니다.</span>
        <span className="block text-ink-2">
          계속하려면 Shift 키를 누르거나 화면을 건드려 주세요. <Seconds until={locksAt} />
        </span>
      </p>
      <Button tone="primary" onClick={onStay}>
        계속 사용
      </Button>
    </div>
  )
}

/** Not read aloud: it would be every second. */
function Seconds({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(tick)
  }, [])
  const left = Math.min(60, Math.max(0, Math.ceil((until - now) / 1_000)))
  return (
    <span aria-hidden className="tabular whitespace-nowrap">
      {left}초 남음
    </span>
  )
}
