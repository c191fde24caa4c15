import type { Office } from '#domain/office-words.ts'

/** A table of two or three columns within a policy. */
export interface PolicyTable {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** One article of a policy: paragraphs, then a table or a numbered list. */
export interface PolicySection {
  title: string
  /** Some say who the office is. */
  paragraphs: readonly (string | ((office: Office) => string))[]
  table?: PolicyTable
  items?: readonly string[]
}

/** Both policies took effect on this day and change with seven days' notice (spec 3 §2 "Static pages"). */
export const policyEffectiveFrom = '2025-05-01'
