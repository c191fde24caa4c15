import type { ReactNode } from 'react'
import type { AppPath } from '#contract/app-paths.ts'

/** Something that can be done from anywhere, by its name. */
export interface Command {
  readonly label: string
  /** What else people call it. */
  readonly words: readonly string[]
  readonly icon: ReactNode
  readonly does: { readonly to: AppPath } | (() => void)
}
