import type { ReactNode } from 'react'
import type { AppPath } from '#contract/app-paths.ts'

/** An action that can be run from anywhere, by its name. */
export interface Command {
  readonly label: string
  /** Other words users have for it. */
  readonly words: readonly string[]
  readonly icon: ReactNode
  readonly does: { readonly to: AppPath } | (() => void)
}
