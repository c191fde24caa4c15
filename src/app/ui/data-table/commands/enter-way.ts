import { deviceChoice } from '../../device-choice.ts'

/** What Enter does on a cell at rest: opens it, or goes down as in Excel (grid.md §14 line 13). Chosen on the sheet of keys. F2 and typing edit in both ways. */
export type EnterWay = 'edit' | 'down'

export const enterWay = deviceChoice<EnterWay>('table-enter', ['edit', 'down'])
