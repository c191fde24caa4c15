import type { ReactNode } from 'react'
import type { Tone } from '#contract/books/field.ts'

/** Tints by meaning. */
export type BadgeTone = Tone

export const badgeTones: Record<BadgeTone, string> = {
  plain: 'bg-paper-sunk text-ink-2',
  primary: 'bg-primary-wash text-primary',
  danger: 'bg-danger-wash text-danger',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  info: 'bg-info-wash text-info',
}

/** A state as a tinted word, so that color is never the only signal. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`tabular inline-flex h-5 items-center gap-1 rounded-control px-1.5 text-label font-semibold whitespace-nowrap ${badgeTones[tone]}`}
    >
      {children}
    </span>
  )
}
