import { quickExportNames } from '#contract/ledgers/quick-delivery.ts'
import { everyRecord, type Query } from '#contract/records/query.ts'
import type { QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { runningBalances, type LedgerRow } from '#domain/ledgers/quick-balance.ts'
import { quickSheet } from '#domain/sheets/quick-sheet.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ExportOrder } from '#app/records/excel/export-records.ts'
import { officeToday } from '#app/ui/office-today.ts'

/**
 * Sheet of the filtered rows, with balances computed from all records. Made on this device, so it
 * includes unsent records.
 */
export async function quickExportOrder({ copy, query }: { copy: OfflineCopy; query: Query }): Promise<ExportOrder> {
  const balances = await balancesOf(copy)
  return {
    collection: 'quick-deliveries',
    query,
    fileName: quickExportNames(officeToday()).korean,
    fromServer: null,
    sheet: {
      ...quickSheet,
      rowOf: (row) => quickSheet.rowOf({ record: recordOf(row), balance: balances.get(row.id) ?? null }),
    },
  }
}

/** Balance after each record, by id, from all records. */
export async function balancesOf(copy: OfflineCopy): Promise<ReadonlyMap<string, number>> {
  const ledger: LedgerRow[] = []
  await copy.readAll('quick-deliveries', everyRecord, (rows) => {
    ledger.push(...rows.map(recordOf))
  })
  return runningBalances(ledger)
}

/** The mirror holds only rows that passed the contract's schema, so the types hold. */
function recordOf({ record }: SourceRow): QuickDeliveryRecord {
  return record as unknown as QuickDeliveryRecord
}
