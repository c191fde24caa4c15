import type { ReactNode } from 'react'
import type { AppPath } from '#contract/app-paths.ts'

/** Target of a line. */
export interface Lead {
  readonly to: AppPath
  readonly search?: Readonly<Record<string, unknown>>
}

/** One result: it leads to a screen or runs an action. */
export interface SearchLine {
  readonly key: string
  readonly label: string
  /** Shown after the label. */
  readonly note: string
  readonly icon: ReactNode
  /** Text to highlight; empty for none. */
  readonly marked: string
  /**
   * The text that found this record; null for lines found by their name, which stay valid while the
   * user types.
   */
  readonly foundBy: string | null
  readonly does: Lead | (() => void)
}

export interface SearchGroup {
  /** Heading of the group. */
  readonly value: string
  readonly items: readonly SearchLine[]
}

export function isLead(does: SearchLine['does']): does is Lead {
  return typeof does !== 'function'
}
