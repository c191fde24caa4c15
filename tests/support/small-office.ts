import type { DemoCounts } from '#server/commands/demo-data.ts'

/** Enough of every kind for each invented edge row and for more than a screenful; a device copies it in a moment. */
export const smallOffice: DemoCounts = {
  caseBook: 60,
  units: 60,
  depositCases: 60,
  addresses: 60,
  deliveries: 60,
  // Spread over sixteen months; the report opens on one of them.
  cardUses: 300,
}
