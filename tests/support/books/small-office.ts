import type { DemoCounts } from '#server/commands/demo-data.ts'

/**
 * Enough of every kind to include each edge row and fill more than a screen; a device copies it
 * quickly.
 */
export const smallOffice: DemoCounts = {
  caseBook: 60,
  units: 60,
  depositCases: 60,
  addresses: 60,
  deliveries: 60,
  // Spread over sixteen months; the report opens on one of them.
  cardUses: 300,
}
