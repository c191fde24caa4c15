import type { Paging } from '../data-table-props.ts'

/** 순번 of a row of the table, from 1 and through all pages: the first row of the second page of twenty is 21. */
export function rowNumber(paging: Pick<Paging, 'mode' | 'getWindow'> | undefined, index: number): number {
  const before = paging?.mode === 'paged' ? (paging.getWindow?.().first ?? 0) : 0
  return before + index + 1
}
