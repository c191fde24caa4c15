import { leave } from './features/leave/innocent.ts'
import { records } from './records/innocent.ts'
import { frame } from './shell/innocent.ts'

export const routes = [leave, records, frame]
