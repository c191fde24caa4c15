import type { ReactNode } from 'react'
import type { AppPath } from '#contract/app-paths.ts'

/** Where a line leads. */
export interface Lead {
  readonly to: AppPath
  readonly search?: Readonly<Record<string, unknown>>
}

/** One line of what was found: it leads to a place or does something. */
export interface SearchLine {
  readonly key: string
  readonly label: string
  /** Told after the name. */
  readonly note: string
  readonly icon: ReactNode
  /** What marks the found parts; empty: nothing is marked. */
  readonly marked: string
  /** The text that found a record; null: it stands here by its name, whatever was typed since. */
  readonly foundBy: string | null
  readonly does: Lead | (() => void)
}

export interface SearchGroup {
  /** Its heading. */
  readonly value: string
  readonly items: readonly SearchLine[]
}

export function isLead(does: SearchLine['does']): does is Lead {
  return typeof does !== 'function'
}
