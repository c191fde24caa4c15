import type { Office } from '#domain/office/office-words.ts'

/** A table of two or three columns within a policy. */
export interface PolicyTable {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** One article of a policy: paragraphs, then a table or a numbered list. */
export interface PolicySection {
  title: string
  /** Functions insert the office's details. */
  paragraphs: readonly (string | ((office: Office) => string))[]
  table?: PolicyTable
  items?: readonly string[]
}

/** Effective date of both policies; changes need seven days' notice. */
export const policyEffectiveFrom = '2025-05-01'
