import { useState } from 'react'
import { z } from 'zod'
import type { PagingMode } from '../data-table-props.ts'

const storedMode = z.enum(['paged', 'infinite']).catch('infinite')

/**
 * The paging mode this device last used for a table; at first the whole list. Page and size are in
 * the URL instead, because a link includes them.
 */
export function usePagingMode(tableId: string): [PagingMode, (mode: PagingMode) => void] {
  const key = `paging-mode:${tableId}`
  const [mode, setMode] = useState(() => storedMode.parse(localStorage.getItem(key)))
  function changeMode(next: PagingMode) {
    setMode(next)
    localStorage.setItem(key, next)
  }
  return [mode, changeMode]
}
