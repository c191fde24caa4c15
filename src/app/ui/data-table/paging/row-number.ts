import type { Paging } from '../data-table-props.ts'

/** 순번 of a row, from 1 across all pages: with 20 rows per page, page 2 starts at 21. */
export function rowNumber(paging: Pick<Paging, 'mode' | 'getWindow'> | undefined, index: number): number {
  const offset = paging?.mode === 'paged' ? (paging.getWindow?.().first ?? 0) : 0
  return offset + index + 1
}
