import type { Fault } from './fault.ts'
import { offlineFaults } from './faults/offline.ts'
import { protectionFaults } from './faults/protection.ts'
import { officeFaults } from './faults/rules-of-the-office.ts'
import { screenFaults } from './faults/screens.ts'
import { serverFaults } from './faults/server.ts'

export const plantedFaults: readonly Fault[] = [
  ...offlineFaults,
  ...serverFaults,
  ...protectionFaults,
  ...officeFaults,
  ...screenFaults,
]
