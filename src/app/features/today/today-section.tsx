import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { CopyUnavailable } from '#app/records/offline-copy/copy-unavailable.tsx'
import type { LinkTarget } from '#app/records/url-state/record-links.ts'

interface TodaySectionProps {
  title: string
  /** Shown next to the title: the total and the number overdue. */
  figures?: ReactNode
  /** Link to the full list; absent if there is none. */
  link?: LinkTarget | undefined
  linkLabel?: string
  children: ReactNode
}

/** A section of 오늘: title, figures, and a link to the full list. */
export function TodaySection({ title, figures, link, linkLabel = '모두 보기', children }: TodaySectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-panel border bg-paper-raised">
      <div className="flex min-h-11 items-baseline gap-x-3 px-4 py-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id={id} className="text-lead font-semibold">
            {title}
          </h2>
          {figures}
        </div>
        {link ? (
          <Link
            to={link.to}
            search={link.search ?? {}}
            aria-label={`${title} ${linkLabel}`}
            className="shrink-0 text-primary underline-offset-4 hover:underline coarse:-my-3 coarse:py-3"
          >
            {linkLabel}
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  )
}

/** Text shown instead of lines. */
export function SectionMessage({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="border-t px-4 py-3 text-ink-2">
      {children}
    </p>
  )
}

/** Shown if this device has no copy of the records. */
export function SectionUnavailable() {
  return (
    <div className="border-t px-4 py-3">
      <CopyUnavailable isInline />
    </div>
  )
}
