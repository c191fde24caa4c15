import { useMemo } from 'react'
import { createDeviceChoice, useDeviceSetting } from '../../browser/device-setting.ts'
import type { PagingMode } from '../data-table-props.ts'

/**
 * The paging mode this device last used for a table; at first the whole list. Page and size are in
 * the URL instead, because a link includes them.
 */
export function usePagingMode(tableId: string): [PagingMode, (mode: PagingMode) => void] {
  return useDeviceSetting(
    useMemo(() => createDeviceChoice<PagingMode>(`paging-mode:${tableId}`, ['infinite', 'paged']), [tableId]),
  )
}
