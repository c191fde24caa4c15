import { deviceChoice } from '../../device-choice.ts'

/**
 * What Enter does on a cell: opens it for editing, or moves down as in Excel. The user chooses it
 * in the list of keys. F2 and typing edit in both cases.
 */
export type EnterBehavior = 'edit' | 'down'

export const enterBehavior = deviceChoice<EnterBehavior>('table-enter', ['edit', 'down'])
