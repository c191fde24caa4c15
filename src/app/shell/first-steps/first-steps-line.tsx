import { Link, useLocation } from '@tanstack/react-router'
import { textOfStep } from './step-texts.ts'
import { WithFirstSteps } from './with-first-steps.tsx'

/** Everywhere but on 오늘: how far the office is, and the way there. */
export function FirstStepsLine() {
  const isShownWhole = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') === '/staff' })
  if (isShownWhole) return null
  return (
    <WithFirstSteps>
      {({ steps, doneCount, next, depositPart }) => (
        <Link
          to="/staff"
          className="flex h-full min-w-0 items-center text-primary underline-offset-4 hover:underline max-sm:hidden"
        >
          <span className="tabular truncate">
            사무소 준비 {doneCount}/{steps.length} · 다음: {textOfStep(next, depositPart).title}
          </span>
        </Link>
      )}
    </WithFirstSteps>
  )
}
