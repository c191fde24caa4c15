import { useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { useAddressWriter } from './address-writer.ts'

/** The record in a table's detail panel and the panel's tab. */
export interface OpenRecord {
  /** Null: the panel is closed. */
  rowId: string | null
  tab: string
  open(rowId: string | null): void
  showTab(tab: string): void
}

const addressSchema = z.record(z.string(), z.unknown()).catch({})
const idSchema = z.string().max(40).catch('')

/**
 * The open record as `open` and `detail` in the address: reloaded, shared and walked back like the
 * rest of it, and apart from the table's question, because opening a record asks nothing. The first
 * tab stays out of the address.
 */
export function useOpenRecord(tabs: readonly string[]): OpenRecord {
  const writer = useAddressWriter()
  const address = addressSchema.parse(useSearch({ strict: false }))
  const open = idSchema.parse(address['open'])
  return {
    rowId: open === '' ? null : open,
    tab: tabs.find((tab) => tab === address['detail']) ?? tabs[0] ?? '',
    open: (rowId) => writer.write((before) => ({ ...before, open: rowId ?? undefined }), { confirmsUnsaved: true }),
    showTab: (tab) =>
      writer.write((before) => ({ ...before, detail: tab === tabs[0] ? undefined : tab }), {
        confirmsUnsaved: true,
        replaces: true,
      }),
  }
}
