import { quickExportNames } from '#contract/quick-delivery.ts'
import { everyRecord, type Query } from '#contract/query.ts'
import type { QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { runningBalances, type LedgerRow } from '#domain/quick-balance.ts'
import { quickSheet } from '#domain/quick-sheet.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ExportOrder } from '#app/records/excel/export-records.ts'
import { officeToday } from '#app/ui/office-today.ts'

/** The sheet of what search and filters show, with the balance after each record (from all records, shown or not); made on this device, so unsent records are in it. */
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

/** The balance after each record, by its id, from all records. */
export async function balancesOf(copy: OfflineCopy): Promise<ReadonlyMap<string, number>> {
  const ledger: LedgerRow[] = []
  await copy.readAll('quick-deliveries', everyRecord, (rows) => {
    ledger.push(...rows.map(recordOf))
  })
  return runningBalances(ledger)
}

/** The mirror holds what the contract's row schema let in, so the description's types hold here. */
function recordOf({ record }: SourceRow): QuickDeliveryRecord {
  return record as unknown as QuickDeliveryRecord
}
