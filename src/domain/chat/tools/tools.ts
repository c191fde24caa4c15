import { cardUsageTotals } from './card-totals.ts'
import { countCaseStates } from './case-states.ts'
import { findScreen } from './find-screen.ts'
import { leaveBalance } from './leave-balance.ts'
import { proposeChange } from './propose-change.ts'
import { quickBalance } from './quick-balance.ts'
import { findRecords, sumRecords } from './record-tools.ts'
import { searchPagesTool } from './search-pages.ts'
import { sheetRows, sheetSum } from './sheet-tools.ts'
import type { Tool } from './tool.ts'

/** All that a language model may call; which of them it is offered follows from what the reader may see. */
export const chatTools: readonly Tool[] = [
  searchPagesTool,
  findRecords,
  sumRecords,
  countCaseStates,
  cardUsageTotals,
  quickBalance,
  leaveBalance,
  findScreen,
  proposeChange,
  sheetRows,
  sheetSum,
]
