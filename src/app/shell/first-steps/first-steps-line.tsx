import { Link, useLocation } from '@tanstack/react-router'
import { textOfStep } from './step-texts.ts'
import { WithFirstSteps } from './with-first-steps.tsx'

/** On a phone a line of its own above the status line, which is full there. */
export function FirstStepsBar() {
  return (
    <aside
      aria-label="사무소 준비"
      data-screen-only
      className="shrink-0 border-t bg-paper-raised px-3 text-label empty:hidden typing:hidden sm:hidden"
    >
      <FirstStepsLine className="min-h-11" />
    </aside>
  )
}

/** Everywhere but on 오늘: how far the office is, and the way there. */
export function FirstStepsLine({ className }: { className: string }) {
  const isShownWhole = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') === '/staff' })
  if (isShownWhole) return null
  return (
    <WithFirstSteps>
      {({ steps, doneCount, next, depositPart }) => (
        <Link
          to="/staff"
          className={`flex min-w-0 items-center text-primary underline-offset-4 hover:underline ${className}`}
        >
          <span className="tabular truncate">
            사무소 준비 {doneCount}/{steps.length} · 다음: {textOfStep(next, depositPart).title}
          </span>
        </Link>
      )}
    </WithFirstSteps>
  )
}
